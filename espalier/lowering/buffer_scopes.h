#pragma once

#include "espalier/lowering/lowered_plan.h"

namespace espalier::lowering {

/// Has each array that is declared by its extents declared in the innermost loop of which no
/// iteration reads an element of it that the same iteration has not written before: a mark below
/// the loop's band stands for the declaration. An array of which each of these iterations uses one
/// element becomes a scalar there (array contraction). The threads of a parallel loop around it
/// then have one each, and need no private copies. Those that have no constant size, or are in
/// parallel loops and do not fit on a stack together, are to be allocated (LoweredPlan::allocated).
/// \param plan  legal, so that such a write comes first
LoweredPlan with_buffer_scopes(LoweredPlan plan);

} // namespace espalier::lowering
