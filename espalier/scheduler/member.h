#pragma once

#include "espalier/scheduler/graph.h"
#include "espalier/scheduler/options.h"

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace espalier::scheduler {

/// What the next member of a band has to respect beside the validity relations.
struct MemberDemands {
    bool is_coincident = false;  ///< coincidence relations are to have distance zero
    std::set<std::size_t> local; ///< and so are these relations
};

/// A member, with the greatest distances along groups of relations.
struct BoundedMember {
    Functions functions;
    std::vector<bool> is_zero; ///< for each group: all its distances are zero
};

/// One function for each node such that all validity relations are respected, the demands are met,
/// and the function of each node that needs all members to come does not depend on those that it
/// has (slack, Spatial Locality (2018), section 3.3). Among these, bounds u.n + w on the distances
/// are the smallest, those of earlier groups first (objective (4), and with one group, of all
/// proximity relations, objective (3)).
/// \param groups  positions in graph.relations
/// \return nothing if there is none
std::optional<BoundedMember>
smallest_distances_member(const Graph &graph, const MemberDemands &demands,
                          const std::vector<std::vector<std::size_t>> &groups,
                          const Options &options);

/// The positions of the relations with a role.
std::vector<std::size_t> relations_with(const Graph &graph, Role role);

/// One function for each node that respects all validity and conditioned relations, and carries as
/// many of some as possible (Feautrier's step, objective (1), section 2.2).
/// \param carried  positions in graph.relations
/// \return nothing if none of these can be carried
std::optional<Functions> carrying_member(const Graph &graph, const MemberDemands &demands,
                                         const std::vector<std::size_t> &carried);

} // namespace espalier::scheduler
