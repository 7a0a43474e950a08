#include "espalier/scheduler/clusters.h"

#include "espalier/base/graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace espalier::scheduler {

namespace {

using presburger::Generators;

constexpr Roles conditional = Role::condition | Role::conditioned,
                unconditional = Role::validity | Role::proximity | Role::coincidence |
                                Role::temporal | Role::spatial,
                locality = Role::proximity | Role::temporal;

/// The functions of a node in a cluster, one for each member.
std::vector<Function> functions_of(const Cluster &cluster, std::size_t position)
{
    std::vector<Function> result;
    for (const BandMembers::Member &member : cluster.band.members)
        result.push_back(member.functions[position]);
    return result;
}

/// A function of the values of some others as a function of what these are functions of.
Function composed(const Function &outer, const std::vector<Function> &inner, std::size_t parameters)
{
    Function result(inner.front().size());
    std::copy_n(outer.begin(), 1 + parameters, result.begin());
    for (std::size_t k = 0; k < inner.size(); ++k)
        for (std::size_t j = 0; j < result.size(); ++j)
            result[j] =
                checked_sum(result[j], checked_product(outer[1 + parameters + k], inner[k][j]));
    return result;
}

/// Coordinates (weight, n, i, j) of pairs of nodes as those of pairs of clusters, (weight, n,
/// values of i's members, values of j's members); of a cluster with itself, (weight, n, 0,
/// difference).
Vector on_clusters(const Vector &pair, const std::vector<Function> &source,
                   const std::vector<Function> &sink, std::size_t parameters, bool is_self)
{
    std::span<const Number> all(pair);
    std::size_t shared = 1 + parameters, from = source.front().size() - shared;
    auto values = [&](const std::vector<Function> &functions, std::span<const Number> dimensions) {
        Vector point(pair.begin(), pair.begin() + static_cast<std::ptrdiff_t>(shared));
        point.insert(point.end(), dimensions.begin(), dimensions.end());
        Vector result;
        for (const Function &function : functions)
            result.push_back(product(function, point));
        return result;
    };
    Vector first = values(source, all.subspan(shared, from)),
           second = values(sink, all.subspan(shared + from));
    if (is_self)
        for (std::size_t k = 0; k < first.size(); ++k) {
            second[k] = checked_sum(second[k], -first[k]);
            first[k] = 0;
        }
    Vector result(pair.begin(), pair.begin() + static_cast<std::ptrdiff_t>(shared));
    result.insert(result.end(), first.begin(), first.end());
    result.insert(result.end(), second.begin(), second.end());
    if (Number divisor = common_divisor(result); divisor > 1)
        for (Number &number : result)
            number /= divisor;
    return result;
}

/// The same for all generators of a relation.
std::shared_ptr<const Generators> on_clusters(const Generators &pairs,
                                              const std::vector<Function> &source,
                                              const std::vector<Function> &sink,
                                              std::size_t parameters, bool is_self)
{
    auto convert = [&](const std::vector<Vector> &vectors) {
        std::set<Vector> result;
        for (const Vector &vector : vectors) {
            Vector image = on_clusters(vector, source, sink, parameters, is_self);
            if (!is_zero(image))
                result.insert(std::move(image));
        }
        return std::vector<Vector>(result.begin(), result.end());
    };
    return std::make_shared<const Generators>(
        Generators{convert(pairs.points_and_rays), convert(pairs.lines)});
}

/// Relations of a node with itself as one for each set of roles and group.
std::vector<Relation> joined(const std::vector<Relation> &relations)
{
    using Vectors = std::set<Vector>;
    std::map<std::pair<Roles, std::size_t>, std::pair<Vectors, Vectors>> parts;
    for (const Relation &relation : relations) {
        auto &[points, lines] = parts[{relation.roles, relation.group}];
        points.insert(relation.generators->points_and_rays.begin(),
                      relation.generators->points_and_rays.end());
        lines.insert(relation.generators->lines.begin(), relation.generators->lines.end());
    }
    std::vector<Relation> result;
    for (const auto &[key, part] : parts)
        result.push_back(
            {0, 0, key.first,
             std::make_shared<const Generators>(Generators{
                 {part.first.begin(), part.first.end()}, {part.second.begin(), part.second.end()}}),
             key.second});
    return result;
}

class Fusion {
public:
    Fusion(const Graph &graph, std::vector<Cluster> components, const AdjacentConditions &adjacent,
           BandSearch &search, const Options &options, const Trace &trace);

