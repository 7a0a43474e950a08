#pragma once

#include "espalier/lowering/kernel_library.h"
#include "espalier/lowering/lowered_plan.h"
#include "espalier/transform/plan.h"

namespace espalier::lowering {

/// Has kernels execute the blocked contractions of a region (LoopRole::blocking): their operands
/// are packed (with_packed_operands), with what they are multiplied with (with_scaled_operands),
/// and calls take the place of blocks (with_register_blocks).
/// \param plan  legal, with operands that can be packed (strategies::can_pack_operands)
LoweredPlan with_kernels(const transform::Plan &plan, KernelLibrary &library);

} // namespace espalier::lowering
