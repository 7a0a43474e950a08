#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/stencils/time_nest.h"
#include "espalier/strategies/strategy.h"

#include <optional>
#include <vector>

namespace espalier::strategies {

/// Tiles an iterated stencil over time and space, so that a tile stays in a cache for several steps
/// of time:
///
///   for t                              for tt, for ii, for jj   (tiles)
///       for i, for j: S0      ->           for t, for i: for j: S0, for j: S1
///       for i, for j: S1
///
/// The sweeps of a step are fused, each shifted, and all of them skewed, as far as dependences have
/// it (find_skewing); the innermost loops of the sweeps stay apart, for vectors. Where the
/// innermost loop carries dependences it is not tiled, and where there is a single sweep, several
/// of its rows run interleaved, each a few iterations behind the one before, so that their chains
/// of operations overlap. In parallel, the tiles of a wavefront, which have equal tt / size + ii /
/// size, run at the same time.
/// \param tiling    sizes of tiles, time first; automatic: those that move the fewest bytes between
///                  the caches for each update, by `machine`
/// \param parallel  whether loops may run in parallel
/// \return nothing if the region is no iterated stencil, or time tiling does not pay: the elements
///         of all arrays stay in a cache without it, or `tiling` is off
std::optional<Candidate> time_tiled(const program::Program &program,
                                    const dependence::Dependences &dependences,
                                    const machine::Machine &machine, const Tiling &tiling,
                                    bool parallel);

/// The same with tiles of given sizes, whether that pays or not.
/// \param sizes  for time, and for one or more of the outermost loops over space
/// \return nothing if the region is no iterated stencil, or has fewer loops that can be tiled
std::optional<Candidate> time_tiled(const program::Program &program,
                                    const dependence::Dependences &dependences,
                                    const std::vector<long> &sizes, bool parallel);

/// Tiles over time that pay, or of the sizes that the user has given.
Strategy time_tiling();

} // namespace espalier::strategies
