#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>

namespace espalier::transform {

///   for i: line[i] = p[i];
///   for i from 2: line[i] = f(line[i], line[i - 1]);
///   ->  for i < 2: line[i] = p[i];
///       for i from 2: { line[i] = p[i]; line[i] = f(line[i], line[i - 1]); }
/// Instances of a statement that stands alone in an innermost loop, as copies to scratch memory and
/// from it do, join those of another one that writes the same elements, in the loop beside it: they
/// run at the same times, right before it if they write the array, and right behind it if they read
/// it. The others stay (index-set splitting). Whether the new order is legal is for a check to
/// tell.
/// \param copy    the place of the statement, which accesses the array once
/// \param writer  that of the other one, which writes it once, in a loop with the same parent
/// \param array   position in Program::arrays
/// \return nothing if the statements are something else, the loops do not make that of the times
///         that one affine function has, or no instance would join any
std::optional<MatrixView> with_copy_attached(const MatrixView &view, const Beta &copy,
                                             const Beta &writer, std::size_t array);

} // namespace espalier::transform
