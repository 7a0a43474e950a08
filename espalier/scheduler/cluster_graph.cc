#include "espalier/scheduler/cluster_graph.h"

#include "espalier/base/graph.h"

#include <algorithm>

namespace espalier::scheduler {

namespace {

constexpr Roles conditional = Role::condition | Role::conditioned,
                unconditional = Role::validity | Role::proximity | Role::coincidence |
                                Role::temporal | Role::spatial;

/// A cluster as a node, of which the members of its band are the dimensions.
Node node_of(const Cluster &cluster, const std::vector<Node> &nodes)
{
    auto has_coincident = [&](std::size_t node) { return nodes[node].has_coincident; };
    std::string name;
    for (std::size_t node : cluster.nodes)
        name += (name.empty() ? "" : "+") + nodes[node].name;
    std::vector<std::string> members;
    for (std::size_t k = 0; k < cluster.band.members.size(); ++k)
        members.push_back("t" + std::to_string(k));
    return {name,
            cluster.band.members.size(),
            {},
            nodes[cluster.nodes.front()].depth,
            std::ranges::all_of(cluster.nodes, has_coincident),
            members};
}

} // namespace

ClusterGraph::ClusterGraph(const Graph &graph, std::vector<Cluster> clusters)
    : graph_(graph), cluster_of_(graph.nodes.size()), place_(graph.nodes.size())
{
    for (Cluster &cluster : clusters) {
        for (std::size_t k = 0; k < cluster.nodes.size(); ++k) {
            cluster_of_[cluster.nodes[k]] = entries_.size();
            place_[cluster.nodes[k]] = k;
        }
        entries_.push_back(Entry{std::move(cluster), {}, {}});
    }
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        std::size_t source = cluster_of_[graph.relations[k].source],
                    sink = cluster_of_[graph.relations[k].sink];
        if (source != sink)
            between_[{source, sink}].push_back(k);
        else if (!entries_[source]->cluster.band.is_empty())
            add_inner(*entries_[source], k);
    }
    for (std::optional<Entry> &entry : entries_)
        entry->inner = joined(entry->inner);
    sort_relations();
}

/// Files the relations between clusters under the clusters that their nodes are in now.
void ClusterGraph::sort_relations()
{
    std::map<Pair, std::vector<std::size_t>> between;
    for (const auto &[pair, relations] : between_)
        for (std::size_t relation : relations) {
            std::size_t source = cluster_of_[graph_.relations[relation].source],
                        sink = cluster_of_[graph_.relations[relation].sink];
            if (source != sink)
                between[{source, sink}].push_back(relation);
        }
    between_ = std::move(between);
    successors_.assign(entries_.size(), {});
    predecessors_.assign(entries_.size(), {});
    auto is_order = [&](std::size_t relation) {
        return graph_.relations[relation].roles.has_any(orders);
    };
    for (const auto &[pair, relations] : between_)
        if (std::ranges::any_of(relations, is_order)) {
            successors_[pair.first].push_back(pair.second);
            predecessors_[pair.second].push_back(pair.first);
        }
}

/// Adds what a relation between nodes of a cluster asks of functions of its members. Conditions
/// that all members keep local are local to all functions of them.
void ClusterGraph::add_inner(Entry &entry, std::size_t relation) const
{
    const Relation &given = graph_.relations[relation];
    bool is_local = true;
    for (const BandMembers::Member &member : entry.cluster.band.members) {
        Functions functions(graph_.nodes.size());
        for (std::size_t node : {given.source, given.sink})
            functions[node] = member.functions[place_[node]];
        is_local = is_local && distances(given, functions, graph_.parameters).is_zero;
    }
    if (given.roles.has(Role::conditioned) || (given.roles.has(Role::condition) && !is_local))
        entry.conditional.push_back(relation);
    Roles roles = given.roles & unconditional;
    if (roles != Roles())
        entry.inner.push_back(
            {0, 0, roles,
             on_clusters(*given.generators, functions_of(entry.cluster.band, place_[given.source]),
                         functions_of(entry.cluster.band, place_[given.sink]), graph_.parameters,
                         true),
             given.group});
}

std::vector<std::size_t> ClusterGraph::with_all_between(const Pair &pair) const
{
    auto [first, second] = pair;
    std::vector<bool> after_first = reached(first, successors_),
                      before_first = reached(first, predecessors_),
                      after_second = reached(second, successors_),
                      before_second = reached(second, predecessors_);
    std::vector<std::size_t> result;
    for (std::size_t id = 0; id < entries_.size(); ++id)
        if (entries_[id] &&
            (id == first || id == second || (after_first[id] && before_second[id]) ||
             (after_second[id] && before_first[id])))
            result.push_back(id);
    return result;
}

