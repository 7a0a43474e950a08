#include "espalier/scheduler/member_choice.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace espalier::scheduler {

namespace {

/// The groups in the order in which they are to keep their locality: those with most subscripts
/// that the members to come can affect first, then those with most references (section 4.5).
std::vector<std::size_t> by_rank(const PartialBand &band)
{
    std::vector<std::size_t> order(band.graph.groups.size());
    std::iota(order.begin(), order.end(), 0);
    auto weight = [&](std::size_t group) {
        const LocalityGroup &one = band.graph.groups[group];
        return std::pair(access_rank(one, band.members, band.graph.parameters), one.multiplicity);
    };
    std::vector<std::pair<std::size_t, std::size_t>> weights;
    for (std::size_t group : order)
        weights.push_back(weight(group));
    std::ranges::stable_sort(order, std::greater(),
                             [&](std::size_t group) { return weights[group]; });
    return order;
}

RelationSet relations_of(const Graph &graph, std::size_t group, Role role)
{
    RelationSet result;
    for (std::size_t relation : relations_with(graph, role))
        if (graph.relations[relation].group == group)
            result.insert(relation);
    return result;
}

/// The member that carries as few locality relations as possible (section 4.4). The paper minimizes
/// bounds for all groups in one program, drops the first group with a bound that is not zero, and
/// begins again: what is left in the end are the groups that can have distance zero together with
/// those left before them, which is found here group by group. Among the functions that are left,
/// those with the smallest proximity distances are taken.
std::optional<Functions> local_member(const PartialBand &band, RelationSet zero,
                                      const Options &options, const Trace &trace)
{
    std::optional<Functions> best = smallest_distances_member(band.graph, zero, options, trace);
    if (!best)
        return std::nullopt;
    for (std::size_t group : by_rank(band))
        for (Role role : {Role::temporal, Role::spatial}) {
            RelationSet relations = relations_of(band.graph, group, role);
            if (relations.empty())
                continue;
            RelationSet all = zero;
            all.insert(relations.begin(), relations.end());
            bool is_zero = std::ranges::all_of(relations, [&](std::size_t relation) {
                return distances(band.graph.relations[relation], *best, band.graph.parameters)
                    .is_zero;
            });
            std::optional<Functions> member =
                is_zero ? best : smallest_distances_member(band.graph, all, options);
            if (trace.is_on() && !is_zero)
                trace.say("{} locality of {}: {}", role == Role::temporal ? "temporal" : "spatial",
                          band.graph.groups[group].name,
                          member ? "kept for later members" : "given up");
            if (!member)
                continue;
            best = std::move(member);
            zero = std::move(all);
        }
    return best;
}

} // namespace

std::optional<ChosenMember> choose_member(const PartialBand &band, const RelationSet &zero,
                                          const Options &options, const Trace &trace)
{
    bool has_spatial = !relations_with(band.graph, Role::spatial).empty();
    bool is_last = greatest_deficit(band.graph) == 1, is_first = band.members.empty();
    bool is_spatial = has_spatial && ((options.strategy == Strategy::cpu && is_last) ||
                                      (options.strategy == Strategy::gpu && is_first));
    if (is_spatial) {
        std::optional<SpatialMember> member = spatial_member(band.graph, zero, options, trace);
        if (member && member->carries)
            return ChosenMember{member->functions, true};
        trace.say("no member carries spatial locality");
    }
    std::optional<Functions> member =
        options.strategy == Strategy::cpu
            ? local_member(band, zero, options, trace)
            : smallest_distances_member(band.graph, zero, options, trace);
    return member ? std::optional(ChosenMember{*member}) : std::nullopt;
}

void add_member(PartialBand &band, const Functions &functions, bool is_coincident)
{
    Graph &graph = band.graph;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        graph.nodes[node].schedule(functions[node], graph.parameters, is_coincident);
    for (Relation &relation : graph.relations)
        if (relation.roles.has_any(of_groups) &&
            !distances(relation, functions, graph.parameters).is_zero)
            relation.roles = relation.roles.without(of_groups);
    band.members.push_back(functions);
}

RelationSet wanted_coincidence(const PartialBand &band, const Options &options)
{
    RelationSet result;
    const bool is_cpu = options.strategy == Strategy::cpu;
    bool is_inner =
        std::ranges::any_of(band.graph.nodes, [](const Node &node) { return node.depth > 0; });
    if (is_cpu && is_inner && greatest_deficit(band.graph) <= options.sequential_members)
        return result;
    for (std::size_t relation : relations_with(band.graph, Role::coincidence)) {
        const Relation &one = band.graph.relations[relation];
        if (!is_cpu || !band.graph.nodes[one.source].has_coincident ||
            !band.graph.nodes[one.sink].has_coincident)
            result.insert(relation);
    }
    return result;
}

} // namespace espalier::scheduler
