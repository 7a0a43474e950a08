#pragma once

#include "espalier/ast/value_ranges.h"

namespace espalier::ast {

/// The code without conditions, and parts of them, that the ranges of the symbolic constants decide
/// by themselves: a loop guarded by `n >= 4294967296` never runs if n is an int, and compilers warn
/// of such comparisons.
/// \param constants  of the symbolic constants; those without an interval may have any value
NodePtr without_decided_conditions(const NodePtr &code, const Intervals &constants);

} // namespace espalier::ast
