#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::transform {

/// \name Access functions and data layout (sections 2.3.4 and 2.3.5, figure 18). The array carries
/// no value into the region and none out of it; from then on it is declared inside the region, with
/// the extents that the transformation gives it. Instances and their order stay. Whether each read
/// still finds the value that it has to see is for a check at the end to tell
/// (dependence::storage_violations).
/// All throw Error{impossible_transformation} if there is no such array, if it may carry a value
/// across the region's borders, or if a whole row of it is passed to a function.
/// @{

///   A[a], in iteration i of a loop -> A[i][a]
/// PRIVATIZE(A, l): each iteration of a loop has a copy of its own. The new dimension is the
/// outermost; its subscript is the loop's value, less the smallest one if that may be negative.
/// \param loop  around all accesses to the array
/// \param size  { [] -> [n] }: of the new dimension; from the loop's bounds if there is none
/// \throws Error{impossible_transformation} if there are accesses outside of the loop, if the loop
///         has no bounds, or more iterations than `size`
MatrixView privatize(MatrixView view, const std::string &array, const Beta &loop,
                     const std::optional<isl::aff> &size = {});

///   A[i][a] -> A[a]
/// CONTRACT(A, l): the array loses a dimension, counted from 0, the outermost.
/// \throws Error{impossible_transformation} if it does not have that dimension
MatrixView contract(MatrixView view, const std::string &array, std::size_t dimension);

///   A[i][a] -> A[i mod m][a]
/// The same down to `modulo` elements, which take turns.
/// \throws Error{impossible_transformation} also if `modulo` is less than 1
MatrixView contract(MatrixView view, const std::string &array, std::size_t dimension, long modulo);

/// Array padding: a dimension grows by `amount` elements that nothing accesses.
/// \throws Error{impossible_transformation} if it does not have that dimension, or `amount` is
///         negative
MatrixView pad(MatrixView view, const std::string &array, std::size_t dimension, long amount);

///   A[a_0][a_1] -> A[a_1][a_0]
/// \param order  the old dimension that each new one is, each once
/// \throws Error{impossible_transformation} if it is not that
MatrixView transpose(MatrixView view, const std::string &array,
                     const std::vector<std::size_t> &order);
/// @}

} // namespace espalier::transform
