#include "espalier/scheduler/cluster_space.h"

#include <algorithm>
#include <map>
#include <set>

namespace espalier::scheduler {

using presburger::Generators;

namespace {

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
    divide_out(result);
    return result;
}

} // namespace

std::vector<Function> functions_of(const BandMembers &band, std::size_t position)
{
    std::vector<Function> result;
    for (const BandMembers::Member &member : band.members)
        result.push_back(member.functions[position]);
    return result;
}

Function composed(const Function &outer, const std::vector<Function> &inner, std::size_t parameters)
{
    Function result = combination(coefficients(outer, parameters), inner);
    for (std::size_t k = 0; k <= parameters; ++k)
        result[k] = checked_sum(result[k], outer[k]);
    return result;
}

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

} // namespace espalier::scheduler
