#pragma once

#include "espalier/driver/optimize.h"
#include "espalier/lowering/kernel_library.h"
#include "espalier/strategies/cpu_strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// A region whose contractions run in blocks, by kernels.
struct BlockedRegion {
    program::Program program;
    transform::CpuPlan plan;
    std::string description;               ///< for people
    std::vector<std::string> blocked = {}; ///< labels of the statements that kernels execute
    std::string script = {};               ///< that makes it, if it was asked for
};

/// Separates the contractions of a region from what is around them, by expanding an array where
/// that takes it, and blocks them (strategies::blocked_contractions); the other statements are
/// scheduled without fusion, which would only get in the way. The result is checked against the
/// dependences.
/// \param program      the region's
/// \param dependences  of it in its own order
/// \return nothing if there are no contractions, or not legally so
std::optional<BlockedRegion>
plan_contractions(const program::Program &program, const dependence::Dependences &dependences,
                  const OptimizeOptions &options, lowering::KernelLibrary &kernels,
                  const presburger::Context &context, Timings &timings);

} // namespace espalier::driver
