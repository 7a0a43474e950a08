#include "espalier/schedule/union_map.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/reached_leaves.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace espalier::schedule {

namespace {

isl::map padded(const isl::map &schedule, unsigned dimensions)
{
    unsigned missing = dimensions - schedule.range_tuple_dim();
    if (missing == 0)
        return schedule;
    isl::space zeros = schedule.space().domain().add_unnamed_tuple(missing);
    return presburger::flat_range_product(schedule, isl::multi_aff::zero(zeros).as_map());
}

bool have_equal_ranges(const isl::map &first, const isl::map &second)
{
    return isl_space_tuple_is_equal(first.space().get(), isl_dim_out, second.space().get(),
                                    isl_dim_out) == isl_bool_true;
}

/// { S[i] }: the instances that have more than one value.
isl::set with_several_values(const isl::map &schedule)
{
    isl::map smaller = isl::manage(isl_map_lex_lt(schedule.space().range().release()));
    isl::map pairs = schedule.range_product(schedule);
    return pairs.intersect_range(smaller.wrap()).domain();
}

void check_ranges_are_equal(const isl::union_map &schedule)
{
    std::optional<isl::map> first;
    schedule.foreach_map([&](const isl::map &map) {
        first = first.value_or(map);
        if (!have_equal_ranges(*first, map))
            throw impossible_conversion(fmt::format(
                "`{}` and `{}` have schedule values in different spaces, {} and {}",
                statement_name(first->space().domain()), statement_name(map.space().domain()),
                presburger::to_string(first->space().range()),
                presburger::to_string(map.space().range())));
    });
}

void check_is_single_valued(const isl::union_map &schedule)
{
    if (schedule.is_single_valued())
        return;
    schedule.foreach_map([&](const isl::map &map) {
        isl::set several = with_several_values(map);
        if (!several.is_empty())
            throw impossible_conversion(fmt::format("{} has more than one schedule value",
                                                    presburger::to_string(several.sample_point())));
    });
}

} // namespace

isl::union_map padded(const isl::union_map &schedule)
{
    unsigned dimensions = 0;
    schedule.foreach_map(
        [&](const isl::map &map) { dimensions = std::max(dimensions, map.range_tuple_dim()); });
    return padded(schedule, dimensions);
}

isl::union_map padded(const isl::union_map &schedule, std::size_t dimensions)
{
    isl::union_map result = isl::union_map::empty(schedule.ctx());
    schedule.foreach_map([&](const isl::map &map) {
        presburger::add_to(result, padded(map, unsigned(dimensions)).to_union_map());
    });
    return result;
}

isl::multi_union_pw_aff to_functions(const isl::union_map &schedule)
{
    check_ranges_are_equal(schedule);
    check_is_single_valued(schedule);
    unsigned dimensions = 0;
    schedule.foreach_map([&](const isl::map &map) { dimensions = map.range_tuple_dim(); });
    if (dimensions > 0)
        return schedule.as_multi_union_pw_aff();
    isl_space *space = isl_space_set_alloc(schedule.ctx().get(), 0, 0);
    return isl::manage(isl_multi_union_pw_aff_zero(space)).intersect_domain(schedule.domain());
}

Tree from_union_map(const isl::union_map &schedule)
{
    isl::union_set instances = schedule.domain().coalesce();
    Band band(to_functions(schedule).gist(instances));
    return Tree(node(Domain{instances}, band.size() == 0 ? leaf() : node(band)));
}

} // namespace espalier::schedule
