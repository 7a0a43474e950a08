#include "espalier/scheduler/member.h"

#include "espalier/ilp/nontrivial.h"
#include "espalier/scheduler/unknowns.h"

#include <algorithm>
#include <map>

namespace espalier::scheduler {

namespace {

/// \param objective  what the program minimizes, in its order
void describe_program(const Trace &trace, const ilp::Problem &program, const char *objective)
{
    trace.say("integer program, unknowns: {}, constraints: {}; least {}", program.variables,
              program.equalities.size() + program.inequalities.size(), objective);
}

/// The parts of the solution that must not be zero: what the functions of nodes add to those that
/// they have, for the nodes with at least so many members to come.
std::vector<ilp::NontrivialRegion> independence(const Graph &graph, const Unknowns &unknowns,
                                                std::size_t deficit)
{
    std::vector<ilp::NontrivialRegion> result;
    for (std::size_t node = graph.nodes.size(); node-- > 0;) {
        auto basis = orthogonal_basis(graph.nodes[node].scheduled, graph.nodes[node].dimensions);
        if (basis.size() < std::max<std::size_t>(deficit, 1))
            continue;
        ilp::NontrivialRegion region;
        for (const Vector &vector : basis)
            region.functions.push_back(linear_function(unknowns.on_node(node, vector)));
        result.push_back(std::move(region));
    }
    return result;
}

/// u.n + w: two variables for each of u, then one for w.
class Bound {
public:
    explicit Bound(std::size_t parameters) : parameters_(parameters) {}

    std::size_t count() const { return 2 * parameters_ + 1; }

    /// Adds the bound on a generator to a row.
    void add(Row &row, const Vector &generator) const
    {
        for (std::size_t k = 0; k < parameters_; ++k) {
            row[2 * k] = -generator[1 + k];
            row[2 * k + 1] = generator[1 + k];
        }
        row[2 * parameters_] = generator[0];
    }

    /// The sum of magnitudes of u, and w.
    std::vector<Row> objectives(std::size_t variables) const
    {
        Row sum(variables + 1), constant(variables + 1);
        std::fill_n(sum.begin(), 2 * parameters_, 1);
        constant[2 * parameters_] = 1;
        return {sum, constant};
    }

private:
    std::size_t parameters_;
};

/// Keeps constant terms and coefficients of dimensions small.
void limit_size(ConstraintSystem &system, const Graph &graph, const Unknowns &unknowns,
                const Options &options)
{
    auto limit = [&](std::size_t variable, Number greatest) {
        Row row(unknowns.count() + 1);
        row[variable] = -1;
        row.back() = greatest;
        system.add_inequality(std::move(row));
    };
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        if (options.max_constant_term >= 0)
            limit(unknowns.constant(node), options.max_constant_term);
        if (options.max_coefficient >= 0)
            for (std::size_t part = 0; part < 2 * graph.nodes[node].dimensions; ++part)
                limit(unknowns.first_part(node) + part, options.max_coefficient);
    }
}

/// What holds for each member of a band, whatever its objective.
void demand_all(ConstraintSystem &system, const Graph &graph, const Unknowns &unknowns,
                const RelationSet &zero, const Options &options)
{
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        if (zero.contains(k))
            demand_coincidence(system, unknowns, graph.relations[k]);
        else if (graph.relations[k].roles.has(Role::validity))
            demand_validity(system, unknowns, graph.relations[k]);
    }
    limit_size(system, graph, unknowns, options);
}

/// Demands that no distance of a relation is further from zero than the bound. Where validity is
/// demanded too, distances are not negative.
void demand_bound(ConstraintSystem &system, const Unknowns &unknowns, const Bound &bound,
                  const Relation &relation)
{
    auto room = [&](const Vector &generator, Number sign) {
        Row row = unknowns.distance(relation, generator);
        for (Number &number : row)
            number *= -sign;
        bound.add(row, generator);
        return row;
    };
    for (const Vector &generator : relation.generators->points_and_rays) {
        system.add_inequality(room(generator, 1));
        if (!relation.roles.has(Role::validity))
            system.add_inequality(room(generator, -1));
    }
    for (const Vector &line : relation.generators->lines) {
        system.add_equality(room(line, 1));
        if (!relation.roles.has(Role::validity))
            system.add_equality(room(line, -1));
    }
}

/// Demands that the distances of a relation are at least 1, less a penalty of at most 1.
void demand_carried(ConstraintSystem &system, const Unknowns &unknowns, std::size_t penalty,
                    const Relation &relation)
{
    for (const Vector &generator : relation.generators->points_and_rays) {
        Row row = unknowns.distance(relation, generator);
        row[penalty] = generator.front();
        row.back() = -generator.front();
        system.add_inequality(std::move(row));
    }
    for (const Vector &line : relation.generators->lines)
        system.add_equality(unknowns.distance(relation, line));
    Row at_most_one(unknowns.count() + 1);
    at_most_one[penalty] = -1;
    at_most_one.back() = 1;
    system.add_inequality(std::move(at_most_one));
}

