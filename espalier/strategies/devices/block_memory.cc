#include "espalier/strategies/devices/block_memory.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/devices/added_statements.h"
#include "espalier/strategies/devices/point_parts.h"
#include "espalier/strategies/devices/tile_accesses.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;

constexpr long element_bytes = 8;
constexpr long most_registers = 16;

/// What a block has of an array.
struct Tile {
    isl::map elements;         ///< { [t] -> A[a] }
    isl::multi_aff offset;     ///< { [t] -> A[a] }: of the first one
    std::vector<long> lengths; ///< of a box that they are in
};

/// Makes the statements and the arrays, and has references name them.
class BlockMemoryMaker {
public:
    BlockMemoryMaker(const program::Program &given, program::Program &program,
                     const BlockTile &tile, const std::set<std::size_t> &own, BlockMemory &memory)
        : given_(given), program_(program), tile_(tile), own_(own), memory_(memory)
    {
    }

    Cursor made(const Cursor &points, const Cursor &kernel);

private:
    Cursor ordered(const Cursor &points) const;
    Cursor with_full_tiles_apart(const Cursor &tiles, const Cursor &points,
                                 const std::vector<long> &sizes) const;
    Cursor with_operands(const Cursor &sums, const Part &part,
                         const std::vector<std::vector<Reference>> &operands, const Cursor &kernel);
    Cursor with_sums(const Cursor &tiles, const Part &part, const std::vector<std::size_t> &arrays);
    schedule::NodePtr whole(const Part &part, const schedule::NodePtr &below) const;
    void add_copy(const isl::set &instances, const transform::ElementAt &target,
                  const transform::ElementAt &source);
    schedule::Band in_turns(const std::vector<isl::pw_aff> &places,
                            const std::vector<long> &lengths) const;
    void add_barrier(AddedStatements &added, const isl::set &times);
    std::size_t keep(const Part &part, const std::vector<Reference> &sums, AddedStatements &loads,
                     AddedStatements &stores);
    bool are_only_read(const Part &part, const std::vector<Reference> &references,
                       const isl::union_map &kernel) const;
    std::optional<Tile> tile_of(const Part &part, const std::vector<Reference> &references,
                                const isl::multi_union_pw_aff &times) const;
    isl::multi_pw_aff time_of(const Reference &reference,
                              const isl::multi_union_pw_aff &times) const;
    std::optional<std::size_t> memory_for(std::size_t model, std::vector<long> lengths);
    bool share(const Part &part, const isl::multi_union_pw_aff &times,
               const std::vector<Reference> &references, AddedStatements &copies);

    const program::Program &given_; ///< in which references name the device's memory
    program::Program &program_;
    const BlockTile &tile_;
    const std::set<std::size_t> &own_; ///< arrays
    BlockMemory &memory_;
    std::set<std::size_t> in_use_ = {}; ///< arrays that the block has
};

void BlockMemoryMaker::add_copy(const isl::set &instances, const transform::ElementAt &target,
                                const transform::ElementAt &source)
{
    std::vector<std::string> iterators;
    for (unsigned k = 0; k < presburger::dimensions(instances); ++k)
        iterators.push_back(fmt::format("t{}", k));
    program_.statements.push_back(
        transform::copy_of_element(program_, instances, iterators, {}, target, source));
}

/// A place where all threads of a block meet, once at each time.
void BlockMemoryMaker::add_barrier(AddedStatements &added, const isl::set &times)
{
    const std::string name =
        unused_name(program_, fmt::format("barrier{}", memory_.barriers.size()));
    memory_.barriers.insert(name);
    const isl::id id = presburger::make_id(times.ctx(), name);
    added.add(isl::manage(isl_set_set_tuple_id(times.copy(), id.copy())),
              presburger::dimensions(times), schedule::leaf());
}

