#pragma once

#include "espalier/driver/candidates.h"
#include "espalier/driver/optimize.h"

#include <optional>

namespace espalier::driver {

/// Separates the contractions of a region from what is around them, by expanding an array where
/// that takes it, and blocks them for kernels (strategies::blocked_contractions); the other
/// statements are scheduled without fusion, which would only get in the way. The result is checked
/// against the dependences.
/// \param program      the region's
/// \param dependences  of it in its own order
/// \return nothing if there are no contractions, or not legally so
std::optional<Candidate> plan_contractions(const program::Program &program,
                                           const dependence::Dependences &dependences,
                                           const OptimizeOptions &options,
                                           const presburger::Context &context, Timings &timings);

} // namespace espalier::driver
