#pragma once

#include "espalier/codegen/c/kernel_library.h"
#include "espalier/codegen/cpu_strategy.h"
#include "espalier/codegen/proposal.h"

#include <optional>

namespace espalier::codegen {

/// A region in which kernels execute blocks of contractions.
struct WithKernels {
    program::Program program;
    CpuPlan plan; ///< with the kernels' definitions
};

/// Has kernels execute the blocked contractions of a region: their operands are packed
/// (with_packed_operands), with what they are multiplied with (with_scaled_operands), and calls
/// take the place of blocks (with_register_blocks).
/// \param plan  of proposal.scop, legal
/// \return nothing if something that is to be packed changes while the copies are in use
std::optional<WithKernels> with_kernels(const Proposal &proposal, CpuPlan plan,
                                        KernelLibrary &library);

} // namespace espalier::codegen
