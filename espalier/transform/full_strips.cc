#include "espalier/transform/full_strips.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::transform {

namespace {

/// { [t] }: the values of the outermost rows, up to one that separates strips, at which a statement
/// executes a part of the strip.
isl::set partial_strips(const Statement &statement, std::size_t row)
{
    const Strip &strip = *statement.rows[row].separated;
    auto divided = std::ranges::find(statement.rows, strip.loop, &Row::name);
    auto starts = strip.starts.empty()
                      ? statement.rows.begin() + long(row)
                      : std::ranges::find(statement.rows, strip.starts, &Row::name);
    isl::map outer = outer_time(statement, row + 1);
    if (divided == statement.rows.end() || starts > statement.rows.begin() + long(row))
        return outer.range();
    isl::map time = statement.time(std::size_t(divided - statement.rows.begin())).as_map();
    isl::map executed = outer.reverse().apply_range(time); // { [t] -> [v] }
    isl::set times = outer.range();
    isl::multi_aff dimensions = times.space().identity_multi_aff_on_domain();
    isl::map start = dimensions.at(static_cast<int>(starts - statement.rows.begin())).as_map();
    isl::map all = start.apply_range(
        isl::map(times.ctx(), fmt::format("{{ [t] -> [v] : t <= v < t + {} }}", strip.size)));
    return all.intersect_domain(times).subtract(executed).domain();
}

} // namespace

std::optional<isl::set> full_strips(const std::vector<const Statement *> &statements,
                                    std::size_t row)
{
    std::optional<isl::set> result;
    for (const Statement *statement : statements)
        if (statement->rows[row].separated) {
            isl::set times = outer_time(*statement, row + 1).range();
            result = result ? result->unite(times) : times;
        }
    for (const Statement *statement : statements)
        if (statement->rows[row].separated)
            result = result->subtract(partial_strips(*statement, row));
    return result;
}

} // namespace espalier::transform
