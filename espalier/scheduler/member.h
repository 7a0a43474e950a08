#pragma once

#include "espalier/ilp/nontrivial.h"
#include "espalier/scheduler/graph.h"
#include "espalier/scheduler/options.h"
#include "espalier/scheduler/trace.h"

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace espalier::scheduler {

/// Positions in Graph::relations.
using RelationSet = std::set<std::size_t>;

RelationSet relations_with(const Graph &graph, Role role);

/// \name One function for each node, a member of a band. All validity relations are respected, the
/// distances of the relations in `zero` are zero, and the function of each node that needs all
/// members to come does not depend on what is scheduled already (slack, Spatial Locality (2018),
/// section 3.3). Nothing if there is none. The trace gets the size of the integer program.
/// @{

/// A search for a function for each node: an integer program, and what must not be zero in it.
struct MemberProblem {
    ilp::Problem program;
    std::vector<ilp::NontrivialRegion> regions;
    std::size_t prefix; ///< how many objectives count in the search for what is not zero
    std::size_t first;  ///< the first variable of the functions
};

/// The search that `smallest_distances_member` solves.
MemberProblem smallest_distances_problem(const Graph &graph, const RelationSet &zero,
                                         const Options &options);

/// The one with the smallest bound u.n + w on the distances of proximity relations (objective (3)).
std::optional<Functions> smallest_distances_member(const Graph &graph, const RelationSet &zero,
                                                   const Options &options, const Trace &trace = {});

/// The one that carries the spatial relations of as many groups as can be without larger
/// coefficients (objective (5), section 4.6): no node that is not complete is without a new
/// dimension.
struct SpatialMember {
    Functions functions;
    bool carries; ///< the relations of some group
};
std::optional<SpatialMember> spatial_member(const Graph &graph, const RelationSet &zero,
                                            const Options &options, const Trace &trace = {});
/// @}

/// One function for each node that respects all validity and conditioned relations, and carries as
/// many of some relations as possible (Feautrier's step, objective (1), section 2.2).
/// \return nothing if none of these can be carried
std::optional<Functions> carrying_member(const Graph &graph, const RelationSet &zero,
                                         const RelationSet &carried, const Options &options,
                                         const Trace &trace = {});

} // namespace espalier::scheduler
