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
///     for (i ...) if (c) S;  ->  if (c) for (i ...) S;
///
/// \return nothing if it is not
std::optional<Guard> with_guard_outside(const program::Program &program, const Loop &loop);

} // namespace espalier::lowering
