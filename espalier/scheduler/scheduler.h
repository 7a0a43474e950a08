#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/schedule/tree.h"

#include <optional>
#include <string>

namespace espalier::scheduler {

enum class Algorithm {
    automatic, ///< Pluto-like bands, with a step of Feautrier's where there is none
    feautrier, ///< one dimension after the other, each carrying as much as it can
};

/// A schedule of `constraints.domain` that respects them, with bands as permutable and members as
/// coincident as could be found (Spatial Locality (2018), section 3; Live-Range Reordering (2016),
/// section 3.2).
/// \return nothing if none is found: the validity constraints have a cycle
std::optional<schedule::Tree> compute_schedule(const dependence::Constraints &constraints,
                                               Algorithm algorithm);

/// Constraints in isl's YAML (`.sc`).
/// \throws Error{malformed_model}
dependence::Constraints parse_constraints(isl::ctx ctx, const std::string &text,
                                          const std::string &file);

} // namespace espalier::scheduler
