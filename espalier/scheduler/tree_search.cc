#include "espalier/scheduler/tree_search.h"

#include "espalier/base/graph.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/scheduler/wording.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/space.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <unordered_map>

namespace espalier::scheduler {

namespace {

/// The part of a component with some of its statements.
Component part(const Component &component, const std::vector<std::size_t> &nodes)
{
    Component result;
    for (std::size_t node : nodes)
        result.statements.push_back(component.statements[node]);
    auto has = [&](std::size_t statement) {
        return std::ranges::binary_search(result.statements, statement);
    };
    for (const DependencePtr &dependence : component.dependences)
        if (has(dependence->source) && has(dependence->sink))
            result.dependences.push_back(dependence);
    return result;
}

/// The conditions from one cluster to another, which are not local from here on.
std::vector<DependencePtr> conditions_between(const Component &component,
                                              const std::vector<Cluster> &clusters)
{
    std::unordered_map<std::size_t, std::size_t> cluster_of;
    for (std::size_t k = 0; k < clusters.size(); ++k)
        for (std::size_t node : clusters[k].nodes)
            cluster_of[component.statements[node]] = k;
    std::vector<DependencePtr> result;
    for (const DependencePtr &dependence : component.dependences)
        if (dependence->roles.has(Role::condition) &&
            cluster_of[dependence->source] != cluster_of[dependence->sink])
            result.push_back(dependence);
    return result;
}

/// "S0, S1 | S2": the nodes of some parts of a graph.
/// \param nodes  from a part to the positions of its nodes
template <class Part, class Nodes>
std::string list(const Graph &graph, const std::vector<Part> &parts, Nodes nodes)
{
    std::vector<std::string> result;
    for (const Part &part : parts)
        result.push_back(names(graph, std::invoke(nodes, part)));
    return fmt::format("{}", fmt::join(result, " | "));
}

/// For each node, the nodes that relations for which `counts` holds lead to.
template <class Predicate>
std::vector<std::vector<std::size_t>> successors(const Graph &graph, Predicate counts)
{
    std::vector<std::vector<std::size_t>> result(graph.nodes.size());
    for (const Relation &relation : graph.relations)
        if (counts(relation))
            result[relation.source].push_back(relation.sink);
    return result;
}

std::vector<std::vector<std::size_t>> strong_components(const Graph &graph)
{
    return strongly_connected_components(
        successors(graph, [](const Relation &relation) { return relation.roles.has_any(orders); }));
}

/// The nodes that relations of any kind connect.
std::vector<std::vector<std::size_t>> weak_components(const Graph &graph)
{
    auto both_ways = successors(graph, [](const Relation &) { return true; });
    for (const Relation &relation : graph.relations)
        both_ways[relation.sink].push_back(relation.source);
    auto result = strongly_connected_components(both_ways);
    std::ranges::sort(result);
    return result;
}

/// { S[i] -> [t] } of some statements.
isl::multi_union_pw_aff partial_schedule(const Model &model, const Component &component,
                                         const BandMembers &band)
{
    isl_space *space = isl_set_get_space(model.statements.front().domain.get());
    space = isl_space_set_from_params(isl_space_params(space));
    space = isl_space_add_dims(space, isl_dim_set, static_cast<unsigned>(band.members.size()));
    isl_union_pw_aff_list *list = isl_union_pw_aff_list_alloc(
        isl_space_get_ctx(space), static_cast<int>(band.members.size()));
    for (const BandMembers::Member &member : band.members) {
        isl_space *none = isl_space_params(isl_space_copy(space));
        isl::union_pw_aff function = isl::manage(isl_union_pw_aff_empty(none));
        for (std::size_t k = 0; k < component.statements.size(); ++k) {
            const Statement &statement = model.statements[component.statements[k]];
            presburger::add_to(function, isl::pw_aff(to_aff(member.functions[k], statement)));
        }
        list = isl_union_pw_aff_list_add(list, function.release());
    }
    return isl::manage(isl_multi_union_pw_aff_from_union_pw_aff_list(space, list));
}

/// Divides the functions of a member by what divides all coefficients of dimensions and symbolic
/// constants: what is left over of the constant terms orders the instances that fall together, and
/// the tree below does so (shifted strides, section 3.2).
/// \return what they were divided by
Number remove_stride(Functions &functions)
{
    Number divisor = 0;
    for (const Function &function : functions)
        divisor = std::gcd(divisor, common_divisor(std::span(function).subspan(1)));
    if (divisor <= 1)
        return 1;
    for (Function &function : functions)
        for (Number &number : function)
            number = (number - ((number % divisor) + divisor) % divisor) / divisor;
    return divisor;
}

/// Whether a statement with most loops has fewer subscripts in each reference than loops around it:
/// elements are used again and again, and it need not matter which loop goes through memory.
bool has_reuse(const Graph &graph)
{
    std::size_t depth = 0;
    for (const Node &node : graph.nodes)
        depth = std::max(depth, node.dimensions);
    std::vector<std::size_t> subscripts(graph.nodes.size()); // of the reference with most
    for (const LocalityGroup &group : graph.groups)
        for (const Reference &reference : group.references)
            subscripts[reference.node] =
                std::max(subscripts[reference.node], row_basis(reference.subscripts).size());
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        if (graph.nodes[node].dimensions == depth && subscripts[node] < depth &&
            subscripts[node] > 0)
            return true;
    return false;
}

/// Whether the last member of a band is the innermost loop, and carries no validity from a node to
/// itself, so that vectors of instances of each can be executed.
bool can_be_vectorized(const Graph &graph, const BandMembers &band)
{
    return band.members.size() == greatest_deficit(graph) &&
           std::ranges::all_of(graph.relations, [&](const Relation &relation) {
               return relation.source != relation.sink || !relation.roles.has(Role::validity) ||
                      distances(relation, band.members.back().functions, graph.parameters).is_zero;
           });
}

/// How many registers the statements of a component may need: for each different reference, as many
/// as there are loops around it (Spatial Locality (2018), section 4.7).
std::size_t registers(const Model &model, const Component &component)
{
    std::size_t result = 0;
    for (const LocalityGroup &group : model.groups)
        for (const Reference &reference : group.references)
            if (!reference.is_repeated &&
                std::ranges::binary_search(component.statements, reference.node))
                result += model.statements[reference.node].node.dimensions;
    return result;
}

} // namespace

TreeSearch::TreeSearch(const Model &model, const Options &options, Trace trace)
    : model_(model), options_(options), search_(options), trace_(trace)
{
    for (const Statement &statement : model.statements)
        nodes_.push_back(statement.node);
}

schedule::NodePtr TreeSearch::run()
{
    Component all{{}, model_.dependences};
    for (std::size_t k = 0; k < model_.statements.size(); ++k)
        all.statements.push_back(k);
    return all.statements.empty() ? schedule::leaf() : schedule(all, trace_);
}

/// { S[i] }: what selects all instances of some statements.
schedule::NodePtr TreeSearch::filter(const Component &component, schedule::NodePtr below) const
{
    isl::union_set all = isl::union_set::empty(model_.statements.front().domain.ctx());
    for (std::size_t statement : component.statements)
        presburger::add_to(
            all, isl::set::universe(model_.statements[statement].domain.space()).to_union_set());
    return schedule::node(schedule::Filter{all}, std::move(below));
}

/// The parts that nothing connects, in any order.
schedule::NodePtr TreeSearch::schedule(const Component &component, const Trace &trace)
{
    const Graph graph = graph_of(model_, component, nodes_);
    auto parts = weak_components(graph);
    if (parts.size() == 1)
        return schedule_connected(component, graph, trace);
    if (trace.is_on())
        trace.say("nothing ties together: {}", list(graph, parts, std::identity()));
    std::vector<schedule::NodePtr> children;
    for (const std::vector<std::size_t> &nodes : parts) {
        Component child = part(component, nodes);
        Graph inner = graph_of(model_, child, nodes_);
        children.push_back(filter(child, schedule_connected(child, inner, trace.nested())));
    }
    return schedule::set(children);
}

/// Clusters one after the other.
schedule::NodePtr TreeSearch::schedule_connected(const Component &component, const Graph &graph,
                                                 const Trace &trace)
{
    std::vector<Cluster> parts = clusters(component, graph, trace);
    if (parts.size() == 1)
        return place(component, parts.front().band, trace);
    if (trace.is_on())
        trace.say("one after the other: {}", list(graph, parts, &Cluster::nodes));
    std::vector<DependencePtr> crossing = conditions_between(component, parts);
    if (trace.is_on() && !crossing.empty())
        trace.say("live ranges that this cuts: " + conditions_in_words(crossing));
    std::vector<schedule::NodePtr> children;
    for (const Cluster &cluster : parts) {
        Component piece = part(component, cluster.nodes);
        piece.dependences = made_unconditional(piece.dependences, crossing);
        bool is_valid = respects(piece, cluster.band);
        if (trace.is_on() && !is_valid)
            trace.say("that breaks live ranges of {}: its band begins anew",
                      names(graph_of(model_, piece, nodes_)));
        schedule::NodePtr below =
            is_valid ? place(piece, cluster.band, trace.nested()) : schedule(piece, trace.nested());
        children.push_back(filter(piece, below));
    }
    return schedule::sequence(children);
}

/// Whether a band still respects all validity constraints.
bool TreeSearch::respects(const Component &component, const BandMembers &band) const
{
    Graph graph = graph_of(model_, component, nodes_);
    return std::ranges::all_of(graph.relations, [&](const Relation &relation) {
        return !relation.roles.has(Role::validity) ||
               std::ranges::all_of(band.members, [&](const BandMembers::Member &member) {
                   return distances(relation, member.functions, model_.parameters).is_nonnegative;
               });
    });
}

/// The strongly connected components with their bands, fused.
std::vector<Cluster> TreeSearch::clusters(const Component &component, const Graph &graph,
                                          const Trace &trace)
{
    std::vector<Cluster> result;
    for (std::vector<std::size_t> &nodes : strong_components(graph)) {
        Component inner = part(component, nodes);
        BandMembers band = band_for(inner, graph_of(model_, inner, nodes_), trace);
        result.push_back({std::move(nodes), std::move(band)});
    }
    if (result.size() == 1)
        return result;
    return fuse(graph, std::move(result), adjacency(component, graph), search_, options_, trace);
}

AdjacentConditions TreeSearch::adjacency(const Component &component, const Graph &graph) const
{
    return [this, &component, &graph](const Functions &member) {
        return adjacent_conditions(model_, component, graph, member);
    };
}

/// A permutable band, or nothing where a step of Feautrier's suits the target better.
BandMembers TreeSearch::first_band(const Component &component, const Graph &graph,
                                   const Trace &trace)
{
    const AdjacentConditions adjacent = adjacency(component, graph);
    BandMembers band = search_.permutable_band(graph, adjacent, options_.outer_coincidence, trace);
    if (!band.is_empty() || !options_.outer_coincidence || options_.strategy != Strategy::cpu)
        return band;
    const std::size_t needed = registers(model_, component);
    if (needed > options_.register_limit) {
        trace.say("no band: {} registers would be needed, more than {}", needed,
                  options_.register_limit);
        return band;
    }
    trace.say("{} registers suffice for a band without a coincident first member", needed);
    band = search_.permutable_band(graph, adjacent, false, trace);
    if (!options_.vector_innermost || !has_reuse(graph) || can_be_vectorized(graph, band))
        return band;
    trace.say(
        "not taken: along the innermost loop, instances of one statement depend on each other, "
        "or may do so");
    return {};
}

/// The next band of a strongly connected component; empty if none is needed.
BandMembers TreeSearch::band_for(const Component &component, const Graph &graph, const Trace &trace)
{
    bool has_orders = std::ranges::any_of(
        graph.relations, [](const Relation &relation) { return relation.roles.has_any(orders); });
    bool has_depth =
        std::ranges::any_of(graph.nodes, [](const Node &node) { return node.deficit() > 0; });
    if (!has_orders && !has_depth)
        return {};
    if (trace.is_on())
        trace.say("band of " + names(graph));
    BandMembers band;
    if (has_depth && (options_.algorithm == Algorithm::automatic || !has_orders))
        band = first_band(component, graph, trace.nested());
    if (band.is_empty() && has_orders) {
        trace.nested().say("a step of Feautrier's");
        band = search_.carrying_band(graph, trace.nested().nested());
        for (BandMembers::Member &member : band.members)
            if (Number stride = remove_stride(member.functions); stride > 1)
                trace.nested().say("a stride of {} removed", stride);
    }
    if (band.is_empty() && has_depth)
        band = search_.permutable_band(graph, adjacency(component, graph), false, trace.nested());
    if (band.is_empty())
        throw NoSchedule{fmt::format("no function of the instances of {} carries any of the "
                                     "dependences among them: they form a cycle",
                                     graph.nodes.front().name)};
    return band;
}

/// The conditions that some member does not keep local.
std::vector<DependencePtr>
TreeSearch::conditions_not_local(const Component &component, const Graph &graph,
                                 const std::vector<Functions> &members) const
{
    std::vector<DependencePtr> result;
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        bool is_local = std::ranges::all_of(members, [&](const Functions &member) {
            return distances(graph.relations[k], member, model_.parameters).is_zero;
        });
        if (graph.relations[k].roles.has(Role::condition) && !is_local)
            result.push_back(component.dependences[k]);
    }
    return result;
}