    std::vector<Cluster> run();

private:
    /// A cluster with what its own relations ask of functions of its members.
    struct Group {
        Cluster cluster;
        std::vector<Relation> inner; ///< from node 0 to itself
        /// Relations between its nodes that conditional validity ties to others: conditions that
        /// are not local, and conditioned ones; positions in Graph::relations.
        std::vector<std::size_t> conditional;
    };
    /// The problem of scheduling some groups to each other.
    struct Problem {
        std::vector<std::size_t> groups;
        Graph graph;
        /// For each of its relations that has one, the relation of the graph of nodes.
        std::vector<std::optional<std::size_t>> origins;
    };
    using Pair = std::pair<std::size_t, std::size_t>;

    void add_inner(Group &group, std::size_t relation) const;
    std::optional<Pair> best_pair() const;
    bool is_candidate(const Pair &pair, const std::vector<std::size_t> &relations) const;
    std::vector<std::size_t> with_all_between(const Pair &pair) const;
    std::vector<bool> reached(std::size_t start, bool forward) const;
    Problem problem(const std::vector<std::size_t> &groups) const;
    Node node_of(const Cluster &cluster) const;
    std::vector<LocalityGroup> locality_groups(const Problem &problem) const;
    void add_relation(Problem &problem, std::size_t source, std::size_t sink,
                      std::size_t relation) const;
    std::vector<std::size_t> adjacent_in(const Problem &problem, const Functions &member) const;
    Functions on_nodes(const Problem &problem, const Functions &member) const;
    std::size_t wanted_coincident(const Problem &problem) const;
    const char *objection(const Problem &problem, const BandMembers &band) const;
    bool brings_together(const Problem &problem, const BandMembers &band) const;
    void merge(const Problem &problem, const BandMembers &band);
    void reject(const Pair &pair);
    std::string names(const std::vector<std::size_t> &groups) const;

    const Graph &graph_;
    const AdjacentConditions &adjacent_;
    BandSearch &search_;
    const Options &options_;
    Trace trace_;
    std::vector<std::optional<Group>> groups_;
    std::vector<std::size_t> group_of_, place_; ///< of each node: its group, its position there
    std::map<Pair, std::vector<std::size_t>> between_; ///< relations from one group to another
    std::vector<bool> is_rejected_;                    ///< for each relation
};

Fusion::Fusion(const Graph &graph, std::vector<Cluster> components,
               const AdjacentConditions &adjacent, BandSearch &search, const Options &options,
               const Trace &trace)
    : graph_(graph), adjacent_(adjacent), search_(search), options_(options), trace_(trace),
      group_of_(graph.nodes.size()), place_(graph.nodes.size()),
      is_rejected_(graph.relations.size(), false)
{
    for (Cluster &cluster : components) {
        for (std::size_t k = 0; k < cluster.nodes.size(); ++k) {
            group_of_[cluster.nodes[k]] = groups_.size();
            place_[cluster.nodes[k]] = k;
        }
        groups_.push_back(Group{std::move(cluster), {}, {}});
    }
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        std::size_t source = group_of_[graph.relations[k].source],
                    sink = group_of_[graph.relations[k].sink];
        if (source != sink)
            between_[{source, sink}].push_back(k);
        else if (!groups_[source]->cluster.band.is_empty())
            add_inner(*groups_[source], k);
    }
    for (std::optional<Group> &group : groups_)
        group->inner = joined(group->inner);
}

/// Adds what a relation between nodes of the group asks of functions of its members. Conditions
/// that all members keep local are local to all functions of them.
void Fusion::add_inner(Group &group, std::size_t relation) const
{
    const Relation &given = graph_.relations[relation];
    bool is_local = true;
    for (const BandMembers::Member &member : group.cluster.band.members) {
        Functions functions(graph_.nodes.size());
        for (std::size_t node : {given.source, given.sink})
            functions[node] = member.functions[place_[node]];
        is_local = is_local && distances(given, functions, graph_.parameters).is_zero;
    }
    if (given.roles.has(Role::conditioned) || (given.roles.has(Role::condition) && !is_local))
        group.conditional.push_back(relation);
    Roles roles = given.roles & unconditional;
    if (roles != Roles())
        group.inner.push_back(
            {0, 0, roles,
             on_clusters(*given.generators, functions_of(group.cluster, place_[given.source]),
                         functions_of(group.cluster, place_[given.sink]), graph_.parameters, true),
             given.group});
}

