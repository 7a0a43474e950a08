#include "espalier/ast/relation_options.h"

#include "espalier/base/error.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/band_options.h"

#include <isl/map.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace espalier::ast {

namespace {

using schedule::LoopOption;

[[noreturn]] void refuse(const std::string &problem)
{
    throw Error(Fault::input, DiagnosticKind::malformed_model, problem);
}

/// { separate[k] } as the option; refuses what is none.
LoopOption option_of(const isl::map &options)
{
    std::string word = isl_map_has_tuple_name(options.get(), isl_dim_out)
                           ? isl_map_get_tuple_name(options.get(), isl_dim_out)
                           : "";
    if (word == "separation_class")
        refuse("separation classes are not supported: give the option `separate`, or isolate a "
               "part of the schedule in a schedule tree");
    std::optional<LoopOption> result = schedule::loop_option(word);
    if (!result || isl_map_dim(options.get(), isl_dim_out) != 1)
        refuse(fmt::format("{} is no option; there are separate, atomic and unroll, with the "
                           "number of a dimension",
                           presburger::to_string(options)));
    return *result;
}

/// { [t] } of all statements.
isl::set unnamed(const isl::union_set &times, const isl::space &space)
{
    isl::set result = isl::set::empty(space);
    times.foreach_set([&](const isl::set &set) {
        result = result.unite(isl::manage(isl_set_reset_tuple_id(set.copy())));
    });
    return result;
}

/// Gives a level an option for some of the times { [t] } that there are.
void add(Level &level, LoopOption option, const isl::set &some, const isl::set &all)
{
    if (!all.is_subset(some)) {
        isl::set times = presburger::first_dimensions(some, unsigned(level.number) + 1);
        presburger::coalesced(times).foreach_basic_set([&](const isl::basic_set &part) {
            level.local_options.push_back({isl::set(part), option});
        });
        return;
    }
    if (level.option != LoopOption::none && level.option != option)
        refuse(fmt::format("dimension {} has two options, {} and {}", level.number,
                           schedule::name(level.option), schedule::name(option)));
    level.option = option;
}

} // namespace

std::vector<Level> levels_with(const isl::union_map &options, const isl::union_set &times,
                               std::size_t dimensions)
{
    std::vector<Level> levels;
    for (std::size_t k = 0; k < dimensions; ++k)
        levels.push_back({k});
    isl::space space = isl::space::unit(options.ctx()).add_unnamed_tuple(unsigned(dimensions));
    const isl::set all = unnamed(times, space);
    options.foreach_map([&](const isl::map &map) {
        LoopOption option = option_of(map);
        for (Level &level : levels) {
            isl::set some =
                isl::manage(isl_map_fix_si(map.copy(), isl_dim_out, 0, int(level.number))).domain();
            if (some.is_empty())
                continue;
            bool is_of_times = presburger::dimensions(some) == dimensions;
            add(level, option,
                is_of_times ? isl::manage(isl_set_reset_tuple_id(some.copy())) : all, all);
        }
    });
    for (Level &level : levels)
        std::ranges::stable_sort(level.local_options, {}, &LocalOption::option);
    return levels;
}

} // namespace espalier::ast