ClusterProblem ClusterGraph::problem(const std::vector<std::size_t> &clusters) const
{
    ClusterProblem result{clusters, {graph_.parameters, {}, {}, {}, graph_.constants}, {}};
    for (std::size_t id : clusters) {
        const Entry &entry = *entries_[id];
        std::size_t node = result.graph.nodes.size();
        result.graph.nodes.push_back(node_of(entry.cluster, graph_.nodes));
        for (Relation relation : entry.inner) {
            relation.source = relation.sink = node;
            result.graph.relations.push_back(std::move(relation));
            result.origins.push_back(std::nullopt);
        }
        for (std::size_t relation : entry.conditional)
            add_relation(result, node, node, relation);
    }
    for (std::size_t source = 0; source < clusters.size(); ++source)
        for (std::size_t sink = 0; sink < clusters.size(); ++sink)
            if (auto found = between_.find({clusters[source], clusters[sink]});
                found != between_.end())
                for (std::size_t relation : found->second)
                    add_relation(result, source, sink, relation);
    result.graph.groups = locality_groups(result);
    return result;
}

void ClusterGraph::add_relation(ClusterProblem &problem, std::size_t source, std::size_t sink,
                                std::size_t relation) const
{
    const Relation &given = graph_.relations[relation];
    const Cluster &from = entries_[problem.clusters[source]]->cluster,
                  &to = entries_[problem.clusters[sink]]->cluster;
    Roles roles = source == sink ? given.roles & conditional : given.roles;
    problem.graph.relations.push_back(
        {source, sink, roles,
         on_clusters(*given.generators, functions_of(from.band, place_[given.source]),
                     functions_of(to.band, place_[given.sink]), graph_.parameters, source == sink),
         given.group});
    problem.origins.push_back(relation);
}

/// The references of the clusters in a problem.
std::vector<LocalityGroup> ClusterGraph::locality_groups(const ClusterProblem &problem) const
{
    std::vector<LocalityGroup> result = graph_.groups;
    for (LocalityGroup &group : result) {
        std::vector<Reference> references;
        for (Reference &reference : group.references) {
            auto found = std::ranges::find(problem.clusters, cluster_of_[reference.node]);
            if (found == problem.clusters.end())
                continue;
            std::vector<Vector> members;
            for (const Function &function :
                 functions_of(entries_[*found]->cluster.band, place_[reference.node])) {
                auto row = coefficients(function, graph_.parameters);
                members.emplace_back(row.begin(), row.end());
            }
            references.push_back({static_cast<std::size_t>(found - problem.clusters.begin()),
                                  reference.subscripts, reference.scheduled, std::move(members)});
        }
        group.references = std::move(references);
    }
    return result;
}

Functions ClusterGraph::on_nodes(const ClusterProblem &problem, const Functions &member) const
{
    Functions result(graph_.nodes.size());
    for (std::size_t k = 0; k < problem.clusters.size(); ++k) {
        const Cluster &cluster = entries_[problem.clusters[k]]->cluster;
        for (std::size_t place = 0; place < cluster.nodes.size(); ++place)
            result[cluster.nodes[place]] =
                composed(member[k], functions_of(cluster.band, place), graph_.parameters);
    }
    return result;
}

void ClusterGraph::merge(const ClusterProblem &problem, const BandMembers &band)
{
    std::size_t id = problem.clusters.front();
    Entry merged{{{}, {{}, true}}, {}, {}};
    merged.cluster.band.members.resize(band.members.size());
    for (std::size_t cluster : problem.clusters)
        std::ranges::copy(entries_[cluster]->cluster.nodes,
                          std::back_inserter(merged.cluster.nodes));
    std::ranges::sort(merged.cluster.nodes);
    for (std::size_t k = 0; k < band.members.size(); ++k) {
        Functions functions = on_nodes(problem, band.members[k].functions);
        for (std::size_t node : merged.cluster.nodes)
            merged.cluster.band.members[k].functions.push_back(functions[node]);
        merged.cluster.band.members[k].is_coincident = band.members[k].is_coincident;
        merged.cluster.band.members[k].carries_spatial = band.members[k].carries_spatial;
    }

    for (std::size_t k = 0; k < problem.clusters.size(); ++k) {
        const std::vector<Function> members = functions_of(band, k);
        for (const Relation &relation : entries_[problem.clusters[k]]->inner)
            merged.inner.push_back(
                {0, 0, relation.roles,
                 on_clusters(*relation.generators, members, members, graph_.parameters, true),
                 relation.group});
        std::ranges::copy(entries_[problem.clusters[k]]->conditional,
                          std::back_inserter(merged.conditional));
        entries_[problem.clusters[k]].reset();
    }
    for (std::size_t k = 0; k < merged.cluster.nodes.size(); ++k) {
        cluster_of_[merged.cluster.nodes[k]] = id;
        place_[merged.cluster.nodes[k]] = k;
    }
    for (const auto &[pair, relations] : between_)
        for (std::size_t relation : relations)
            if (cluster_of_[graph_.relations[relation].source] ==
                cluster_of_[graph_.relations[relation].sink])
                add_inner(merged, relation);
    merged.inner = joined(merged.inner);
    entries_[id] = std::move(merged);
    sort_relations();
}

std::vector<Cluster> ClusterGraph::in_order() const
{
    std::vector<Cluster> result;
    for (const auto &component : strongly_connected_components(successors_))
        if (entries_[component.front()])
            result.push_back(entries_[component.front()]->cluster);
    return result;
}

} // namespace espalier::scheduler