std::vector<Cluster> Fusion::run()
{
    while (std::optional<Pair> pair = best_pair()) {
        Problem wanted = problem(with_all_between(*pair));
        BandMembers band;
        const char *reason = "a band or a statement without loops is between them";
        if (!wanted.groups.empty()) {
            auto adjacent = [&](const Functions &member) { return adjacent_in(wanted, member); };
            band = search_.permutable_band(wanted.graph, adjacent,
                                           options_.outer_coincidence &&
                                               wanted_coincident(wanted) > 0);
            reason = objection(wanted, band);
        }
        if (trace_.is_on())
            trace_.say(fmt::format("fusing {}: {}", names(wanted.groups),
                                   reason ? fmt::format("no, {}", reason) : "yes"));
        if (reason)
            reject(*pair);
        else
            merge(wanted, band);
    }
    std::vector<std::size_t> ids;
    for (std::size_t id = 0; id < groups_.size(); ++id)
        if (groups_[id])
            ids.push_back(id);
    auto comes_before = [&](std::size_t first, std::size_t second) {
        auto found = between_.find({ids[first], ids[second]});
        return found != between_.end() &&
               std::ranges::any_of(found->second, [&](std::size_t relation) {
                   return graph_.relations[relation].roles.has_any(orders);
               });
    };
    std::vector<Cluster> result;
    for (const auto &component : strongly_connected_components(ids.size(), comes_before))
        result.push_back(std::move(groups_[ids[component.front()]]->cluster));
    return result;
}

bool Fusion::is_candidate(const Pair &pair, const std::vector<std::size_t> &relations) const
{
    auto can_fuse = [&](std::size_t group) {
        return !groups_[group]->cluster.band.is_empty() &&
               groups_[group]->cluster.band.is_permutable;
    };
    return can_fuse(pair.first) && can_fuse(pair.second) &&
           std::ranges::any_of(relations, [&](std::size_t relation) {
               return graph_.relations[relation].roles.has_any(locality) && !is_rejected_[relation];
           });
}

/// The pair to try next: members that can be matched one by one first, then deeper bands, then the
/// first in the order of the program.
std::optional<Fusion::Pair> Fusion::best_pair() const
{
    std::optional<Pair> best;
    std::tuple<bool, std::size_t> best_weight;
    for (const auto &[pair, relations] : between_) {
        if (!is_candidate(pair, relations))
            continue;
        std::size_t first = groups_[pair.first]->cluster.band.members.size(),
                    second = groups_[pair.second]->cluster.band.members.size();
        std::tuple<bool, std::size_t> weight{first == second, std::min(first, second)};
        if (!best || weight > best_weight) {
            best = pair;
            best_weight = weight;
        }
    }
    return best;
}

/// Which groups can be reached along validity and conditioned relations, or against them.
std::vector<bool> Fusion::reached(std::size_t start, bool forward) const
{
    std::vector<bool> result(groups_.size(), false);
    std::vector<std::size_t> open = {start};
    result[start] = true;
    std::multimap<std::size_t, std::size_t> steps;
    for (const auto &[pair, relations] : between_)
        if (std::ranges::any_of(relations, [&](std::size_t relation) {
                return graph_.relations[relation].roles.has_any(orders);
            }))
            steps.insert(forward ? pair : Pair(pair.second, pair.first));
    while (!open.empty()) {
        auto [first, last] = steps.equal_range(open.back());
        open.pop_back();
        for (auto step = first; step != last; ++step)
            if (!result[step->second]) {
                result[step->second] = true;
                open.push_back(step->second);
            }
    }
    return result;
}

/// The groups of the pair and all that have to be executed after one and before the other.
std::vector<std::size_t> Fusion::with_all_between(const Pair &pair) const
{
    auto [first, second] = pair;
    std::vector<bool> after_first = reached(first, true), before_first = reached(first, false),
                      after_second = reached(second, true), before_second = reached(second, false);
    std::vector<std::size_t> result;
    for (std::size_t id = 0; id < groups_.size(); ++id)
        if (groups_[id] && (id == first || id == second || (after_first[id] && before_second[id]) ||
                            (after_second[id] && before_first[id])))
            result.push_back(id);
    return result;
}

