#include "espalier/strategies/devices/block_tile.h"

#include "espalier/transform/arrays.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

/// Which of a thread's points one is, along a member.
isl::pw_aff register_number(const BlockTile &tile, const isl::pw_aff &point, std::size_t member)
{
    return in_steps(point.mod(isl::val(point.ctx(), tile.size(member))),
                    tile.threads_along(member));
}

} // namespace

isl::pw_aff in_steps(const isl::pw_aff &place, long size)
{
    return isl::manage(
               isl_pw_aff_scale_down_val(place.copy(), isl::val(place.ctx(), size).release()))
        .floor();
}

isl::multi_pw_aff registers(const BlockTile &tile, isl::multi_pw_aff points)
{
    for (std::size_t k = 0; k < tile.points.size(); ++k)
        points = points.set_at(int(k), register_number(tile, points.at(int(k)), k));
    return points;
}

schedule::LoopRolePtr register_role(const BlockTile &tile, std::size_t member)
{
    return schedule::loop_role(
        {.kind = schedule::LoopKind::sequential, .registers = tile.points[member]});
}

isl::set of_thread(const BlockTile &tile, const isl::set &instances,
                   const std::vector<isl::pw_aff> &places)
{
    const std::size_t count = tile.threads.size();
    const isl::pw_aff none =
        isl::pw_aff(isl::manage(isl_aff_zero_on_domain_space(instances.space().release())));
    isl::set result = instances;
    for (std::size_t k = 0; k < count; ++k) {
        const isl::set number(instances.ctx(), fmt::format("[{0}] -> {{ [t] : t mod {1} = {0} }}",
                                                           tile.numbers[k], tile.threads[k]));
        const isl::pw_aff &place =
            k + places.size() < count ? none : places[k + places.size() - count];
        result = result.intersect(
            isl::manage(isl_map_from_pw_aff(place.copy())).intersect_range(number).domain());
    }
    return result;
}

isl::union_set taken_by(const isl::union_map &times, const std::string &number, long size,
                        std::optional<long> count)
{
    const std::string turn = count ? fmt::format(" mod {}", *count) : "";
    const isl::set own(times.ctx(), fmt::format("[{0}] -> {{ [t] : floor(t / {1}){2} = {0} }}",
                                                number, size, turn));
    return times.intersect_range(own).domain();
}

std::optional<isl::pw_aff> blocks_for(const isl::set &possible, const isl::union_map &times,
                                      long size)
{
    constexpr int most_pieces = 2;
    const isl::union_set values = times.intersect_params(possible).range();
    if (values.is_empty())
        return std::nullopt;
    const isl::set all = values.as_set().coalesce();
    if (!all.is_subset(isl::set(all.ctx(), "{ [t] : t >= 0 }")))
        return std::nullopt;
    const isl::pw_aff last = isl::manage(isl_set_dim_max(all.copy(), 0)).coalesce();
    if (isl_pw_aff_n_piece(last.get()) > most_pieces)
        return std::nullopt;
    return program::as_extent(in_steps(last, size).add_constant(1));
}

std::string unused_name(const program::Program &program, const std::string &wish)
{
    std::string result = wish;
    auto is_taken = [&] {
        return std::ranges::any_of(program.arrays,
                                   [&](const auto &array) { return array.name == result; }) ||
               std::ranges::any_of(program.statements, [&](const auto &statement) {
                   return statement.name() == result;
               });
    };
    while (is_taken())
        result += "_";
    return result;
}

std::size_t add_array(program::Program &program, const std::string &wish, std::size_t model,
                      const std::vector<long> &lengths)
{
    program::Array result;
    result.name = unused_name(program, wish);
    result.element_type = program.arrays[model].element_type;
    for (const long length : lengths)
        result.extents.push_back(
            transform::constant_extent(isl::val(program.context.ctx(), length)));
    return transform::add_array(program, std::move(result));
}

} // namespace espalier::strategies
