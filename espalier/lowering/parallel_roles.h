#pragma once

#include "espalier/ast/ast.h"
#include "espalier/lowering/code.h"

#include <vector>

namespace espalier::lowering {

/// The conditions under which loops have enough to do for threads; empty if one always has.
std::vector<schedule::WorkCondition>
conditions_of(const std::vector<schedule::LoopRolePtr> &parallel);

/// Whether a loop for the lanes of vectors has loops for threads inside, which then run its
/// iterations one after the other.
bool is_around_threads(const ast::For &loop);

/// A loop with the loops for threads that it is or has inside, which start threads always.
ast::For without_conditions(const ast::For &loop);

/// A loop with the loops for threads that it is or has inside, in which one thread runs all
/// iterations.
ast::For without_threads(const ast::For &loop);

/// Whether the body of a parallel loop is a loop to be shared with it, and can be: it goes
/// through the same iterations each time.
bool shares_inner(const ast::For &loop, const Code &body);

} // namespace espalier::lowering
