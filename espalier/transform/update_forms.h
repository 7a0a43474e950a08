#pragma once

#include "espalier/program/program.h"

namespace espalier::transform {

/// The one form of updates that everything behind the front end looks for:
///   x = x + e;               ->   x += e;                    (with_compound_assignments)
///   if (e < A[i]) A[i] = e;  ->   A[i] = e < A[i] ? e : A[i];  (with_chosen_values)
program::Program with_normal_updates(program::Program program);

///   if (e < A[i]) A[i] = e;   ->   A[i] = e < A[i] ? e : A[i];
/// Assigns to elements in each iteration what a condition that reads them assigns in some: the
/// write is definite, so that values flow through it alone, and compilers make vectors of it. Other
/// iterations write back what they have read, bit for bit; whoever may write the element at the
/// same time would race with the source, which reads it. Scalars are left to the front end
/// (frontend/guards.h) and to reductions; values with calls are worth a branch.
program::Program with_chosen_values(program::Program program);

} // namespace espalier::transform
