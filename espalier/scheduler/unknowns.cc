#include "espalier/scheduler/unknowns.h"

#include <algorithm>

namespace espalier::scheduler {

Unknowns::Unknowns(const Graph &graph, std::size_t first) : graph_(graph), count_(first)
{
    for (const Node &node : graph.nodes) {
        starts_.push_back(count_);
        count_ += 1 + graph.parameters + 2 * node.dimensions;
    }
}

std::size_t Unknowns::negative_part(std::size_t node, std::size_t k) const
{
    std::size_t after = graph_.nodes[node].dimensions - 1 - k;
    return starts_[node] + 1 + graph_.parameters + 2 * after;
}

Row Unknowns::distance(const Relation &relation, const Vector &generator) const
{
    Row row(count_ + 1);
    auto add = [&](std::size_t variable, Number number) {
        row[variable] = checked_sum(row[variable], number);
    };
    if (relation.source != relation.sink)
        for (std::size_t k = 0; k <= graph_.parameters; ++k) {
            add(starts_[relation.sink] + k, generator[k]);
            add(starts_[relation.source] + k, -generator[k]);
        }
    auto add_dimensions = [&](std::size_t node, std::size_t first, Number sign) {
        for (std::size_t k = 0; k < graph_.nodes[node].dimensions; ++k) {
            add(negative_part(node, k) + 1, sign * generator[first + k]);
            add(negative_part(node, k), -sign * generator[first + k]);
        }
    };
    std::size_t dimensions = 1 + graph_.parameters;
    add_dimensions(relation.source, dimensions, -1);
    add_dimensions(relation.sink, dimensions + graph_.nodes[relation.source].dimensions, 1);
    return row;
}

Row Unknowns::on_node(std::size_t node, const Vector &factors) const
{
    Row row(count_ + 1);
    for (std::size_t k = 0; k < factors.size(); ++k) {
        row[negative_part(node, k)] = -factors[k];
        row[negative_part(node, k) + 1] = factors[k];
    }
    return row;
}

Row Unknowns::sum_of_parameters() const
{
    Row row(count_ + 1);
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node)
        for (std::size_t k = 0; k < graph_.parameters; ++k)
            row[parameter(node, k)] = 1;
    return row;
}

Row Unknowns::sum_of_magnitudes() const
{
    Row row(count_ + 1);
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node)
        for (std::size_t k = 0; k < graph_.nodes[node].dimensions; ++k)
            row[negative_part(node, k)] = row[negative_part(node, k) + 1] = 1;
    return row;
}

Functions Unknowns::functions(const std::vector<ilp::Integer> &point) const
{
    auto number = [&](std::size_t variable) -> Number {
        if (!point[variable].fits_slong_p())
            throw NumberTooLarge();
        return point[variable].get_si();
    };
    Functions result;
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
        Function function;
        for (std::size_t k = 0; k <= graph_.parameters; ++k)
            function.push_back(number(starts_[node] + k));
        for (std::size_t k = 0; k < graph_.nodes[node].dimensions; ++k)
            function.push_back(
                checked_sum(number(negative_part(node, k) + 1), -number(negative_part(node, k))));
        result.push_back(std::move(function));
    }
    return result;
}

void ConstraintSystem::add_inequality(Row row)
{
    if (std::ranges::any_of(row, [](Number number) { return number < 0; }))
        inequalities_.insert(std::move(row));
}

ilp::Problem ConstraintSystem::problem(std::size_t variables,
                                       const std::vector<Row> &objectives) const
{
    ilp::Problem result{variables, {}, {}, {}};
    for (const Row &row : objectives)
        result.objectives.push_back(linear_function(row));
    for (const Row &row : row_basis(equalities_))
        result.equalities.push_back(linear_function(row));
    for (const Row &row : inequalities_)
        result.inequalities.push_back(linear_function(row));
    return result;
}

void demand_validity(ConstraintSystem &system, const Unknowns &unknowns, const Relation &relation)
{
    for (const Vector &line : relation.generators->lines)
        system.add_equality(unknowns.distance(relation, line));
    for (const Vector &generator : relation.generators->points_and_rays)
        system.add_inequality(unknowns.distance(relation, generator));
}

void demand_coincidence(ConstraintSystem &system, const Unknowns &unknowns,
                        const Relation &relation)
{
    for (const Vector &line : relation.generators->lines)
        system.add_equality(unknowns.distance(relation, line));
    for (const Vector &generator : relation.generators->points_and_rays)
        system.add_equality(unknowns.distance(relation, generator));
}

ilp::LinearFunction linear_function(const Row &row)
{
    ilp::LinearFunction result;
    result.coefficients.assign(row.begin(), row.end() - 1);
    result.constant = row.back();
    return result;
}

} // namespace espalier::scheduler
