#include "espalier/scheduler/component.h"

#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>
#include <unordered_map>

namespace espalier::scheduler {

namespace {

/// { S[i] -> T[j] }: the pairs with the same value of two functions.
isl::map same_value(const Function &source, const Function &sink, const Statement &from,
                    const Statement &to)
{
    isl_map *first = isl_map_from_aff(to_aff(source, from).release());
    isl_map *second = isl_map_from_aff(to_aff(sink, to).release());
    return isl::manage(isl_map_apply_range(first, isl_map_reverse(second)));
}

/// { S[i] -> T[j] }: the pairs where the value of the first function is greater.
isl::map later_first(const Function &source, const Function &sink, const Statement &from,
                     const Statement &to)
{
    isl_map *first = isl_map_from_aff(to_aff(source, from).release());
    isl_map *second = isl_map_from_aff(to_aff(sink, to).release());
    isl_map *greater = isl_map_lex_gt(isl_space_range(isl_map_get_space(first)));
    return isl::manage(
        isl_map_apply_range(isl_map_apply_range(first, greater), isl_map_reverse(second)));
}

/// { [S[i] -> R[]] -> S[i] }
isl::map without_tag(const isl::set &tagged)
{
    isl_space *space = isl_space_unwrap(isl_set_get_space(tagged.get()));
    return presburger::domain_map(isl::manage(isl_map_universe(space)));
}

/// { S[i] -> T[j] } as pairs of tagged instances, with the spaces of `tagged`.
isl::map with_tags(const isl::map &pairs, const isl::map &tagged)
{
    auto is_tagged = [&](isl_dim_type end) {
        return isl_space_tuple_is_equal(tagged.space().get(), end, pairs.space().get(), end) !=
               isl_bool_true;
    };
    isl::map result = pairs;
    if (is_tagged(isl_dim_in))
        result = without_tag(tagged.domain()).apply_range(result);
    if (is_tagged(isl_dim_out))
        result = result.apply_range(without_tag(tagged.range()).reverse());
    return result;
}

/// Adds the pairs of each disjunct of `rest`, part of the dependence's.
void add_disjuncts(const Model &model, const Dependence &dependence, const isl::map &rest,
                   std::vector<DependencePtr> &result)
{
    rest.foreach_basic_map([&](const isl::basic_map &disjunct) {
        if (disjunct.is_empty())
            return;
        Dependence part = dependence;
        part.pairs = isl::map(disjunct);
        part.generators = generators_of(part.pairs, part.source == part.sink, model.parameters);
        result.push_back(std::make_shared<const Dependence>(std::move(part)));
    });
}

/// Marks the conditions with a sink that is a source of `violated`, or a source that is a sink.
void mark_adjacent(const isl::map &violated, const std::vector<DependencePtr> &dependences,
                   std::vector<bool> &marks)
{
    isl::union_set sources = violated.domain(), sinks = violated.range();
    auto meets = [](const isl::union_set &first, const isl::set &second) {
        return !first.intersect(second).is_empty();
    };
    for (std::size_t k = 0; k < dependences.size(); ++k)
        for (const isl::map &condition : dependences[k]->conditions) {
            if (marks[k])
                break;
            isl::map pairs = condition.intersect(with_tags(dependences[k]->pairs, condition));
            marks[k] = meets(sources, pairs.range()) || meets(sinks, pairs.domain());
        }
}

} // namespace

Graph graph_of(const Model &model, const Component &component, const std::vector<Node> &nodes)
{
    Graph graph{model.parameters, {}, {}, {}, model.constants};
    std::unordered_map<std::size_t, std::size_t> positions;
    for (std::size_t statement : component.statements) {
        positions.emplace(statement, graph.nodes.size());
        graph.nodes.push_back(nodes[statement]);
    }
    for (const DependencePtr &dependence : component.dependences)
        graph.relations.push_back({positions.at(dependence->source), positions.at(dependence->sink),
                                   dependence->roles, dependence->generators, dependence->group});
    for (const LocalityGroup &group : model.groups) {
        graph.groups.push_back({group.name, group.multiplicity, {}});
        for (const Reference &reference : group.references)
            if (auto found = positions.find(reference.node); found != positions.end()) {
                const Node &node = nodes[reference.node];
                graph.groups.back().references.push_back({found->second, reference.subscripts,
                                                          node.scheduled,
                                                          unit_vectors(node.dimensions)});
            }
    }
    return graph;
}

std::vector<DependencePtr> uncarried(const Model &model, const Component &component,
                                     const Graph &graph, const std::vector<Functions> &members)
{
    std::vector<DependencePtr> result;
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        const Relation &relation = graph.relations[k];
        const Dependence &dependence = *component.dependences[k];
        isl::map rest = dependence.pairs;
        bool is_same = true, is_apart = false;
        for (const Functions &member : members) {
            Distances all = distances(relation, member, model.parameters);
            is_apart = is_apart || all.is_apart;
            is_same = is_same && all.is_zero;
            if (!all.is_zero && !is_apart)
                rest = rest.intersect(same_value(member[relation.source], member[relation.sink],
                                                 model.statements[dependence.source],
                                                 model.statements[dependence.sink]));
        }
        if (is_same)
            result.push_back(component.dependences[k]);
        else if (!is_apart)
            add_disjuncts(model, dependence, rest, result);
    }
    return result;
}

