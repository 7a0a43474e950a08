#pragma once

#include "espalier/strategies/candidate.h"
#include "espalier/transform/matrix_view.h"
#include "tests/support/inputs.h"

#include <optional>

namespace espalier::test {

/// What a strategy makes of a region, which is expected to be well formed and to respect all
/// dependences with its loops one iteration after the other; nothing if it makes nothing.
std::optional<transform::MatrixView>
legal_scop(const AnalyzedRegion &region, const std::optional<strategies::Candidate> &candidate);

} // namespace espalier::test