/// A thread has the elements that it adds to in registers of its own.
std::size_t BlockMemoryMaker::keep(const Part &part, const std::vector<Reference> &sums,
                                   AddedStatements &loads, AddedStatements &stores)
{
    const std::size_t array = part.access(sums.front()).array;
    isl::map elements = part.by_point(sums.front(), false);
    for (const Reference &one : sums)
        elements = presburger::coalesced(elements.unite(part.by_point(one, false)));
    const std::size_t own =
        add_array(program_, program_.arrays[array].name + "_sums", array, tile_.points);
    memory_.own.push_back(own);
    const unsigned count = unsigned(tile_.points.size()),
                   outer = presburger::dimensions(elements.domain()) - count;
    const isl::map points = presburger::last_by_others(elements.domain(), count);
    for (const bool is_load : {true, false}) {
        const std::string verb = is_load ? "load_" : "store_";
        const isl::set all =
            instances_of(unused_name(program_, verb + program_.arrays[array].name), points);
        const isl::multi_pw_aff place = registers(tile_, coordinates(all, outer, count));
        const isl::multi_pw_aff global = isl::manage(
            isl_multi_pw_aff_from_pw_multi_aff(isl_pw_multi_aff_from_map(isl_map_set_tuple_id(
                elements.copy(), isl_dim_in, isl_set_get_tuple_id(all.get())))));
        const transform::ElementAt in_register{own, list(place)}, in_memory{array, list(global)};
        add_copy(all, is_load ? in_register : in_memory, is_load ? in_memory : in_register);
        schedule::Band band = band_of(place);
        for (std::size_t k = 0; k < count; ++k)
            band.members[k].role = register_role(tile_, k);
        (is_load ? loads : stores)
            .add(all, outer,
                 schedule::node(schedule::Filter{of_thread(tile_, all.space().universe_set(),
                                                           list(coordinates(all, outer, count)))},
                                schedule::node(band)));
    }
    return own;
}

/// Whether nothing that the host has the device do at once writes elements that references name.
/// \param kernel  { S[i] -> [t] }: what that is
bool BlockMemoryMaker::are_only_read(const Part &part, const std::vector<Reference> &references,
                                     const isl::union_map &kernel) const
{
    isl::union_map read = isl::union_map::empty(kernel.ctx()), written = read;
    for (const Reference &one : references)
        read = read.unite(isl::union_map(part.access(one).relation).apply_domain(kernel));
    for (const program::Statement &statement : given_.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == part.access(references.front()).array && is_write(access))
                written = written.unite(isl::union_map(access.relation).apply_domain(kernel));
    return read.intersect(written).is_empty();
}

/// A box that has all elements that references name at a time.
/// \param times  { S[i] -> [t] }
/// \return nothing if it is not of constant size, or larger than a block's memory
std::optional<Tile> BlockMemoryMaker::tile_of(const Part &part,
                                              const std::vector<Reference> &references,
                                              const isl::multi_union_pw_aff &times) const
{
    std::optional<isl::map> elements;
    for (const Reference &one : references) {
        const isl::multi_pw_aff time = time_of(one, times);
        const isl::map here = part.access(one).relation.apply_domain(
            isl::manage(isl_map_from_multi_pw_aff(time.copy())));
        elements = elements ? elements->unite(here) : here;
    }
    elements = presburger::coalesced(*elements);
    const isl::fixed_box box = elements->range_simple_fixed_box_hull();
    if (!box.is_valid())
        return std::nullopt;
    Tile result{*elements, box.offset(), {}};
    for (int k = 0; k < int(box.size().size()); ++k) {
        const isl::val length = box.size().at(k);
        if (!length.is_int() || length.gt(isl::val(length.ctx(), memory_.bytes_left)))
            return std::nullopt;
        result.lengths.push_back(length.num_si());
    }
    return result;
}

/// An array that a block has for tiles: one that another part is done with, or a new one.
/// \param model    the array whose type the elements have
/// \param lengths  of a tile
/// \return nothing if a block has not as much memory left
std::optional<std::size_t> BlockMemoryMaker::memory_for(std::size_t model,
                                                        std::vector<long> lengths)
{
    ++lengths.back(); // rows begin in different banks
    for (const auto &[array, own] : memory_.shared)
        if (own == lengths && !in_use_.contains(array) &&
            program_.arrays[array].element_type == program_.arrays[model].element_type) {
            in_use_.insert(array);
            return array;
        }
    long bytes = element_bytes;
    for (const long length : lengths)
        bytes *= length;
    if (bytes > memory_.bytes_left)
        return std::nullopt;
    memory_.bytes_left -= bytes;
    const std::size_t result =
        add_array(program_, program_.arrays[model].name + "_tile", model, lengths);
    memory_.shared[result] = lengths;
    in_use_.insert(result);
    return result;
}

isl::multi_pw_aff BlockMemoryMaker::time_of(const Reference &reference,
                                            const isl::multi_union_pw_aff &times) const
{
    return functions_on(times, program_.statements[reference.statement].domain.space());
}

