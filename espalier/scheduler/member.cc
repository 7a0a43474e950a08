#include "espalier/scheduler/member.h"

#include "espalier/ilp/nontrivial.h"
#include "espalier/scheduler/unknowns.h"

#include <algorithm>

namespace espalier::scheduler {

namespace {

/// The parts of the solution that must not be zero: what the functions of nodes without slack add
/// to those that they have.
std::vector<ilp::NontrivialRegion> independence(const Graph &graph, const Unknowns &unknowns)
{
    std::vector<std::vector<Vector>> bases;
    std::size_t greatest = 0;
    for (const Node &node : graph.nodes) {
        bases.push_back(orthogonal_basis(node.scheduled, node.dimensions));
        greatest = std::max(greatest, bases.back().size());
    }
    std::vector<ilp::NontrivialRegion> result;
    for (std::size_t node = 0; node < bases.size(); ++node) {
        if (bases[node].size() < greatest || greatest == 0)
            continue;
        ilp::NontrivialRegion region;
        for (const Vector &vector : bases[node])
            region.functions.push_back(linear_function(unknowns.on_node(node, vector)));
        result.push_back(std::move(region));
    }
    return result;
}

/// u.n + w for a group of relations: two variables for each of u, then one for w.
class Bounds {
public:
    Bounds(std::size_t parameters, std::size_t groups) : parameters_(parameters), groups_(groups) {}

    std::size_t count() const { return groups_ * size(); }

    /// Adds the bound on a generator to a row.
    void add(Row &row, std::size_t group, const Vector &generator) const
    {
        std::size_t first = group * size();
        for (std::size_t k = 0; k < parameters_; ++k) {
            row[first + 2 * k] = -generator[1 + k];
            row[first + 2 * k + 1] = generator[1 + k];
        }
        row[first + 2 * parameters_] = generator[0];
    }

    /// The sum of magnitudes of u, and w: for each group.
    std::vector<Row> objectives(std::size_t variables) const
    {
        std::vector<Row> result;
        for (std::size_t group = 0; group < groups_; ++group) {
            Row sum(variables + 1), constant(variables + 1);
            std::fill_n(sum.begin() + static_cast<std::ptrdiff_t>(group * size()), 2 * parameters_,
                        1);
            constant[group * size() + 2 * parameters_] = 1;
            result.push_back(std::move(sum));
            result.push_back(std::move(constant));
        }
        return result;
    }

private:
    std::size_t size() const { return 2 * parameters_ + 1; }

    std::size_t parameters_, groups_;
};

bool is_made_zero(const Graph &graph, std::size_t relation, const MemberDemands &demands)
{
    return (demands.is_coincident && graph.relations[relation].roles.has(Role::coincidence)) ||
           demands.local.contains(relation);
}

/// What holds for each member of a band, whatever its objective.
void demand_all(ConstraintSystem &system, const Graph &graph, const Unknowns &unknowns,
                const MemberDemands &demands, const Options &options)
{
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        if (is_made_zero(graph, k, demands))
            demand_coincidence(system, unknowns, graph.relations[k]);
        else if (graph.relations[k].roles.has(Role::validity))
            demand_validity(system, unknowns, graph.relations[k]);
    }
    if (options.max_constant_term < 0)
        return;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        Row row(unknowns.count() + 1);
        row[unknowns.constant(node)] = -1;
        row.back() = options.max_constant_term;
        system.add_inequality(row);
    }
}

/// Demands that no distance of a relation is further from zero than the bound of a group. Where
/// validity is demanded too, distances are not negative.
void demand_bound(ConstraintSystem &system, const Unknowns &unknowns, const Bounds &bounds,
                  std::size_t group, const Relation &relation)
{
    auto demand = [&](const Vector &generator, Number sign) {
        Row row = unknowns.distance(relation, generator);
        for (Number &number : row)
            number *= -sign;
        bounds.add(row, group, generator);
        return row;
    };
    for (const Vector &generator : relation.generators->points_and_rays) {
        system.add_inequality(demand(generator, 1));
        if (!relation.roles.has(Role::validity))
            system.add_inequality(demand(generator, -1));
    }
    for (const Vector &line : relation.generators->lines) {
        system.add_equality(demand(line, 1));
        if (!relation.roles.has(Role::validity))
            system.add_equality(demand(line, -1));
    }
}

} // namespace

std::vector<std::size_t> relations_with(const Graph &graph, Role role)
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < graph.relations.size(); ++k)
        if (graph.relations[k].roles.has(role))
            result.push_back(k);
    return result;
}

std::optional<BoundedMember>
smallest_distances_member(const Graph &graph, const MemberDemands &demands,
                          const std::vector<std::vector<std::size_t>> &groups,
                          const Options &options)
{
    Bounds bounds(graph.parameters, groups.size());
    Unknowns unknowns(graph, bounds.count());
    ConstraintSystem system;
    demand_all(system, graph, unknowns, demands, options);
    for (std::size_t group = 0; group < groups.size(); ++group)
        for (std::size_t relation : groups[group])
            if (!is_made_zero(graph, relation, demands))
                demand_bound(system, unknowns, bounds, group, graph.relations[relation]);

    std::vector<Row> objectives = bounds.objectives(unknowns.count());
    std::size_t prefix = objectives.size();
    objectives.push_back(unknowns.sum_of_parameters());
    objectives.push_back(unknowns.sum_of_magnitudes());
    ilp::LexicographicMinimum program = system.program(unknowns.count(), objectives);
    auto solution = ilp::smallest_nontrivial(program, independence(graph, unknowns), prefix);
    if (!solution)
        return std::nullopt;
    BoundedMember result{unknowns.functions(solution->point), {}};
    for (std::size_t group = 0; group < groups.size(); ++group)
        result.is_zero.push_back(solution->objectives[2 * group] == 0 &&
                                 solution->objectives[2 * group + 1] == 0);
    return result;
}

std::optional<Functions> carrying_member(const Graph &graph, const MemberDemands &demands,
                                         const std::vector<std::size_t> &carried)
{
    Unknowns unknowns(graph, carried.size());
    ConstraintSystem system;
    for (const Relation &relation : graph.relations) {
        if (relation.roles.has_any(orders))
            demand_validity(system, unknowns, relation);
        else if (demands.is_coincident && relation.roles.has(Role::coincidence))
            demand_coincidence(system, unknowns, relation);
    }
    for (std::size_t k = 0; k < carried.size(); ++k)
        for (const Vector &generator : graph.relations[carried[k]].generators->points_and_rays) {
            // Without penalty, all distances are at least 1; with one of 1, at least 0.
            Row row = unknowns.distance(graph.relations[carried[k]], generator);
            row[k] = generator.front();
            row.back() = -generator.front();
            system.add_inequality(std::move(row));
        }
    Row penalties(unknowns.count() + 1);
    std::fill_n(penalties.begin(), carried.size(), 1);
    ilp::LexicographicMinimum program = system.program(
        unknowns.count(), {penalties, unknowns.sum_of_parameters(), unknowns.sum_of_magnitudes()});
    auto solution = program.solve();
    if (!solution || solution->objectives.front() == carried.size())
        return std::nullopt;
    return unknowns.functions(solution->point);
}

} // namespace espalier::scheduler