/// \return without groups if one of them cannot be fused
Fusion::Problem Fusion::problem(const std::vector<std::size_t> &groups) const
{
    for (std::size_t id : groups)
        if (groups_[id]->cluster.band.is_empty() || !groups_[id]->cluster.band.is_permutable)
            return {};
    Problem result{groups, {graph_.parameters, {}, {}}, {}};
    for (std::size_t id : groups) {
        const Group &group = *groups_[id];
        std::size_t node = result.graph.nodes.size();
        result.graph.nodes.push_back(node_of(group.cluster));
        for (Relation relation : group.inner) {
            relation.source = relation.sink = node;
            result.graph.relations.push_back(std::move(relation));
            result.origins.push_back(std::nullopt);
        }
        for (std::size_t relation : group.conditional)
            add_relation(result, node, node, relation);
    }
    for (std::size_t source = 0; source < groups.size(); ++source)
        for (std::size_t sink = 0; sink < groups.size(); ++sink)
            if (auto found = between_.find({groups[source], groups[sink]}); found != between_.end())
                for (std::size_t relation : found->second)
                    add_relation(result, source, sink, relation);
    result.graph.groups = locality_groups(result);
    return result;
}

/// A cluster as a node, of which the members of its band are the dimensions.
Node Fusion::node_of(const Cluster &cluster) const
{
    auto has_coincident = [&](std::size_t node) { return graph_.nodes[node].has_coincident; };
    std::string name;
    for (std::size_t node : cluster.nodes)
        name += (name.empty() ? "" : " ") + graph_.nodes[node].name;
    return {name,
            cluster.band.members.size(),
            {},
            graph_.nodes[cluster.nodes.front()].depth,
            std::ranges::all_of(cluster.nodes, has_coincident)};
}

/// The references of the clusters in a problem.
std::vector<LocalityGroup> Fusion::locality_groups(const Problem &problem) const
{
    std::vector<LocalityGroup> result = graph_.groups;
    for (LocalityGroup &group : result) {
        std::vector<Reference> references;
        for (Reference &reference : group.references) {
            auto found = std::ranges::find(problem.groups, group_of_[reference.node]);
            if (found == problem.groups.end())
                continue;
            std::vector<Vector> members;
            for (const Function &function :
                 functions_of(groups_[*found]->cluster, place_[reference.node])) {
                auto row = coefficients(function, graph_.parameters);
                members.emplace_back(row.begin(), row.end());
            }
            references.push_back({static_cast<std::size_t>(found - problem.groups.begin()),
                                  reference.subscripts, reference.scheduled, std::move(members)});
        }
        group.references = std::move(references);
    }
    return result;
}

void Fusion::add_relation(Problem &problem, std::size_t source, std::size_t sink,
                          std::size_t relation) const
{
    const Relation &given = graph_.relations[relation];
    const Cluster &from = groups_[problem.groups[source]]->cluster,
                  &to = groups_[problem.groups[sink]]->cluster;
    Roles roles = source == sink ? given.roles & conditional : given.roles;
    problem.graph.relations.push_back(
        {source, sink, roles,
         on_clusters(*given.generators, functions_of(from, place_[given.source]),
                     functions_of(to, place_[given.sink]), graph_.parameters, source == sink),
         given.group});
    problem.origins.push_back(relation);
}

/// The functions of nodes that functions of their clusters make.
Functions Fusion::on_nodes(const Problem &problem, const Functions &member) const
{
    Functions result(graph_.nodes.size());
    for (std::size_t k = 0; k < problem.groups.size(); ++k) {
        const Cluster &cluster = groups_[problem.groups[k]]->cluster;
        for (std::size_t place = 0; place < cluster.nodes.size(); ++place)
            result[cluster.nodes[place]] =
                composed(member[k], functions_of(cluster, place), graph_.parameters);
    }
    return result;
}

std::vector<std::size_t> Fusion::adjacent_in(const Problem &problem, const Functions &member) const
{
    bool is_violated = std::ranges::any_of(problem.graph.relations, [&](const Relation &relation) {
        return relation.roles.has(Role::conditioned) &&
               !distances(relation, member, graph_.parameters).is_nonnegative;
    });
    if (!is_violated)
        return {};
    std::vector<std::size_t> result;
    for (std::size_t condition : adjacent_(on_nodes(problem, member))) {
        auto found = std::ranges::find(problem.origins, condition);
        if (found != problem.origins.end())
            result.push_back(static_cast<std::size_t>(found - problem.origins.begin()));
    }
    return result;
}

/// How many members have to be coincident.
std::size_t Fusion::wanted_coincident(const Problem &problem) const
{
    std::size_t result = 0;
    for (std::size_t id : problem.groups)
        result = std::max(result, groups_[id]->cluster.band.coincident_count());
    return options_.strategy == Strategy::cpu ? std::min<std::size_t>(result, 1) : result;
}

