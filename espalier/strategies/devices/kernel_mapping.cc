#include "espalier/strategies/devices/kernel_mapping.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/devices/added_statements.h"
#include "espalier/strategies/devices/own_elements.h"
#include "espalier/strategies/devices/point_parts.h"
#include "espalier/strategies/devices/tile_accesses.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;

constexpr long most_blocks = (1L << 31) - 1; ///< along x

/// The shape of grids for loops of so many dimensions, x first: along it are the threads of a warp.
std::vector<DeviceDimension> grid(std::size_t dimensions)
{
    if (dimensions == 1)
        return {{128, 1, 1L << 16}};
    if (dimensions == 2)
        return {{32, 1, 1L << 12}, {8, 1, 1L << 12}};
    return {{32, 1, 1L << 10}, {4, 1, 1L << 10}, {2, 1, 1L << 10}};
}

/// The same for threads that read tiles of what they share, and have sums in registers. A line of
/// points has few in a tile, since there may be few at all, and more threads that copy.
std::vector<DeviceDimension> grid_of_tiles(std::size_t dimensions)
{
    if (dimensions == 1)
        return {{32, 1, 1L << 16}, {8, 1, 1}};
    std::vector<DeviceDimension> result = {{16, 4, 1L << 12}, {16, 4, 1L << 12}};
    if (dimensions == 3)
        result.push_back({1, 1, 1L << 10});
    return result;
}

/// Points of tiles, with what is done for each.
struct Points {
    Cursor band;
    std::vector<bool> sharing; ///< which parts of that read operands that points share

    bool any_shares() const { return std::ranges::find(sharing, true) != sharing.end(); }
};

/// Maps one band.
class KernelMapper {
public:
    KernelMapper(const program::Program &given, program::Program &program,
                 const std::set<std::size_t> &own, const isl::set &possible,
                 const DeviceNames &names, long block_bytes)
        : given_(given), program_(program), own_(own), possible_(possible), names_(names)
    {
        kernel_.memory.bytes_left = block_bytes;
    }

    MappedKernel mapped(const Cursor &band)
    {
        kernel_.memory.own.assign(own_.begin(), own_.end());
        const Points points = taken_apart(band);
        kernel_.dimensions =
            points.any_shares() ? grid_of_tiles(members(band)) : grid(members(band));
        tile_ = tile(kernel_.dimensions, members(band));
        const isl::union_map times = schedule::prefix_relation(points.band.child(0));
        const isl::union_set blocks = shared_by_blocks(points.band);
        std::vector<long> sizes;
        for (std::size_t k = 0; k < members(band); ++k)
            sizes.push_back(tile_.size(k));
        Cursor here =
            schedule::insert_context(schedule::tile(points.band, sizes), numbers()).child(0);
        if (points.any_shares() && sizes.size() > 1) // a line waits for memory, whatever there is
            here = with_full_tiles_apart(here, times, sizes);
        here = schedule::insert_filter(here, blocks);
        Cursor inner = here.child(0).child(0);
        if (inner.child(0).is<Band>() && inner.as<Band>().isolation)
            inner = inner.child(0);
        const std::size_t depth = here.depth();
        here = with_threads(inner, points.sharing);
        while (here.depth() >= depth)
            here = here.parent();
        return {here, std::move(kernel_)};
    }

private:
    static std::size_t members(const Cursor &band) { return band.as<Band>().size(); }

    /// What is done for each point, taken apart if some of it reads operands that points share.
    Points taken_apart(const Cursor &band)
    {
        const Cursor apart = with_parts_apart(program_, band);
        const auto own = with_own_elements(program_, apart, own_,
                                           tile(grid_of_tiles(members(band)), members(band)));
        if (!own)
            return {band, {false}};
        Points result{apart, sharing_parts(own->program, apart, own->arrays)};
        if (!result.any_shares())
            return {band, {false}};
        program_ = own->program;
        in_registers_ = own->arrays;
        kernel_.memory.own.insert(kernel_.memory.own.end(), own->arrays.begin(), own->arrays.end());
        return result;
    }

    /// Which parts of what is done for each point read operands that points share.
    /// \param own  arrays of which each point has elements of its own
    static std::vector<bool> sharing_parts(const program::Program &program, const Cursor &points,
                                           const std::set<std::size_t> &own)
    {
        if (!points.child(0).is<schedule::Sequence>())
            return {shares_operands(program, points, own)};
        std::vector<bool> result;
        const Cursor parts = schedule::distribute(points);
        for (std::size_t k = 0; k < parts.child_count(); ++k)
            result.push_back(shares_operands(program, parts.child(k).child(0), own));
        return result;
    }

    /// The last member is along x.
    BlockTile tile(const std::vector<DeviceDimension> &dimensions, std::size_t members) const
    {
        BlockTile result;
        for (std::size_t number = dimensions.size(); number-- > 0;) {
            result.threads.push_back(dimensions[number].threads);
            result.numbers.push_back(names_.thread + std::to_string(number));
            if (number < members)
                result.points.push_back(dimensions[number].points);
        }
        return result;
    }

