#include "espalier/schedule/band_options.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/print.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <fmt/format.h>

#include <array>

namespace espalier::schedule {

namespace {

constexpr std::array loop_options = {LoopOption::separate, LoopOption::atomic, LoopOption::unroll};

/// The option of a member, outside or inside of the isolated part.
using Field = LoopOption Member::*;

/// { separate[k] }
isl::set option_set(isl::ctx ctx, LoopOption option, std::size_t member)
{
    return isl::set(ctx, fmt::format("{{ {}[{}] }}", name(option), member));
}

std::string tuple_name(const isl::set &set)
{
    return isl_set_has_tuple_name(set.get()) ? isl_set_get_tuple_name(set.get()) : "";
}

/// Reads a set { separate[x] : ... } into one field of the members.
std::string set_loop_option(Band &band, const isl::set &members, Field field)
{
    std::optional<LoopOption> option = loop_option(tuple_name(members));
    if (!option || members.tuple_dim() != 1)
        return fmt::format("{} is no option; there are separate, atomic and unroll, with the "
                           "number of a member, and isolate",
                           presburger::to_string(members));
    if (isl_set_involves_dims(members.get(), isl_dim_param, 0,
                              unsigned(isl_set_dim(members.get(), isl_dim_param))))
        return fmt::format("the option {} depends on symbolic constants",
                           presburger::to_string(members));
    for (std::size_t k = 0; k < band.size(); ++k) {
        isl::set one = isl::manage(isl_set_fix_si(members.copy(), isl_dim_set, 0, int(k)));
        if (one.is_empty())
            continue;
        LoopOption &given = band.members[k].*field;
        if (given != LoopOption::none && given != *option)
            return fmt::format("member {} has two options, {} and {}", k, name(given),
                               name(*option));
        given = *option;
    }
    return "";
}

std::string set_isolation(Band &band, const isl::set &isolation)
{
    isl::set plain = isl::manage(isl_set_reset_tuple_id(isolation.copy()));
    if (!plain.is_wrapping())
        return fmt::format("{} is not of the form isolate[[t] -> [b]], t: outer schedule "
                           "dimensions, b: members",
                           presburger::to_string(isolation));
    isl::map relation = plain.unwrap();
    if (band.isolation)
        return "a band has one isolation, and there are two";
    if (band.schedule.has_range_tuple_id() && relation.has_range_tuple_id() &&
        relation.range_tuple_id().name() == band.schedule.range_tuple_id().name())
        relation = isl::manage(isl_map_reset_tuple_id(relation.release(), isl_dim_out));
    band.isolation = relation;
    return "";
}

std::string set_ast_option(Band &band, const isl::set &option)
{
    if (tuple_name(option) == "isolate")
        return set_isolation(band, option);
    if (!option.is_wrapping() || isl_set_has_tuple_name(option.get()))
        return set_loop_option(band, option, &Member::option);
    isl::map relation = option.unwrap();
    if (tuple_name(relation.domain()) != "isolate" || relation.domain_tuple_dim() != 0)
        return fmt::format("{} is not of the form [isolate[] -> option]",
                           presburger::to_string(option));
    return set_loop_option(band, relation.range(), &Member::isolated_option);
}

} // namespace

std::optional<isl::union_set> ast_options(const Band &band)
{
    isl::ctx ctx = band.schedule.ctx();
    isl::union_set result = isl::union_set::empty(ctx);
    isl::set isolate(ctx, "{ isolate[] }");
    for (std::size_t k = 0; k < band.size(); ++k) {
        const Member &member = band.members[k];
        if (member.option != LoopOption::none)
            result = result.unite(option_set(ctx, member.option, k));
        if (member.isolated_option != LoopOption::none)
            result = result.unite(isl::manage(isl_map_wrap(isl_map_from_domain_and_range(
                isolate.copy(), option_set(ctx, member.isolated_option, k).release()))));
    }
    if (band.isolation) {
        isl::map relation = *band.isolation;
        if (band.schedule.has_range_tuple_id())
            relation = relation.set_range_tuple(band.schedule.range_tuple_id());
        isl::set isolation = relation.wrap();
        result = result.unite(isl::manage(isl_set_set_tuple_id(
            isolation.release(), presburger::make_id(ctx, "isolate").release())));
    }
    return result.is_empty() ? std::nullopt : std::optional(result);
}

std::string set_ast_options(Band &band, const isl::union_set &options)
{
    std::string problem;
    options.foreach_set([&](const isl::set &option) {
        if (problem.empty())
            problem = set_ast_option(band, option);
    });
    return problem;
}

const char *name(LoopOption option)
{
    static constexpr std::array names = {"", "separate", "atomic", "unroll"};
    return names.at(static_cast<std::size_t>(option));
}

std::optional<LoopOption> loop_option(const std::string &name)
{
    for (LoopOption option : loop_options)
        if (name == schedule::name(option))
            return option;
    return std::nullopt;
}

} // namespace espalier::schedule
