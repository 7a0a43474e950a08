#pragma once

#include "espalier/strategies/strategy.h"

#include <optional>

namespace espalier::strategies {

/// Sweeps, in which each element waits for those before it in its row and in its column, for
/// several threads: of blocks of rows and columns, those on a diagonal are computed at a time.
///   for i: { for j: S; for j: T; }
///     ->  for waves w: for blocks of rows b, in parallel:
///             for i in b: { for j in the columns of w - b: S; for j in these: T; }
/// Legal iff no dependence goes to an iteration of `i` or of `j` before the one that it comes from.
/// All statements of a nest have to be in two loops at least.
/// \return legal as far as dependences go; nothing if there is no such nest
std::optional<Candidate> with_block_waves(const program::Program &program,
                                          const dependence::Dependences &dependences);

Strategy block_waves();

} // namespace espalier::strategies
