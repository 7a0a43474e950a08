#pragma once

#include "espalier/dependence/divided.h"
#include "espalier/lowering/lowered_plan.h"

#include <vector>

namespace espalier::lowering {

/// A plan with what calls execute in place of calls, for a check: each call is the part of a
/// statement that its contract makes of its arguments, in loops over its numbers.
struct ExecutedPlan {
    program::Program program; ///< that is divided as `parts` say
    schedule::Tree tree;      ///< loops have the arrays that are declared inside for their own
    std::vector<dependence::StatementPart> parts; ///< of the source's statements
    isl::union_set repeated;                      ///< { S[i] }: what is executed more than once
};

/// \param source  the program that the plan is to do the same as
/// \param plan    with its buffers declared (with_buffer_scopes)
ExecutedPlan executed(const program::Program &source, const LoweredPlan &plan);

} // namespace espalier::lowering