/// All threads of a block bring what they read of an array to its memory.
/// \param times       { S[i] -> [t] }: when
/// \param references  to an array, all to the same elements
/// \return whether that is possible
bool BlockMemoryMaker::share(const Part &part, const isl::multi_union_pw_aff &times,
                             const std::vector<Reference> &references, AddedStatements &copies)
{
    const std::optional<Tile> tile = tile_of(part, references, times);
    if (!tile)
        return false;
    const std::size_t array = part.access(references.front()).array;
    const std::optional<std::size_t> shared = memory_for(array, tile->lengths);
    if (!shared)
        return false;
    auto in_tile = [&](const std::vector<isl::pw_aff> &subscripts, const isl::multi_pw_aff &when) {
        std::vector<isl::pw_aff> result;
        for (std::size_t k = 0; k < subscripts.size(); ++k)
            result.push_back(
                subscripts[k].sub(isl::pw_aff(tile->offset.at(int(k))).pullback(when)));
        return result;
    };
    const isl::set all =
        instances_of(unused_name(program_, "copy_" + program_.arrays[array].name), tile->elements);
    const unsigned outer = unsigned(times.size()), count = presburger::dimensions(all) - outer;
    const std::vector<isl::pw_aff> place = list(coordinates(all, outer, count)),
                                   inside = in_tile(place, coordinates(all, 0, outer));
    add_copy(all, {*shared, inside}, {array, place});
    copies.add(
        all, outer,
        schedule::node(schedule::Filter{of_thread(tile_, all.space().universe_set(), inside)},
                       schedule::node(in_turns(inside, tile->lengths))));
    for (const Reference &one : references) {
        program::Access &access = program_.statements[one.statement].accesses[one.access];
        transform::set_element(program_, access, *shared,
                               in_tile(access.subscripts, time_of(one, times)));
    }
    return true;
}

/// A band over the elements of a box, of which each thread has as many as it takes.
schedule::Band BlockMemoryMaker::in_turns(const std::vector<isl::pw_aff> &places,
                                          const std::vector<long> &lengths) const
{
    isl::pw_aff_list turns(places.front().ctx(), int(places.size()));
    std::vector<long> counts;
    for (std::size_t k = 0; k < places.size(); ++k) {
        const std::size_t threads = tile_.threads.size(), behind = places.size() - 1 - k;
        const long count = behind < threads ? tile_.threads[threads - 1 - behind] : 1;
        turns = turns.add(in_steps(places[k], count));
        counts.push_back((lengths[k] + count - 1) / count);
    }
    const isl::space space =
        places.front().space().domain().add_unnamed_tuple(unsigned(places.size()));
    Band result =
        band_of(isl::manage(isl_multi_pw_aff_from_pw_aff_list(space.copy(), turns.release())));
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (counts[k] <= most_registers)
            result.members[k].role = schedule::loop_role(
                {.kind = schedule::LoopKind::sequential, .registers = counts[k]});
    return result;
}

/// Whole tiles of sums, for all points of a tile, are apart.
Cursor BlockMemoryMaker::with_full_tiles_apart(const Cursor &tiles, const Cursor &points,
                                               const std::vector<long> &sizes) const
{
    std::vector<long> all;
    for (std::size_t k = 0; k < tile_.points.size(); ++k)
        all.push_back(tile_.size(k));
    const unsigned count = unsigned(all.size());
    all.insert(all.end(), sizes.begin(), sizes.end());
    const isl::set times =
        schedule::prefix_relation(points.child(0).child(0)).range().as_set().coalesce();
    const auto full = full_tiles(presburger::last_by_others(times, unsigned(all.size())), all);
    if (!full)
        return tiles;
    Cursor here = schedule::with_isolation(
        tiles, isl::manage(isl_map_project_out(full->copy(), isl_dim_out, 0, count)));
    for (std::size_t k = 0; k < sizes.size(); ++k)
        here = schedule::with_option(here, k, schedule::LoopOption::atomic);
    return here;
}