/// Why the band is not to be taken; null if it is.
const char *Fusion::objection(const Problem &problem, const BandMembers &band) const
{
    std::size_t depth = 0;
    for (std::size_t id : problem.groups)
        depth = std::max(depth, groups_[id]->cluster.band.members.size());
    if (band.members.size() < depth)
        return "they cannot share all loops";
    if (options_.maximize_coincidence && band.coincident_count() < wanted_coincident(problem))
        return "parallel loops would be lost";
    if (!brings_together(problem, band))
        return "it would not bring related instances close together";
    return nullptr;
}

/// Whether a proximity relation between groups gets distances that are constant and small.
bool Fusion::brings_together(const Problem &problem, const BandMembers &band) const
{
    return std::ranges::any_of(problem.graph.relations, [&](const Relation &relation) {
        return relation.source != relation.sink && relation.roles.has_any(locality) &&
               std::ranges::all_of(band.members, [&](const BandMembers::Member &member) {
                   Distances all = distances(relation, member.functions, graph_.parameters);
                   return all.is_constant && all.bound <= options_.fusion_distance;
               });
    });
}

void Fusion::reject(const Pair &pair)
{
    for (Pair direction : {pair, Pair(pair.second, pair.first)})
        if (auto found = between_.find(direction); found != between_.end())
            for (std::size_t relation : found->second)
                is_rejected_[relation] = true;
}

/// Makes one group, the first, of those of a problem.
void Fusion::merge(const Problem &problem, const BandMembers &band)
{
    std::size_t id = problem.groups.front();
    Group merged{{{}, {{}, true}}, {}, {}};
    merged.cluster.band.members.resize(band.members.size());
    for (std::size_t group : problem.groups)
        std::ranges::copy(groups_[group]->cluster.nodes, std::back_inserter(merged.cluster.nodes));
    std::ranges::sort(merged.cluster.nodes);
    for (std::size_t k = 0; k < band.members.size(); ++k) {
        Functions functions = on_nodes(problem, band.members[k].functions);
        for (std::size_t node : merged.cluster.nodes)
            merged.cluster.band.members[k].functions.push_back(functions[node]);
        merged.cluster.band.members[k].is_coincident = band.members[k].is_coincident;
        merged.cluster.band.members[k].carries_spatial = band.members[k].carries_spatial;
    }

    std::vector<Function> members;
    for (std::size_t k = 0; k < problem.groups.size(); ++k) {
        members.clear();
        for (const BandMembers::Member &member : band.members)
            members.push_back(member.functions[k]);
        for (const Relation &relation : groups_[problem.groups[k]]->inner)
            merged.inner.push_back(
                {0, 0, relation.roles,
                 on_clusters(*relation.generators, members, members, graph_.parameters, true)});
        std::ranges::copy(groups_[problem.groups[k]]->conditional,
                          std::back_inserter(merged.conditional));
        groups_[problem.groups[k]].reset();
    }
    for (std::size_t k = 0; k < merged.cluster.nodes.size(); ++k) {
        group_of_[merged.cluster.nodes[k]] = id;
        place_[merged.cluster.nodes[k]] = k;
    }
    std::map<Pair, std::vector<std::size_t>> between;
    for (auto &[pair, relations] : between_)
        for (std::size_t relation : relations) {
            std::size_t source = group_of_[graph_.relations[relation].source],
                        sink = group_of_[graph_.relations[relation].sink];
            if (source == sink)
                add_inner(merged, relation);
            else
                between[{source, sink}].push_back(relation);
        }
    between_ = std::move(between);
    merged.inner = joined(merged.inner);
    groups_[id] = std::move(merged);
}

std::string Fusion::names(const std::vector<std::size_t> &groups) const
{
    std::vector<std::string> result;
    for (std::size_t id : groups)
        for (std::size_t node : groups_[id]->cluster.nodes)
            result.push_back(graph_.nodes[node].name);
    return fmt::format("{}", fmt::join(result, ", "));
}

} // namespace

std::vector<Cluster> fuse(const Graph &graph, std::vector<Cluster> components,
                          const AdjacentConditions &adjacent, BandSearch &search,
                          const Options &options, const Trace &trace)
{
    return Fusion(graph, std::move(components), adjacent, search, options, trace).run();
}

} // namespace espalier::scheduler
