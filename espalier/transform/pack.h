#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::transform {

///   for i: ... = A[f(i, j)]  ->  for i: { for a: A_packed[a - min(i)] = A[a]; ... = A_packed[...]
///   }
/// Packing: in each iteration of a loop, a new statement copies the elements of an array that the
/// statements in the loop read in that iteration into a new array, and they read them from there.
/// The copy comes first in the loop, in loops of its own over the array's dimensions. The array
/// stays as it is, so that it may carry values across the region's borders.
/// \param loop   to execute the copy in; for a tile, the innermost of the loops over tiles
/// \param order  the dimension of the array that each dimension of the buffer is, each once; empty:
///               as they are
/// \throws Error{impossible_transformation} if nothing in the loop reads the array, or something
///         writes it; if instances outside of the loop share a reference with some inside; or if
///         there is no constant that bounds how many elements a dimension of the buffer needs, or
///         no stack holds as many
MatrixView pack(MatrixView view, const std::string &array, const Beta &loop,
                const std::vector<std::size_t> &order = {});

} // namespace espalier::transform
