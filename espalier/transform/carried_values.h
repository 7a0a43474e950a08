#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::transform {

/// An order in which a recurrence has its last values in scalars.
struct CarriedValues {
    MatrixView view;
    std::vector<std::size_t> scalars; ///< positions in Program::arrays, the latest value first
};

///   for j: A[j] = f(A[j], A[j - 1], A[j - 2]);
///   ->  y1 = A[-1]; y2 = A[-2];
///       for j: { A[j] = f(A[j], y1, y2); y2 = y1; y1 = A[j]; }
/// Scalar replacement of array elements that pass from one iteration of the innermost loop around a
/// statement to the next ones (Callahan, Carr and Kennedy, Improving Register Allocation for
/// Subscripted Variables (1990)). Distances from 1 on are taken, up to the first one that the
/// statement does not read, so that nothing is read that was not before. The scalars hold no value
/// in front of the loop, nor behind it.
/// \param place  of an assignment without conditions whose innermost loop is one of the source, and
///               which alone in it writes the array; the loop starts at one affine function of
///               those around it
/// \return nothing if the statement is something else, or reads none of its last values
std::optional<CarriedValues> with_values_carried(const MatrixView &view, const Beta &place);

} // namespace espalier::transform
