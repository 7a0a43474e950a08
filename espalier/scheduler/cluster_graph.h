#pragma once

#include "espalier/scheduler/cluster_space.h"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace espalier::scheduler {

/// The problem of scheduling some clusters to each other: their functions of the members of their
/// bands, as wholes.
struct ClusterProblem {
    std::vector<std::size_t> clusters; ///< their numbers; the nodes of `graph` have this order
    Graph graph;
    /// For each of its relations that has one, the relation of the graph of nodes.
    std::vector<std::optional<std::size_t>> origins;
};

/// The clusters of the nodes of a graph and the relations between them. Relations in a cluster are
/// kept as what they ask of functions of its members.
class ClusterGraph {
public:
    using Pair = std::pair<std::size_t, std::size_t>;

    /// \param clusters  get their positions as numbers; each node is in one
    ClusterGraph(const Graph &graph, std::vector<Cluster> clusters);

    const Graph &nodes() const { return graph_; }
    const Cluster &cluster(std::size_t number) const { return entries_[number]->cluster; }

    /// From one cluster to another: positions in the relations of nodes.
    const std::map<Pair, std::vector<std::size_t>> &between() const { return between_; }

    /// The clusters of the pair and all that have to be executed after one and before the other.
    std::vector<std::size_t> with_all_between(const Pair &pair) const;

    /// Precondition: the clusters have bands
    ClusterProblem problem(const std::vector<std::size_t> &clusters) const;

    /// The functions of nodes that functions of their clusters make; empty for all other nodes.
    Functions on_nodes(const ClusterProblem &problem, const Functions &member) const;

    /// Makes one cluster of those of a problem; it gets the number of the first.
    void merge(const ClusterProblem &problem, const BandMembers &band);

    /// The clusters in a topological order.
    std::vector<Cluster> in_order() const;

private:
    struct Entry {
        Cluster cluster;
        std::vector<Relation> inner; ///< from node 0 to itself
        /// Relations between its nodes that conditional validity ties to others: conditions that
        /// are not local, and conditioned ones.
        std::vector<std::size_t> conditional;
    };

    void add_inner(Entry &entry, std::size_t relation) const;
    void sort_relations();
    std::vector<LocalityGroup> locality_groups(const ClusterProblem &problem) const;
    void add_relation(ClusterProblem &problem, std::size_t source, std::size_t sink,
                      std::size_t relation) const;

    const Graph &graph_;
    std::vector<std::optional<Entry>> entries_;
    std::vector<std::size_t> cluster_of_, place_; ///< of each node: its cluster, its position there
    std::map<Pair, std::vector<std::size_t>> between_;
    /// For each cluster, those that validity or conditioned relations lead to, or come from.
    std::vector<std::vector<std::size_t>> successors_, predecessors_;
};

} // namespace espalier::scheduler
