#pragma once

#include "espalier/strategies/proposal.h"
#include "tests/support/inputs.h"

#include <optional>

namespace espalier::test {

/// What a strategy proposes for a region, which is expected to be well formed and to respect all
/// dependences with its loops one iteration after the other; nothing if it proposes nothing.
std::optional<transform::Scop> legal_scop(const AnalyzedRegion &region,
                                          const std::optional<strategies::Proposal> &proposal);

} // namespace espalier::test
