#pragma once

#include "espalier/machine/innermost_cost.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace espalier::machine {

/// Compilers check so many pairs of references before a loop, at most, for it to run in vectors;
/// that is what gcc does unless it is told otherwise (vect-max-version-for-alias-checks).
constexpr std::size_t max_alias_checks = 10;

/// How many pairs of references a compiler has to check before an innermost loop, since they may
/// overlap for all that it knows. Those next to each other in memory are checked as one.
/// \param statements   of the body
/// \param may_overlap  pairs of arrays, as program::Program::may_overlap
std::size_t alias_checks(const std::vector<MovingStatement> &statements,
                         const std::vector<std::pair<std::size_t, std::size_t>> &may_overlap);

} // namespace espalier::machine
