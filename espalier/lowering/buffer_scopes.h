#pragma once

#include "espalier/strategies/cpu_strategy.h"

namespace espalier::lowering {

/// Has each array that is declared by its extents declared in the innermost loop of which no
/// iteration reads an element of it that the same iteration has not written before: a mark below
/// the loop's band stands for the declaration. The threads of a parallel loop around it then have
/// one each, and need no private copies.
/// \param plan  respects the dependences of `program`, so that such a write comes first
transform::CpuPlan with_buffer_scopes(const program::Program &program, transform::CpuPlan plan);

} // namespace espalier::lowering
