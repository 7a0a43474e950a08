#pragma once

#include "espalier/base/checked.h"

namespace espalier::scheduler {

/// How bands are made.
enum class Algorithm {
    automatic, ///< Pluto-like bands, with a step of Feautrier's where there is none
    feautrier, ///< one dimension after the other, each carrying as much as it can
};

/// The heuristics of the scheduler, with their defaults; `espalier help schedule` lists them.
struct Options {
    Algorithm algorithm = Algorithm::automatic;
    /// A band whose first member cannot be coincident gives way to a step of Feautrier's, so that
    /// the members after it may be.
    bool outer_coincidence = true;
    /// Clusters are fused only if none has fewer coincident members after than before.
    bool maximize_coincidence = true;
    /// Clusters are fused only if a proximity relation between them gets a constant distance no
    /// greater than this in each member.
    Number fusion_distance = 4;
    /// The greatest constant term of a member; negative: no limit. Without one, loop bounds that
    /// are numbers make shifts as large.
    Number max_constant_term = 10;
};

} // namespace espalier::scheduler