std::vector<DependencePtr> made_unconditional(const std::vector<DependencePtr> &dependences,
                                              const std::vector<DependencePtr> &broken)
{
    auto has_conditioned = [](const DependencePtr &dependence) {
        return dependence->roles.has(Role::conditioned);
    };
    if (broken.empty() || std::ranges::none_of(dependences, has_conditioned))
        return dependences;
    isl::union_set sources = isl::union_set::empty(broken.front()->pairs.ctx()), sinks = sources;
    for (const DependencePtr &dependence : broken)
        for (const isl::map &condition : dependence->conditions) {
            isl::map pairs = condition.intersect(with_tags(dependence->pairs, condition));
            presburger::add_to(sources, pairs.domain());
            presburger::add_to(sinks, pairs.range());
        }
    std::vector<DependencePtr> result;
    for (const DependencePtr &dependence : dependences) {
        bool is_adjacent =
            std::ranges::any_of(dependence->conditioned, [&](const isl::map &conditioned) {
                isl::map pairs = conditioned.intersect(with_tags(dependence->pairs, conditioned));
                return !sinks.intersect(pairs.domain()).is_empty() ||
                       !sources.intersect(pairs.range()).is_empty();
            });
        result.push_back(dependence);
        if (is_adjacent) {
            Dependence unconditional = *dependence;
            unconditional.roles = unconditional.roles | Role::validity;
            result.back() = std::make_shared<const Dependence>(std::move(unconditional));
        }
    }
    return result;
}

std::vector<std::size_t> adjacent_conditions(const Model &model, const Component &component,
                                             const Graph &graph, const Functions &member)
{
    std::vector<bool> marks(component.dependences.size(), false);
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        const Relation &relation = graph.relations[k];
        const Dependence &conditioned = *component.dependences[k];
        if (!relation.roles.has(Role::conditioned) || member[relation.source].empty() ||
            member[relation.sink].empty() ||
            distances(relation, member, model.parameters).is_nonnegative)
            continue;
        isl::map violated = conditioned.pairs.intersect(
            later_first(member[relation.source], member[relation.sink],
                        model.statements[conditioned.source], model.statements[conditioned.sink]));
        for (const isl::map &tagged : conditioned.conditioned)
            mark_adjacent(tagged.intersect(with_tags(violated, tagged)), component.dependences,
                          marks);
    }
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < marks.size(); ++k)
        if (marks[k])
            result.push_back(k);
    return result;
}

} // namespace espalier::scheduler
