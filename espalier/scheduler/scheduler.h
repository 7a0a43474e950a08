#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/dependence/proximity.h"
#include "espalier/schedule/tree.h"
#include "espalier/scheduler/band_search.h"
#include "espalier/scheduler/options.h"
#include "espalier/scheduler/trace.h"

#include <optional>

namespace espalier::scheduler {

/// What a search for a schedule found.
struct Result {
    std::optional<schedule::Tree> tree; ///< nothing if there is none: see `reason`
    std::string reason;                 ///< why there is none
    LocalityCounts counts;
};

/// A schedule of `constraints.domain` that respects them, with bands as permutable and members as
/// coincident as could be found (Spatial Locality (2018), section 3; Live-Range Reordering (2016),
/// section 3.2).
/// \param groups  references to weigh for locality by the strategies for targets; may be empty
Result compute_schedule(const dependence::Constraints &constraints,
                        const std::vector<dependence::ProximityGroup> &groups,
                        const Options &options, Trace trace = {});

} // namespace espalier::scheduler