    /// Instances that the block has; and how many blocks there are.
    isl::union_set shared_by_blocks(const Cursor &points)
    {
        const isl::union_set instances = schedule::reaching_instances(points);
        isl::union_set result = instances;
        const std::size_t count = members(points);
        for (std::size_t number = 0; number < count; ++number) {
            DeviceDimension &dimension = kernel_.dimensions[number];
            const std::size_t k = count - 1 - number;
            const isl::union_map times =
                isl::manage(isl_union_map_from_union_pw_aff(points.as<Band>().member(k).release()));
            dimension.blocks =
                blocks_for(possible_, times.intersect_domain(instances), tile_.size(k));
            if (number == 0 && dimension.blocks)
                dimension.max_blocks = std::nullopt;
            result = result.intersect(taken_by(times, names_.block + std::to_string(number),
                                               tile_.size(k), dimension.max_blocks));
        }
        return result;
    }

    /// { : ... }: the numbers that blocks and threads have.
    isl::set numbers() const
    {
        isl::set result = possible_.space().params().universe_set();
        auto add = [&](const std::string &name, long values) {
            result = result.intersect(isl::set(
                result.ctx(), fmt::format("[{0}] -> {{ : 0 <= {0} < {1} }}", name, values)));
        };
        for (std::size_t number = kernel_.dimensions.size(); number-- > 0;) {
            const DeviceDimension &dimension = kernel_.dimensions[number];
            add(names_.thread + std::to_string(number), dimension.threads);
            if (number < tile_.points.size())
                add(names_.block + std::to_string(number),
                    dimension.max_blocks.value_or(most_blocks));
        }
        return result;
    }

    /// The code of tiles that are points altogether is apart from that of others, and needs no
    /// conditions: in each iteration of the tiles' loops, since a block takes tiles in turns.
    /// band(64 floor(i / 64)) over band(i)
    ///   -> band(64 floor(i / 64)) over band(64 floor(i / 64)), isolated, over band(i)
    /// \param points  { S[i] -> [t, p] }: in which tiles' loops come in
    static Cursor with_full_tiles_apart(const Cursor &tiles, const isl::union_map &points,
                                        const std::vector<long> &sizes)
    {
        const unsigned count = unsigned(sizes.size());
        const auto full =
            full_tiles(presburger::last_by_others(points.range().as_set(), count), sizes);
        if (!full)
            return tiles;
        const Cursor inner = schedule::insert_band(tiles.child(0), tiles.as<Band>().schedule);
        const isl::set wrapped = isl::manage(isl_set_flatten(full->wrap().release()));
        const unsigned outer = unsigned(isl_map_dim(full->get(), isl_dim_in));
        isl_map *isolation = isl_map_from_domain(wrapped.copy());
        isolation = isl_map_add_dims(isolation, isl_dim_out, count);
        for (unsigned k = 0; k < count; ++k)
            isolation = isl_map_equate(isolation, isl_dim_in, int(outer + k), isl_dim_out, int(k));
        Cursor here = schedule::with_isolation(inner, isl::manage(isolation));
        for (std::size_t k = 0; k < sizes.size(); ++k)
            here = schedule::with_option(here, k, schedule::LoopOption::atomic);
        return here.parent();
    }

    /// The points of a tile, shared by the threads of a block: part by part if some share operands.
    Cursor with_threads(const Cursor &points, const std::vector<bool> &sharing)
    {
        auto of_threads = [&](const Cursor &part, bool shares) {
            return shares ? with_block_memory(given_, program_, part, kernel_of(part), tile_,
                                              in_registers_, kernel_.memory)
                          : in_registers(part);
        };
        if (sharing.size() == 1)
            return of_threads(points, sharing.front());
        Cursor here = schedule::distribute(points);
        for (std::size_t k = 0; k < sharing.size(); ++k)
            here = of_threads(here.child(k).child(0), sharing[k]).parent().parent();
        return here;
    }

    /// band(i)  ->  filter over band(r), r: registers()
    Cursor in_registers(const Cursor &points) const
    {
        isl::union_set own = isl::union_set::empty(points.ctx());
        schedule::reaching_instances(points).foreach_set([&](const isl::set &instances) {
            own = own.unite(isl::union_set(
                of_thread(tile_, instances.space().universe_set(),
                          list(functions_on(points.as<Band>().schedule, instances.space())))));
        });
        const isl::space values =
            isl::manage(isl_space_set_alloc(points.ctx().get(), 0, unsigned(members(points))));
        Cursor here =
            schedule::apply(points, registers(tile_, values.identity_multi_pw_aff_on_domain()));
        for (std::size_t k = 0; k < members(points); ++k)
            if (tile_.points[k] > 1)
                here = schedule::with_role(here, k, register_role(tile_, k));
        return schedule::insert_filter(here, own);
    }

    /// The context node above all that blocks and threads do.
    static Cursor kernel_of(const Cursor &points)
    {
        Cursor result = points;
        while (!result.is<schedule::Context>())
            result = result.above();
        return result;
    }

    const program::Program &given_;
    program::Program &program_;
    const std::set<std::size_t> &own_;
    const isl::set &possible_; ///< { : ... }: symbolic constants
    const DeviceNames &names_;
    DeviceKernel kernel_ = {};
    BlockTile tile_ = {};
    std::set<std::size_t> in_registers_ =
        {}; ///< arrays with an element for each of a thread's points
};

} // namespace

MappedKernel mapped_to_blocks(const program::Program &given, program::Program &program,
                              const Cursor &band, const std::set<std::size_t> &own,
                              const isl::set &possible, const DeviceNames &names, long block_bytes)
{
    return KernelMapper(given, program, own, possible, names, block_bytes).mapped(band);
}

} // namespace espalier::strategies
