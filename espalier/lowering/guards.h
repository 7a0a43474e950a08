#pragma once

#include "espalier/lowering/code.h"

#include <utility>

namespace espalier::lowering {

/// The condition of a guard.
const program::ExpressionPtr &condition_of(const program::Program &program, const Guard &guard);

/// An expression without `!` in front of it, and whether it holds where the whole does.
std::pair<const program::Expression *, bool>
without_negations(const program::Expression &expression);

/// What the guards of a statement guard, or all of its body.
const program::ExpressionPtr &unguarded(const program::Statement &statement);

/// An instance, in its guards if it has any.
CodePtr guarded(const program::Program &program, Instance instance);

/// A block in which guards that follow each other and have the same condition, or one and its
/// opposite, are one, where what the first ones guard does not change the condition:
///
///     if (c) S; if (c) T; if (!c) U;  ->  if (c) { S; T; } else U;
Block with_guards_joined(const program::Program &program, const Block &block);

/// A loop that is all in one guard, whose condition is the same in all iterations, in that guard
/// (loop unswitching, Allen and Cocke (1972)):
///
///     for (i = 0; i < n; i++) if (c) S;  ->  if (0 < n) if (c) for (i = 0; i < n; i++) S;
///
/// What the condition reads may not be there if the loop has no iterations. Conditions on variables
/// alone are evaluated regardless.
/// \param around  loops around it, without which it is not run
/// \return null if it is not
CodePtr with_guard_outside(const program::Program &program, const Loop &loop,
                           const std::vector<const ast::For *> &around);

} // namespace espalier::lowering