/// band(i, j) over band(k) -> band(16 floor(k / 16)) over band(k) over band(i and j in registers)
Cursor BlockMemoryMaker::ordered(const Cursor &points) const
{
    const std::size_t count = points.as<Band>().size(), sums = points.child(0).as<Band>().size();
    std::vector<std::size_t> order(count + sums);
    std::iota(order.begin(), order.begin() + std::ptrdiff_t(sums), count);
    std::iota(order.begin() + std::ptrdiff_t(sums), order.end(), 0);
    Cursor here =
        schedule::split(schedule::permute(schedule::combine(points), order), sums).child(0);
    const isl::space values =
        isl::manage(isl_space_set_alloc(here.ctx().get(), 0, unsigned(count)));
    here = schedule::apply(here, registers(tile_, values.identity_multi_pw_aff_on_domain()));
    for (std::size_t k = 0; k < count; ++k)
        here = schedule::with_role(here, k, register_role(tile_, k));
    std::vector<long> sizes(sums, 1);
    sizes.back() = tile_.threads.back(); // which copy rows of as many elements
    here = schedule::tile(here.parent(), sizes);
    return count > 1 ? with_full_tiles_apart(here, points, sizes) : here;
}

schedule::NodePtr BlockMemoryMaker::whole(const Part &part, const schedule::NodePtr &below) const
{
    isl::union_set all = isl::union_set::empty(part.instances().ctx());
    for (const std::size_t statement : part.statements())
        all =
            all.unite(isl::union_set(program_.statements[statement].domain.space().universe_set()));
    return schedule::node(schedule::Filter{all}, below);
}

/// \param sums  the band with what is between two barriers
Cursor BlockMemoryMaker::with_operands(const Cursor &sums, const Part &part,
                                       const std::vector<std::vector<Reference>> &operands,
                                       const Cursor &kernel)
{
    isl::union_set own = isl::union_set::empty(sums.ctx());
    for (const std::size_t statement : part.statements())
        own = own.unite(isl::union_set(
            of_thread(tile_, program_.statements[statement].domain, list(part.points(statement)))));
    const schedule::NodePtr work = schedule::node(schedule::Filter{own}, sums.node_ptr());
    const isl::multi_union_pw_aff times = schedule::prefix_functions(sums);
    const isl::union_map at_once = schedule::prefix_relation(kernel);
    AddedStatements copies(sums.ctx()), behind = copies;
    bool has_copies = false;
    for (const std::vector<Reference> &references : operands)
        has_copies |=
            are_only_read(part, references, at_once) && share(part, times, references, copies);
    if (!has_copies)
        return sums.grafted(work);
    const isl::set all = isl::manage(isl_union_map_from_multi_union_pw_aff(times.copy()))
                             .intersect_domain(part.instances())
                             .range()
                             .as_set();
    add_barrier(copies, all);
    add_barrier(behind, all);
    return sums.grafted(with_added(copies, whole(part, work), behind));
}

/// \param tiles   the band of loops in whose iterations barriers are
Cursor BlockMemoryMaker::with_sums(const Cursor &tiles, const Part &part,
                                   const std::vector<std::size_t> &arrays)
{
    AddedStatements loads(tiles.ctx()), stores = loads;
    for (const std::size_t array : arrays) {
        const std::vector<Reference> sums = part.sums(array);
        const std::size_t own = keep(part, sums, loads, stores);
        for (const Reference &one : sums)
            transform::set_element(program_,
                                   program_.statements[one.statement].accesses[one.access], own,
                                   list(registers(tile_, part.points(one.statement))));
    }
    return tiles.grafted(with_added(loads, whole(part, tiles.node_ptr()), stores));
}

Cursor BlockMemoryMaker::made(const Cursor &points, const Cursor &kernel)
{
    const Part part(program_, points, own_);
    std::vector<std::vector<Reference>> operands;
    for (const Reference &one : shared_operands(program_, part)) {
        const auto same = std::ranges::find_if(operands, [&](const std::vector<Reference> &group) {
            return part.access(group.front()).array == part.access(one).array &&
                   part.by_point(group.front(), true).is_equal(part.by_point(one, true));
        });
        if (same == operands.end())
            operands.push_back({one});
        else
            same->push_back(one);
    }
    const std::vector<std::size_t> sums = written_arrays(program_, part);
    const Cursor tiles = ordered(points);
    const Cursor with_copies = with_operands(tiles.child(0), part, operands, kernel);
    return sums.empty() ? with_copies.parent() : with_sums(with_copies.parent(), part, sums);
}

} // namespace

Cursor with_block_memory(const program::Program &given, program::Program &program,
                         const Cursor &points, const Cursor &kernel, const BlockTile &tile,
                         const std::set<std::size_t> &own, BlockMemory &memory)
{
    return BlockMemoryMaker(given, program, tile, own, memory).made(points, kernel);
}

} // namespace espalier::strategies
