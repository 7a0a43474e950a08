#include "espalier/scheduler/graph.h"

#include <algorithm>
#include <cstdlib>

namespace espalier::scheduler {

std::size_t Node::deficit() const { return dimensions - row_basis(scheduled).size(); }

void Node::schedule(const Function &function, std::size_t parameters, bool is_coincident)
{
    auto row = coefficients(function, parameters);
    scheduled.emplace_back(row.begin(), row.end());
    has_coincident = has_coincident || is_coincident;
    ++depth;
}

std::size_t greatest_deficit(const Graph &graph)
{
    std::size_t result = 0;
    for (const Node &node : graph.nodes)
        result = std::max(result, node.deficit());
    return result;
}

std::size_t access_rank(const LocalityGroup &group, const std::vector<Functions> &members,
                        std::size_t parameters)
{
    std::size_t greatest = 0;
    for (const Reference &reference : group.references) {
        std::vector<Vector> rows = reference.scheduled;
        for (const Functions &member : members)
            rows.push_back(
                combination(coefficients(member[reference.node], parameters), reference.members));
        std::size_t fixed = row_basis(rows).size();
        rows.insert(rows.end(), reference.subscripts.begin(), reference.subscripts.end());
        greatest = std::max(greatest, row_basis(rows).size() - fixed);
    }
    return greatest;
}

Number distance(const Relation &relation, const Functions &functions, const Vector &generator,
                std::size_t parameters)
{
    const Function &source = functions[relation.source], &sink = functions[relation.sink];
    std::span<const Number> all(generator);
    auto shared = all.first(1 + parameters);
    auto from = all.subspan(1 + parameters, source.size() - shared.size());
    auto to = all.subspan(shared.size() + from.size());
    auto on_dimensions = [&](const Function &function, std::span<const Number> point) {
        return product(std::span(function).subspan(shared.size()), point);
    };
    Number result = checked_sum(on_dimensions(sink, to), -on_dimensions(source, from));
    if (relation.source == relation.sink)
        return result;
    for (std::size_t k = 0; k < shared.size(); ++k)
        result = checked_sum(result, checked_product(checked_sum(sink[k], -source[k]), shared[k]));
    return result;
}

Distances distances(const Relation &relation, const Functions &functions, std::size_t parameters)
{
    Distances result;
    for (const Vector &line : relation.generators->lines)
        if (distance(relation, functions, line, parameters) != 0)
            return {false, false, false, false, std::nullopt};

    bool grows = false, falls = false, is_first = true;
    Number value = 0, weight = 1; // distance value / weight of the first point
    for (const Vector &generator : relation.generators->points_and_rays) {
        Number one = distance(relation, functions, generator, parameters);
        grows = grows || one > 0;
        falls = falls || one < 0;
        if (generator.front() == 0) {
            if (one != 0)
                result.bound = std::nullopt, result.is_constant = false;
            continue;
        }
        if (is_first)
            value = one, weight = generator.front(), is_first = false;
        result.is_apart = result.is_apart && one != 0;
        result.is_constant = result.is_constant && checked_product(one, weight) ==
                                                       checked_product(value, generator.front());
        if (result.bound)
            result.bound = std::max(*result.bound,
                                    (std::abs(one) + generator.front() - 1) / generator.front());
    }
    result.is_zero = !grows && !falls;
    result.is_nonnegative = !falls;
    result.is_apart = result.is_apart && !(grows && falls);
    return result;
}

} // namespace espalier::scheduler
