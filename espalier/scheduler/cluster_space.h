#pragma once

#include "espalier/scheduler/band_search.h"
#include "espalier/scheduler/graph.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace espalier::scheduler {

/// Nodes of a graph that share a band.
struct Cluster {
    std::vector<std::size_t> nodes; ///< positions in Graph::nodes, ascending
    BandMembers band;               ///< functions in the order of `nodes`
};

/// \name A cluster as a node: the members of its band are its dimensions (Spatial Locality (2018),
/// section 3.4).
/// @{

/// The functions of a node in the band of a cluster, one for each member.
/// \param position  in Cluster::nodes
std::vector<Function> functions_of(const BandMembers &band, std::size_t position);

/// A function of the values of some others as a function of what these are functions of.
/// Precondition: `inner` is not empty
Function composed(const Function &outer, const std::vector<Function> &inner,
                  std::size_t parameters);

/// Generators (weight, n, i, j) of pairs of nodes as those of pairs of clusters, (weight, n, values
/// of i's members, values of j's members); of a cluster with itself, (weight, n, 0, difference).
/// \param source, sink  the functions of i, and of j, one for each member
std::shared_ptr<const presburger::Generators> on_clusters(const presburger::Generators &pairs,
                                                          const std::vector<Function> &source,
                                                          const std::vector<Function> &sink,
                                                          std::size_t parameters, bool is_self);

/// Relations of node 0 with itself as one for each set of roles and group.
std::vector<Relation> joined(const std::vector<Relation> &relations);
/// @}

} // namespace espalier::scheduler
