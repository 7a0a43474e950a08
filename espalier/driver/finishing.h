#pragma once

#include "espalier/lowering/kernel_calls.h"
#include "espalier/machine/machine.h"
#include "espalier/presburger/context.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/proposal.h"

#include <optional>

namespace espalier::driver {

/// \name What is done with a legal order.
/// @{

/// A plan of a proposal whose loops in recurrences keep their iterations apart.
transform::CpuPlan with_recurrences_apart(const strategies::Proposal &proposal,
                                          transform::CpuPlan plan);

/// Has kernels execute the blocks of a proposal; what little work threads would share is left to
/// one of them.
/// \param plan  of the proposal, legal
/// \return nothing if something that is to be packed changes while the copies are in use
std::optional<lowering::WithKernels> with_block_kernels(const strategies::Proposal &proposal,
                                                        transform::CpuPlan plan,
                                                        lowering::KernelLibrary &kernels);

/// What planning a region takes besides the region.
struct Workshop {
    const machine::Machine &machine;
    lowering::KernelLibrary &kernels; ///< of the file
    const presburger::Context &context;
    unsigned long budget; ///< of a region
};

/// A plan without the parallel loops that do not pay by the estimate, and with conditions for
/// others; the same plan if there is no estimate.
transform::CpuPlan with_threads_weighed(const program::Program &program, transform::CpuPlan plan,
                                        const Workshop &workshop);
/// @}

} // namespace espalier::driver
