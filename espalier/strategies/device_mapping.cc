#include "espalier/strategies/device_mapping.h"

#include "espalier/dependence/parallelism.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/point_parts.h"
#include "espalier/strategies/strides.h"
#include "espalier/strategies/tile_accesses.h"
#include "espalier/strategies/wavefronts.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;

constexpr std::size_t max_dimensions = 3;    ///< of grids and blocks
constexpr long most_blocks = (1L << 31) - 1; ///< along x

/// Members of a band next to each other whose iterations are independent.
struct Independent {
    std::size_t first, end;
    std::set<std::size_t> own; ///< arrays

    std::size_t count() const { return end - first; }
};

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
    return {{16, 4, 1L << 12}, {16, 4, 1L << 12}};
}

/// Maps a tree from the root down. Every function takes a cursor and returns one at the same place
/// of the edited tree.
class DeviceMapper {
public:
    DeviceMapper(const program::Program &given, const dependence::Dependences &dependences,
                 const DeviceNames &names)
        : program(given), program_(given), dependences_(dependences), names_(names),
          possible_(program::possible_constants(given))
    {
    }

    /// What is below a node, without the domain node itself.
    Cursor below(const Cursor &node)
    {
        Cursor here = node;
        for (std::size_t k = 0; k < here.child_count(); ++k)
            here = visit(here.child(k)).parent();
        return here;
    }

    program::Program program; ///< with what kernels have beside the memory of the device
    std::map<std::string, DeviceKernel> kernels;

private:
    Cursor visit(const Cursor &node)
    {
        if (node.is<schedule::Filter>())
            return below(node);
        if (!has_independent(node))
            return in_kernel(node, {});
        if (!node.is<Band>())
            return below(node);
        if (independent(node)) {
            const Cursor joined = with_independent_joined(with_independent_first(node));
            return mapped(joined, *independent(joined));
        }
        if (has_independent(node.child(0)))
            return below(node);
        const Cursor waves = in_wavefronts(node);
        return mapped(waves, *independent(waves));
    }

    Cursor in_kernel(const Cursor &node, DeviceKernel kernel)
    {
        const std::string mark = names_.kernel + std::to_string(kernels.size());
        kernels[mark] = std::move(kernel);
        return schedule::insert_mark(node, mark);
    }

    bool has_independent(const Cursor &node) const
    {
        if (node.is<Band>() && (independent(node) || has_waves(node)))
            return true;
        for (std::size_t k = 0; k < node.child_count(); ++k)
            if (has_independent(node.child(k)))
                return true;
        return false;
    }

    /// Whether waves of a band's iterations are independent.
    bool has_waves(const Cursor &band) const
    {
        return band.as<Band>().is_permutable && band.as<Band>().size() > 1 &&
               independent(in_wavefronts(band)).has_value();
    }

