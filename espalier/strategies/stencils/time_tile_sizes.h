#pragma once

#include "espalier/machine/machine.h"
#include "espalier/strategies/stencils/time_nest.h"

#include <optional>
#include <vector>

namespace espalier::strategies {

/// The sizes of tiles that take the least time for an update, in times of one whose data are at
/// hand. For c steps of time, a tile of s_k iterations in each loop over space, skewed by f_k,
/// touches prod (s_k + f_k c) elements of each array for c prod s_k updates: the quotient is what
/// it waits for. Innermost loops take time to start, and a core is idle when a wavefront has no
/// tile left for it; of n tiles in an outermost loop, about n s / (s + f c) are in a wavefront. At
/// any time, a tile works on prod (s_k + 2 f_k) elements, which have to fit in the second-level
/// cache, or the first-level one if there is only one loop over space; of two loops or more, so do
/// the rows of a tile that an iteration of the innermost but one works on, f_k + 1 of each array.
/// \param factors   of the loops over space to tile, outermost first
/// \param parallel  whether tiles run as wavefronts
/// \return one size for time and one for each factor; without one for the innermost loop if its
///         rows are to stay whole. Nothing if there are few steps of time, or the arrays fit in the
///         second-level cache anyway; where that depends on symbolic constants they do not
std::optional<std::vector<long>> time_tile_sizes(const TimeNest &nest,
                                                 const std::vector<long> &factors,
                                                 const machine::Machine &machine, bool parallel);

/// Whether all elements that the sweeps of a step update are known to be so few that a core's
/// second-level cache holds them until the next step.
bool stays_in_cache(const TimeNest &nest, const machine::Machine &machine);

} // namespace espalier::strategies