Row sum_of_first(std::size_t count, std::size_t variables)
{
    Row row(variables + 1);
    std::fill_n(row.begin(), count, 1);
    return row;
}

/// A program within the limits that the options set.
ilp::LexicographicMinimum limited(const ilp::Problem &problem, const Options &options)
{
    ilp::LexicographicMinimum result(problem);
    result.limit_steps(options.program_steps);
    result.poll_with(options.poll);
    return result;
}

} // namespace

RelationSet relations_with(const Graph &graph, Role role)
{
    RelationSet result;
    for (std::size_t k = 0; k < graph.relations.size(); ++k)
        if (graph.relations[k].roles.has(role))
            result.insert(k);
    return result;
}

MemberProblem smallest_distances_problem(const Graph &graph, const RelationSet &zero,
                                         const Options &options)
{
    Bound bound(graph.parameters);
    Unknowns unknowns(graph, bound.count());
    ConstraintSystem system;
    demand_all(system, graph, unknowns, zero, options);
    for (std::size_t relation : relations_with(graph, Role::proximity))
        if (!zero.contains(relation))
            demand_bound(system, unknowns, bound, graph.relations[relation]);

    std::vector<Row> objectives = bound.objectives(unknowns.count());
    std::size_t prefix = objectives.size();
    objectives.push_back(unknowns.sum_of_parameters());
    objectives.push_back(unknowns.sum_of_magnitudes());
    return {system.problem(unknowns.count(), objectives),
            independence(graph, unknowns, greatest_deficit(graph)), prefix, bound.count()};
}

std::optional<Functions> smallest_distances_member(const Graph &graph, const RelationSet &zero,
                                                   const Options &options, const Trace &trace)
{
    MemberProblem problem = smallest_distances_problem(graph, zero, options);
    describe_program(trace, problem.program, "bound on proximity distances, then coefficients");
    ilp::LexicographicMinimum program = limited(problem.program, options);
    auto solution = ilp::smallest_nontrivial(program, problem.regions, problem.prefix);
    return solution ? std::optional(Unknowns(graph, problem.first).functions(solution->point))
                    : std::nullopt;
}

std::optional<SpatialMember> spatial_member(const Graph &graph, const RelationSet &zero,
                                            const Options &options, const Trace &trace)
{
    // Relations between nodes would be carried by shifts, which gain nothing.
    RelationSet spatial = relations_with(graph, Role::spatial);
    std::erase_if(spatial, [&](std::size_t relation) {
        return graph.relations[relation].source != graph.relations[relation].sink;
    });
    std::map<std::size_t, std::size_t> penalties; // of groups
    for (std::size_t relation : spatial)
        penalties.emplace(graph.relations[relation].group, penalties.size());
    Unknowns unknowns(graph, penalties.size());
    ConstraintSystem system;
    demand_all(system, graph, unknowns, zero, options);
    for (std::size_t relation : spatial)
        demand_carried(system, unknowns, penalties.at(graph.relations[relation].group),
                       graph.relations[relation]);

    ilp::Problem problem =
        system.problem(unknowns.count(), {unknowns.sum_of_magnitudes(),
                                          sum_of_first(penalties.size(), unknowns.count()),
                                          unknowns.sum_of_parameters()});
    describe_program(trace, problem, "coefficients, then groups without spatial locality");
    ilp::LexicographicMinimum program = limited(problem, options);
    auto solution = ilp::smallest_nontrivial(program, independence(graph, unknowns, 1), 2);
    if (!solution)
        return std::nullopt;
    bool carries =
        std::any_of(solution->point.begin(),
                    solution->point.begin() + static_cast<std::ptrdiff_t>(penalties.size()),
                    [](const ilp::Integer &penalty) { return penalty == 0; });
    return SpatialMember{unknowns.functions(solution->point), carries};
}

std::optional<Functions> carrying_member(const Graph &graph, const RelationSet &zero,
                                         const RelationSet &carried, const Options &options,
                                         const Trace &trace)
{
    Unknowns unknowns(graph, carried.size());
    ConstraintSystem system;
    limit_size(system, graph, unknowns, options);
    for (std::size_t k = 0; k < graph.relations.size(); ++k) {
        if (graph.relations[k].roles.has_any(orders))
            demand_validity(system, unknowns, graph.relations[k]);
        else if (zero.contains(k))
            demand_coincidence(system, unknowns, graph.relations[k]);
    }
    std::size_t penalty = 0;
    for (std::size_t relation : carried)
        demand_carried(system, unknowns, penalty++, graph.relations[relation]);
    ilp::Problem problem = system.problem(
        unknowns.count(), {sum_of_first(carried.size(), unknowns.count()),
                           unknowns.sum_of_parameters(), unknowns.sum_of_magnitudes()});
    describe_program(trace, problem, "dependences left, then coefficients");
    ilp::LexicographicMinimum program = limited(problem, options);
    auto solution = ilp::smallest_nontrivial(program, {}, 1);
    if (!solution || solution->objectives.front() == carried.size())
        return std::nullopt;
    return unknowns.functions(solution->point);
}

} // namespace espalier::scheduler