    /// band(i, k, j) -> band(i, j, k), where the iterations of i and j are independent and members
    /// may change places.
    Cursor with_independent_first(const Cursor &band) const
    {
        if (!band.as<Band>().is_permutable)
            return band;
        const schedule::Loop first{band, 0};
        std::vector<std::size_t> order(band.as<Band>().size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_partition(order, [&](std::size_t member) {
            return dependence::find_parallelism(
                       program_, dependences_, schedule::reaching_instances(band),
                       first.functions_around(), band.as<Band>().member(member))
                .has_value();
        });
        return std::ranges::is_sorted(order) ? band : schedule::permute(band, order);
    }

    /// band(i) over band(j) -> band(i, j), as long as that makes more members independent.
    Cursor with_independent_joined(const Cursor &band) const
    {
        Cursor here = band;
        while (here.child(0).is<Band>()) {
            const Cursor both = schedule::combine(here);
            if (independent(both)->count() == independent(here)->count())
                break;
            here = both;
        }
        return here;
    }

    /// The first ones.
    std::optional<Independent> independent(const Cursor &band) const
    {
        std::optional<Independent> result;
        for (std::size_t k = 0; k < band.as<Band>().size(); ++k) {
            const auto own = dependence::find_parallelism(
                program_, dependences_, schedule::reaching_instances(band),
                schedule::Loop{band, k}.functions_around(), band.as<Band>().member(k));
            if (!own && result)
                break;
            if (!own)
                continue;
            if (!result)
                result = Independent{k, k, {}};
            result->end = k + 1;
            result->own.insert(own->private_arrays.begin(), own->private_arrays.end());
            if (result->count() == max_dimensions)
                break;
        }
        return result;
    }

    /// band(i, j, k) -> band(i) over mark over filter over band(32 floor(j / 32)) over filter over
    /// band(j) over band(k), for the independent iterations of j; at the outermost node.
    Cursor mapped(const Cursor &band, const Independent &members)
    {
        const std::size_t count = members.count();
        Cursor here = members.first == 0 ? band : split(band, members.first).child(0);
        if (here.as<Band>().size() > count)
            here = split(here, count);
        here = with_neighbours_last(here);
        const Cursor apart = with_parts_apart(here);
        const std::vector<bool> sharing = sharing_parts(apart);
        const bool any_shares = std::ranges::find(sharing, true) != sharing.end();
        if (any_shares)
            here = apart;
        DeviceKernel kernel{any_shares ? grid_of_tiles(count) : grid(count), {}};
        kernel.memory.own.assign(members.own.begin(), members.own.end());
        BlockTile tile;
        std::vector<long> sizes;
        isl::set numbers = possible_.space().params().universe_set();
        const isl::union_set instances = schedule::reaching_instances(here);
        isl::union_set blocks = instances;
        auto add_number = [&](const std::string &name, long values) {
            numbers = numbers.intersect(isl::set(
                numbers.ctx(), fmt::format("[{0}] -> {{ : 0 <= {0} < {1} }}", name, values)));
        };
        for (std::size_t number = kernel.dimensions.size(); number-- > 0;) {
            DeviceDimension &dimension = kernel.dimensions[number];
            const std::string block = names_.block + std::to_string(number),
                              thread = names_.thread + std::to_string(number);
            tile.threads.push_back(dimension.threads);
            tile.numbers.push_back(thread);
            add_number(thread, dimension.threads);
            if (number >= count)
                continue;
            const std::size_t k = count - 1 - number;
            tile.points.push_back(dimension.points);
            sizes.push_back(dimension.threads * dimension.points);
            const isl::union_map times =
                isl::manage(isl_union_map_from_union_pw_aff(here.as<Band>().member(k).release()));
            dimension.blocks = blocks_for(times.intersect_domain(instances), sizes.back());
            if (number == 0 && dimension.blocks)
                dimension.max_blocks = std::nullopt;
            blocks = blocks.intersect(taken_by(times, block, sizes.back(), dimension.max_blocks));
            add_number(block, dimension.max_blocks.value_or(most_blocks));
        }
        const isl::union_map points = schedule::prefix_relation(here.child(0));
        here = schedule::insert_context(schedule::tile(here, sizes), numbers).child(0);
        if (any_shares && count > 1) // a line waits for memory, whatever conditions there are
            here = with_full_tiles_apart(here, points, sizes);
        here = schedule::insert_filter(here, blocks);
        Cursor inner = here.child(0).child(0);
        if (inner.child(0).is<Band>() && inner.as<Band>().isolation)
            inner = inner.child(0);
        const std::size_t depth = here.depth();
        here = with_threads(inner, sharing, tile, kernel.memory);
        while (here.depth() > depth)
            here = here.parent();
        here = here.parent();
        here = in_kernel(here, std::move(kernel));
        return members.first == 0 ? here : here.parent();
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

    /// Which parts of what is done for each point read operands that points share.
    std::vector<bool> sharing_parts(const Cursor &points) const
    {
        if (!points.child(0).is<schedule::Sequence>())
            return {shares_operands(program_, points)};
        std::vector<bool> result;
        const Cursor parts = schedule::distribute(points);
        for (std::size_t k = 0; k < parts.child_count(); ++k)
            result.push_back(shares_operands(program_, parts.child(k).child(0)));
        return result;
    }

    /// The points of a tile, shared by the threads of a block: part by part if some share operands.
    /// \param sharing  sharing_parts()
    Cursor with_threads(const Cursor &points, const std::vector<bool> &sharing,
                        const BlockTile &tile, BlockMemory &memory)
    {
        auto of_threads = [&](const Cursor &part, bool shares) {
            return shares
                       ? with_block_memory(program_, program, part, kernel_of(part), tile, memory)
                       : schedule::insert_filter(part, taken_by_thread(part, tile));
        };
        if (sharing.size() == 1 || std::ranges::find(sharing, true) == sharing.end())
            return of_threads(points, sharing.front());
        Cursor here = schedule::distribute(points);
        for (std::size_t k = 0; k < sharing.size(); ++k)
            here = of_threads(here.child(k).child(0), sharing[k]).parent().parent();
        return here;
    }

    /// The context node above all that blocks and threads do.
    static Cursor kernel_of(const Cursor &points)
    {
        Cursor result = points;
        while (!result.is<schedule::Context>())
            result = result.above();
        return result;
    }

    static isl::union_set taken_by_thread(const Cursor &points, const BlockTile &tile)
    {
        isl::union_set result = schedule::reaching_instances(points);
        const std::size_t helping = tile.threads.size() - tile.points.size();
        for (std::size_t k = 0; k < helping; ++k)
            result = result.intersect_params(
                isl::set(result.ctx(), fmt::format("[{0}] -> {{ : {0} = 0 }}", tile.numbers[k])));
        for (std::size_t k = 0; k < tile.points.size(); ++k)
            result = result.intersect(taken_by(
                isl::manage(isl_union_map_from_union_pw_aff(points.as<Band>().member(k).release())),
                tile.numbers[helping + k], 1, tile.threads_along(k)));
        return result;
    }

    /// The instances that one of several takes, as many as `size` next to each other.
    /// \param times   { S[i] -> [t] }
    /// \param number  symbolic constant: which one it is
    /// \param count   how many there are, that take them in turns; nothing: as many as it takes
    static isl::union_set taken_by(const isl::union_map &times, const std::string &number,
                                   long size, std::optional<long> count)
    {
        const std::string turn = count ? fmt::format(" mod {}", *count) : "";
        const isl::set own(times.ctx(), fmt::format("[{0}] -> {{ [t] : floor(t / {1}){2} = {0} }}",
                                                    number, size, turn));
        return times.intersect_range(own).domain();
    }

    /// \param times  { S[i] -> [t] }
    /// \return { [] -> [n] }; nothing if some times may be negative, or that is not simple
    std::optional<isl::pw_aff> blocks_for(const isl::union_map &times, long size) const
    {
        constexpr int most_pieces = 2;
        const isl::union_set values = times.intersect_params(possible_).range();
        if (values.is_empty())
            return std::nullopt;
        const isl::set all = values.as_set().coalesce();
        if (!all.is_subset(isl::set(all.ctx(), "{ [t] : t >= 0 }")))
            return std::nullopt;
        const isl::pw_aff last = isl::manage(isl_set_dim_max(all.copy(), 0)).coalesce();
        if (isl_pw_aff_n_piece(last.get()) > most_pieces)
            return std::nullopt;
        return program::as_extent(
            isl::manage(isl_pw_aff_scale_down_val(last.copy(), isl::val(all.ctx(), size).release()))
                .floor()
                .add_constant(1));
    }

    /// Iterations are independent, and may change places.
    Cursor with_neighbours_last(const Cursor &band) const
    {
        const std::size_t size = band.as<Band>().size();
        std::size_t best = size - 1;
        for (std::size_t k = size - 1; k-- > 0;)
            if (contiguous_accesses(band, k) > contiguous_accesses(band, best))
                best = k;
        std::vector<std::size_t> order;
        for (std::size_t k = 0; k < size; ++k)
            if (k != best)
                order.push_back(k);
        order.push_back(best);
        return best + 1 == size ? band : schedule::permute(band, order);
    }

    /// How many accesses go from one element to the next along a member.
    int contiguous_accesses(const Cursor &band, std::size_t member) const
    {
        int result = 0;
        const isl::union_map times =
            isl::manage(isl_union_map_from_union_pw_aff(band.as<Band>().member(member).release()));
        for (const program::Statement &statement : program_.statements)
            for (std::size_t loop = 0; loop < statement.iterators.size(); ++loop)
                if (moves_along(times, statement, loop))
                    result += contiguous_along(program_, statement, loop);
        return result;
    }

    /// Whether the time of a statement changes along a loop around it.
    /// \param times  { S[i] -> [t] }
    static bool moves_along(const isl::union_map &times, const program::Statement &statement,
                            std::size_t loop)
    {
        const isl::map own = isl::manage(isl_union_map_extract_map(
            times.get(), statement.domain.space().add_unnamed_tuple(1).release()));
        return isl_map_involves_dims(own.get(), isl_dim_in, unsigned(loop), 1) == isl_bool_true &&
               !own.is_empty();
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    const DeviceNames &names_;
    isl::set possible_; ///< { : ... }: symbolic constants
};

} // namespace

bool DeviceTree::has_threads() const
{
    return std::ranges::any_of(
        kernels, [](const auto &kernel) { return !kernel.second.dimensions.empty(); });
}

DeviceTree mapped_to_device(const program::Program &program,
                            const dependence::Dependences &dependences, const schedule::Tree &tree,
                            const DeviceNames &names)
{
    DeviceMapper mapper(program, dependences, names);
    schedule::Tree result = mapper.below(tree.root()).tree();
    return {std::move(mapper.program), std::move(result), std::move(mapper.kernels)};
}

} // namespace espalier::strategies
