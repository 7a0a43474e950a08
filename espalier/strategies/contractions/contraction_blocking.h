#pragma once

#include "espalier/strategies/strategy.h"

namespace espalier::strategies {

/// Blocks the contractions of a region for kernels (blocked_contractions), in a program that does
/// the same and shows more of them: with scalars substituted or demoted, or an array expanded, so
/// that contractions are apart from what is around them, or with trailing updates split off the
/// panels of a factorization. The other statements are scheduled without fusion, which would only
/// get in the way.
Strategy contraction_blocking();

} // namespace espalier::strategies
