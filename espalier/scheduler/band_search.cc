#include "espalier/scheduler/band_search.h"

#include "espalier/scheduler/member_choice.h"
#include "espalier/scheduler/wording.h"

#include <algorithm>

namespace espalier::scheduler {

namespace {

bool is_coincident(const Graph &graph, const Functions &functions)
{
    return std::ranges::all_of(graph.relations, [&](const Relation &relation) {
        return !relation.roles.has(Role::coincidence) ||
               distances(relation, functions, graph.parameters).is_zero;
    });
}

void describe_demands(const Trace &trace, const PartialBand &band, const RelationSet &coincident,
                      const RelationSet &local)
{
    if (!trace.is_on())
        return;
    std::string demands;
    if (!coincident.empty())
        demands += "; to be coincident: " + describe(band.graph, coincident);
    if (!local.empty())
        demands += "; live ranges to be kept local: " + describe(band.graph, local);
    trace.say("member {}{}", band.members.size(), demands);
}

/// \param graph  that of the band, as it was before its first member
void describe_member(const Trace &trace, const Graph &graph, const ChosenMember &member)
{
    if (!trace.is_on())
        return;
    RelationSet carried;
    for (std::size_t relation : relations_with(graph, Role::coincidence))
        if (!distances(graph.relations[relation], member.functions, graph.parameters).is_zero)
            carried.insert(relation);
    trace.say(describe(graph, member.functions));
    trace.say(carried.empty() ? "coincident" : "not coincident for " + describe(graph, carried));
    if (member.carries_spatial)
        trace.say("carries spatial locality: goes from neighbour to neighbour");
}

/// What a step of Feautrier's carries of the dependences, and what it leaves to the bands below.
void describe_step(const Trace &trace, const Graph &graph, const Functions &functions)
{
    if (!trace.is_on())
        return;
    RelationSet carried, left;
    for (std::size_t k = 0; k < graph.relations.size(); ++k)
        if (graph.relations[k].roles.has_any(orders)) {
            Distances all = distances(graph.relations[k], functions, graph.parameters);
            (all.is_nonnegative && all.is_apart ? carried : left).insert(k);
        }
    trace.say(describe(graph, functions));
    trace.say("carries " + describe(graph, carried));
    if (!left.empty())
        trace.say("leaves " + describe(graph, left));
}

} // namespace

std::size_t BandMembers::coincident_count() const
{
    return static_cast<std::size_t>(std::ranges::count_if(members, &Member::is_coincident));
}

BandMembers BandSearch::permutable_band(const Graph &graph, const AdjacentConditions &adjacent,
                                        bool needs_coincident, const Trace &trace)
{
    RelationSet local;
    bool wants_coincidence = true;
    BandMembers band;
    PartialBand partial{graph, {}};
    while (greatest_deficit(partial.graph) > 0) {
        RelationSet zero = local;
        RelationSet wanted =
            wants_coincidence ? wanted_coincidence(partial, options_) : RelationSet();
        describe_demands(trace, partial, wanted, local);
        zero.merge(wanted);
        std::optional<ChosenMember> member = choose_member(partial, zero, options_, trace.nested());
        if (!member) {
            trace.nested().say("there is none");
            if (zero.size() == local.size() || (needs_coincident && band.is_empty()))
                break;
            wants_coincidence = false;
            continue;
        }
        describe_member(trace.nested(), graph, *member);
        ++counts_.members;
        bool coincident = is_coincident(graph, member->functions);
        band.members.push_back({member->functions, coincident, member->carries_spatial});
        add_member(partial, member->functions, coincident);
        if (!localize(graph, band, adjacent(member->functions), local, trace.nested())) {
            trace.say("the band begins anew, with more live ranges local to it");
            ++counts_.resets;
            band.members.clear();
            partial = {graph, {}};
            wants_coincidence = true;
        }
    }
    return band;
}

/// Marks conditions as local.
/// \return false if some are not under the members that there are
bool BandSearch::localize(const Graph &graph, const BandMembers &band,
                          const std::vector<std::size_t> &conditions, RelationSet &local,
                          const Trace &trace)
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
        if (trace.is_on())
            trace.say("live range {} {}", describe(graph, std::span(&condition, 1)),
                      is_local ? "is local, and has to stay so" : "is not local");
        all_local = all_local && is_local;
    }
    return all_local;
}

/// Relations between nodes can be left to the order of the nodes below, those of a node with itself
/// only to its own members: these are carried first, which leaves the functions simpler.
BandMembers BandSearch::carrying_band(const Graph &graph, const Trace &trace)
{
    RelationSet all, own;
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        if (!graph.relations[k].roles.has_any(orders))
            continue;
        all.insert(k);
        if (graph.relations[k].source == graph.relations[k].sink)
            own.insert(k);
    }
    const RelationSet coincidence = relations_with(graph, Role::coincidence);
    std::vector<RelationSet> choices = {own, all};
    if (options_.algorithm == Algorithm::feautrier)
        choices = {all};
    Options unlimited = options_;
    unlimited.max_constant_term = unlimited.max_coefficient = -1;
    for (const Options &options : {options_, unlimited})
        for (const RelationSet &carried : choices)
            for (const RelationSet &zero : {coincidence, RelationSet()}) {
                if (carried.empty())
                    continue;
                if (auto member = carrying_member(graph, zero, carried, options, trace)) {
                    ++counts_.members;
                    describe_step(trace, graph, *member);
                    return {{{*member, is_coincident(graph, *member)}}, false};
                }
            }
    return {};
}

} // namespace espalier::scheduler
