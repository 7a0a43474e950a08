#include "espalier/scheduler/band_search.h"

#include "espalier/scheduler/member.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::scheduler {

namespace {

/// The graph with the functions of a member scheduled.
void schedule(Graph &graph, const Functions &functions)
{
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        graph.nodes[node].scheduled.emplace_back(functions[node].begin() + 1 +
                                                     static_cast<std::ptrdiff_t>(graph.parameters),
                                                 functions[node].end());
}

bool is_coincident(const Graph &graph, const Functions &functions)
{
    return std::ranges::all_of(graph.relations, [&](const Relation &relation) {
        return !relation.roles.has(Role::coincidence) ||
               distances(relation, functions, graph.parameters).is_zero;
    });
}

std::size_t greatest_deficit(const Graph &graph)
{
    std::size_t result = 0;
    for (const Node &node : graph.nodes)
        result = std::max(result, node.deficit());
    return result;
}

} // namespace

std::size_t BandMembers::coincident_count() const
{
    return static_cast<std::size_t>(std::ranges::count_if(members, &Member::is_coincident));
}

BandMembers BandSearch::permutable_band(const Graph &graph, const AdjacentConditions &adjacent)
{
    const std::vector<std::vector<std::size_t>> proximity = {
        relations_with(graph, Role::proximity)};
    const bool has_coincidence = !relations_with(graph, Role::coincidence).empty();
    MemberDemands demands{has_coincidence, {}};
    BandMembers band;
    Graph current = graph;
    while (greatest_deficit(current) > 0) {
        auto member = smallest_distances_member(current, demands, proximity, options_);
        if (!member) {
            if (!demands.is_coincident || (options_.outer_coincidence && band.is_empty()))
                break;
            demands.is_coincident = false;
            continue;
        }
        ++counts_.members;
        band.members.push_back({member->functions, is_coincident(graph, member->functions)});
        schedule(current, member->functions);
        if (!localize(graph, band, adjacent(member->functions), demands.local)) {
            ++counts_.resets;
            band.members.clear();
            current = graph;
            demands.is_coincident = has_coincidence;
        }
    }
    return band;
}

/// Marks conditions as local.
/// \return false if some are not under the members that there are
bool BandSearch::localize(const Graph &graph, const BandMembers &band,
                          const std::vector<std::size_t> &conditions, std::set<std::size_t> &local)
{
    bool all_local = true;
    for (std::size_t condition : conditions) {
        if (!local.insert(condition).second)
            continue;
        ++counts_.localized;
        bool is_local = std::ranges::all_of(band.members, [&](const BandMembers::Member &member) {
            return distances(graph.relations[condition], member.functions, graph.parameters)
                .is_zero;
        });
        counts_.non_local += !is_local;
        all_local = all_local && is_local;
    }
    return all_local;
}

/// Relations between nodes can be left to the order of the nodes below, those of a node with itself
/// only to its own members: these are carried first, which leaves the functions simpler.
BandMembers BandSearch::carrying_band(const Graph &graph)
{
    std::vector<std::size_t> all, own;
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        if (!graph.relations[k].roles.has_any(orders))
            continue;
        all.push_back(k);
        if (graph.relations[k].source == graph.relations[k].sink)
            own.push_back(k);
    }
    const bool has_coincidence = !relations_with(graph, Role::coincidence).empty();
    std::vector<std::vector<std::size_t>> choices = {own, all};
    if (options_.algorithm == Algorithm::feautrier)
        choices = {all};
    for (const std::vector<std::size_t> &carried : choices)
        for (bool coincident : {true, false}) {
            if (carried.empty() || (coincident && !has_coincidence))
                continue;
            if (auto member = carrying_member(graph, {coincident, {}}, carried)) {
                ++counts_.members;
                return {{{*member, is_coincident(graph, *member)}}, false};
            }
        }
    return {};
}

} // namespace espalier::scheduler
