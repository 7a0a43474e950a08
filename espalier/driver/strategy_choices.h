#pragma once

#include "espalier/driver/choices.h"
#include "espalier/driver/region_task.h"

#include <vector>

namespace espalier::driver {

/// Adds what strategies (OptimizeOptions::strategies) make of a region, or else of its nests,
/// checked and assessed, as it is found: what has been, is there also if the budget ends. Once one
/// of them is about as fast as the machine lets any be, no more are sought. Each may take a part of
/// the region's budget, so that it can be planned without it. Adds to the phases "strategy",
/// "check", "estimate", and those of PlanningServices.
/// \param source  the region in its own order
/// \param enough  no more are sought either once there is one that is much faster than the source,
///                and fewer operations than this are left of the limit that holds
void add_strategy_choices(const RegionTask &task, const Choice &source, unsigned long enough,
                          std::vector<Choice> &choices);

/// The same of the region as a whole alone, without estimates.
std::vector<Choice> sized_choices(const RegionTask &task);

} // namespace espalier::driver
