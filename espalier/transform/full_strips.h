#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::transform {

/// The iterations of a loop over strips, or one inside it, in which all strips are full: each
/// statement executes all iterations of the strip, or none. That makes the constant trip counts for
/// unrolling of section 3.2.
/// \param statements  in the loop; those whose row does not separate strips do not matter
/// \param row         of the loop
/// \return { [t0, ..., t_row] }; nothing if no statement separates strips there
std::optional<isl::set> full_strips(const std::vector<const Statement *> &statements,
                                    std::size_t row);

} // namespace espalier::transform
