#include "espalier/strategies/devices/device_mapping.h"

#include "espalier/dependence/parallelism.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/devices/overlapped_tiles.h"
#include "espalier/strategies/strides.h"
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

constexpr std::size_t max_dimensions = 3; ///< of grids and blocks

/// Members of a band next to each other whose iterations are independent.
struct Independent {
    std::size_t first, end;
    std::set<std::size_t> own; ///< arrays

    std::size_t count() const { return end - first; }
};

/// Maps a tree from the root down. Every function takes a cursor and returns one at the same place
/// of the edited tree.
class DeviceMapper {
public:
    DeviceMapper(const program::Program &given, const dependence::Dependences &dependences,
                 const DeviceNames &names, long block_bytes, bool tiles_time = false)
        : program(given), program_(given), dependences_(dependences), names_(names),
          block_bytes_(block_bytes), tiles_time_(tiles_time),
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
    bool has_tiles = false; ///< in time

private:
    Cursor visit(const Cursor &node)
    {
        if (node.is<schedule::Filter>())
            return below(node);
        if (tiles_time_ && node.is<Band>() && !independent(node))
            if (const auto tiles =
                    with_overlapped_tiles(program_, dependences_, program, node, possible_, names_,
                                          block_bytes_, kernels)) {
                has_tiles = true;
                return *tiles;
            }
        if (!has_independent(node))
            return in_kernel(node, {});
        if (!node.is<Band>())
            return below(node);
        if (independent(node)) {
            const Cursor joined = with_independent_joined(with_independent_first(node));
            const Independent members = *independent(joined);
            return is_in_parts(joined, members) ? below(schedule::distribute(joined))
                                                : mapped(joined, members);
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

    /// Whether what is done in each iteration consists of parts with independent loops of their
    /// own: with these, each makes a kernel of more threads.
    bool is_in_parts(const Cursor &band, const Independent &members) const
    {
        const Cursor inside = band.child(0);
        if (members.count() == max_dimensions || members.count() < band.as<Band>().size() ||
            !members.own.empty() || inside.child_count() < 2)
            return false;
        for (std::size_t k = 0; k < inside.child_count(); ++k) {
            const Cursor part = inside.child(k).child(0);
            if (!part.is<Band>() || !independent(with_independent_first(part)))
                return false;
        }
        return true;
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

    /// band(i, j, k) -> band(i) over a kernel of band(j) over band(k), for the independent
    /// iterations of j; at the outermost node.
    Cursor mapped(const Cursor &band, const Independent &members)
    {
        Cursor here = members.first == 0 ? band : split(band, members.first).child(0);
        if (here.as<Band>().size() > members.count())
            here = split(here, members.count());
        MappedKernel made = mapped_to_blocks(program_, program, with_neighbours_last(here),
                                             members.own, possible_, names_, block_bytes_);
        here = in_kernel(made.place, std::move(made.kernel));
        return members.first == 0 ? here : here.parent();
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
    long block_bytes_;
    bool tiles_time_;
    isl::set possible_; ///< { : ... }: symbolic constants
};

} // namespace

bool DeviceTree::has_threads() const
{
    return std::ranges::any_of(
        kernels, [](const auto &kernel) { return !kernel.second.dimensions.empty(); });
}

bool DeviceTree::declares(std::size_t array) const
{
    return std::ranges::any_of(kernels, [&](const auto &kernel) {
        const BlockMemory &memory = kernel.second.memory;
        return memory.shared.contains(array) ||
               std::ranges::find(memory.own, array) != memory.own.end();
    });
}

DeviceTree mapped_to_device(const program::Program &program,
                            const dependence::Dependences &dependences, const schedule::Tree &tree,
                            const DeviceNames &names, long block_bytes)
{
    DeviceMapper mapper(program, dependences, names, block_bytes);
    schedule::Tree result = mapper.below(tree.root()).tree();
    return {std::move(mapper.program), std::move(result), std::move(mapper.kernels)};
}

std::optional<DeviceTree> mapped_with_overlapped_tiles(const program::Program &program,
                                                       const dependence::Dependences &dependences,
                                                       const schedule::Tree &tree,
                                                       const DeviceNames &names, long block_bytes)
{
    DeviceMapper mapper(program, dependences, names, block_bytes, true);
    schedule::Tree result = mapper.below(tree.root()).tree();
    if (!mapper.has_tiles)
        return std::nullopt;
    return DeviceTree{std::move(mapper.program), std::move(result), std::move(mapper.kernels)};
}

} // namespace espalier::strategies
