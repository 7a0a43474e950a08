#pragma once

#include "espalier/lowering/kernel_library.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/proposal.h"

#include <optional>

namespace espalier::lowering {

/// A region in which kernels execute blocks of contractions.
struct WithKernels {
    program::Program program;
    transform::CpuPlan plan; ///< with the kernels' definitions
};

/// Has kernels execute the blocked contractions of a region: their operands are packed
/// (with_packed_operands), with what they are multiplied with (with_scaled_operands), and calls
/// take the place of blocks (with_register_blocks).
/// \param plan  of proposal.scop, legal
/// \return nothing if something that is to be packed changes while the copies are in use
std::optional<WithKernels> with_kernels(const strategies::Proposal &proposal,
                                        transform::CpuPlan plan, KernelLibrary &library);

} // namespace espalier::lowering