std::string TreeSearch::conditions_in_words(const std::vector<DependencePtr> &conditions) const
{
    std::set<std::string> result;
    for (const DependencePtr &condition : conditions)
        result.insert(
            fmt::format("{} -> {}", nodes_[condition->source].name, nodes_[condition->sink].name));
    return fmt::format("{}", fmt::join(result, ", "));
}

/// The band under a mark that says which member goes from neighbour to neighbour, if one does:
/// "coalesced: 0" for the first (Spatial Locality (2018), section 4.8).
schedule::NodePtr TreeSearch::marked(schedule::NodePtr band, const BandMembers &members) const
{
    auto chosen = std::ranges::find_if(members.members, [](const BandMembers::Member &member) {
        return member.carries_spatial && member.is_coincident;
    });
    if (options_.strategy != Strategy::gpu || chosen == members.members.end())
        return band;
    return schedule::node(
        schedule::Mark{fmt::format("coalesced: {}", chosen - members.members.begin())},
        std::move(band));
}

/// Begins what a trace says of what is below a band, unless that orders nothing.
void TreeSearch::describe_rest(const Component &component, const std::vector<DependencePtr> &broken,
                               const Trace &trace) const
{
    if (!trace.is_on())
        return;
    Graph graph = graph_of(model_, component, nodes_);
    if (graph.nodes.size() == 1 && greatest_deficit(graph) == 0)
        return;
    trace.say("below the band of {}", names(graph));
    if (!broken.empty())
        trace.nested().say("live ranges that the band does not keep local: " +
                           conditions_in_words(broken));
}

/// The band over what it leaves to do; nothing below if it leaves nothing.
schedule::NodePtr TreeSearch::place(const Component &component, const BandMembers &band,
                                    const Trace &trace)
{
    if (band.is_empty())
        return schedule::leaf();
    Graph graph = graph_of(model_, component, nodes_);
    std::vector<Functions> members;
    for (const BandMembers::Member &member : band.members) {
        members.push_back(member.functions);
        for (std::size_t k = 0; k < component.statements.size(); ++k)
            nodes_[component.statements[k]].schedule(member.functions[k], model_.parameters,
                                                     member.is_coincident);
    }
    std::vector<DependencePtr> broken = conditions_not_local(component, graph, members);
    describe_rest(component, broken, trace);
    Component rest{component.statements,
                   made_unconditional(uncarried(model_, component, graph, members), broken)};
    schedule::Band node(partial_schedule(model_, component, band));
    node.is_permutable = band.is_permutable;
    for (std::size_t k = 0; k < band.members.size(); ++k)
        node.members[k].is_coincident = band.members[k].is_coincident;
    return marked(schedule::node(std::move(node), schedule(rest, trace.nested())), band);
}

} // namespace espalier::scheduler
