#pragma once

#include <isl/cpp.h>

namespace espalier::presburger {

/// Multiplications of this thread that no operation has been counted for: those of large systems of
/// constraints take most of the time of isl's operations on them, which alone are up to six times
/// as long for some programs as for others.
extern constinit thread_local unsigned long uncounted_multiplications;

/// Counts work that is not isl's for the budget (Context::within_budget).
/// \throws BudgetExhausted once that is passed
void count_multiplications(isl::ctx ctx, unsigned long multiplications);

/// Forgets what this thread did that no operation has been counted for.
void forget_uncounted_work();

} // namespace espalier::presburger
