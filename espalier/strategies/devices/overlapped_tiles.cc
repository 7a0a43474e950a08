#include "espalier/strategies/devices/overlapped_tiles.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/insert.h"
#include "espalier/strategies/devices/added_statements.h"
#include "espalier/strategies/devices/overlapped_statements.h"
#include "espalier/strategies/devices/stencil_phases.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <functional>

namespace espalier::strategies {

namespace {

using schedule::Cursor;
using schedule::NodePtr;

constexpr long most_blocks = (1L << 31) - 1, most_turns = 1L << 12; ///< along x, and others

std::optional<TimeTileShape> shape_of(std::size_t members)
{
    if (members == 1)
        return TimeTileShape{16, {512}, {256}};
    if (members == 2)
        return TimeTileShape{3, {32, 32}, {8, 32}};
    return std::nullopt;
}

isl::union_set universe(const isl::set &instances)
{
    return isl::union_set(instances.space().universe_set());
}

NodePtr filtered(const std::vector<isl::set> &statements, const NodePtr &below)
{
    isl::union_set all = isl::union_set::empty(statements.front().ctx());
    for (const isl::set &one : statements)
        all = all.unite(universe(one));
    return schedule::node(schedule::Filter{all}, below);
}

/// A band of coordinates of several statements.
NodePtr band_of(const std::vector<isl::set> &statements, unsigned first, unsigned count,
                const NodePtr &below)
{
    std::optional<isl::multi_union_pw_aff> all;
    for (const isl::set &one : statements) {
        const isl::multi_union_pw_aff own = isl::manage(
            isl_multi_union_pw_aff_from_multi_pw_aff(coordinates(one, first, count).release()));
        all = all ? all->union_add(own) : own;
    }
    return schedule::node(schedule::Band(*all), below);
}

/// Makes the tree of one loop's tiles.
class OverlappedTiles {
public:
    OverlappedTiles(const program::Program &given, program::Program &program,
                    const isl::set &possible, const DeviceNames &names,
                    std::map<std::string, DeviceKernel> &kernels, OverlappedStatements &statements)
        : given_(given), program_(program), possible_(possible), names_(names), kernels_(kernels),
          statements_(statements)
    {
    }

    Cursor made(const Cursor &band);

private:
    /// Some of what a block does, and whether its threads wait for each other then.
    struct Part {
        NodePtr node;
        bool has_barrier;
    };

    NodePtr of_threads(const std::vector<isl::set> &statements, const NodePtr &below) const;
    NodePtr moves(const std::vector<isl::set> &statements);
    NodePtr loads();
    NodePtr stores();
    NodePtr phase(std::size_t number);
    NodePtr steps();
    NodePtr with_barriers(const std::vector<Part> &parts, const isl::set &times);
    isl::union_set of_blocks();
    isl::set numbers() const;
    NodePtr kernel();
    std::string add_kernel(DeviceKernel kernel);
    Cursor with_copies_mapped(Cursor sequence, std::size_t tiles);

    const program::Program &given_;
    program::Program &program_;
    const isl::set &possible_;
    const DeviceNames &names_;
    std::map<std::string, DeviceKernel> &kernels_;
    OverlappedStatements &statements_;
    DeviceKernel kernel_ = {};
    std::vector<isl::set> in_kernel_, in_steps_; ///< instances
};

/// filter over band over `below`: each thread has the points of a tile, its margin included, whose
/// distances from the tile's first one leave its number.
NodePtr OverlappedTiles::of_threads(const std::vector<isl::set> &statements,
                                    const NodePtr &below) const
{
    const unsigned count = unsigned(statements_.members());
    BlockTile tile{statements_.shape().threads, {}, {}};
    for (unsigned k = 0; k < count; ++k)
        tile.numbers.push_back(names_.thread + std::to_string(count - 1 - k));
    isl::union_set own = isl::union_set::empty(possible_.ctx());
    std::optional<isl::multi_union_pw_aff> turns;
    for (const isl::set &instances : statements) {
        const std::vector<isl::pw_aff> places = statements_.in_tile(instances);
        own = own.unite(isl::union_set(of_thread(tile, instances.space().universe_set(), places)));
        isl::pw_aff_list steps(possible_.ctx(), int(count));
        for (unsigned k = 0; k < count; ++k)
            steps = steps.add(in_steps(places[k], tile.threads[k]));
        const isl::space space = instances.space().add_unnamed_tuple(count);
        const isl::multi_union_pw_aff here = isl::manage(isl_multi_union_pw_aff_from_multi_pw_aff(
            isl_multi_pw_aff_from_pw_aff_list(space.copy(), steps.release())));
        turns = turns ? turns->union_add(here) : here;
    }
    return schedule::node(schedule::Filter{own}, schedule::node(schedule::Band(*turns), below));
}

/// Parts one after the other.
/// \param times  { [t] }: of outer bands
NodePtr OverlappedTiles::with_barriers(const std::vector<Part> &parts, const isl::set &times)
{
    isl::union_map relation = isl::union_map::empty(possible_.ctx());
    std::vector<NodePtr> children;
    for (const Part &part : parts) {
        children.push_back(part.node);
        if (!part.has_barrier)
            continue;
        const isl::set barrier =
            statements_.named(times, fmt::format("barrier{}", kernel_.memory.barriers.size()));
        kernel_.memory.barriers.insert(name_of(barrier));
        AddedStatements added(possible_.ctx());
        added.add(barrier, presburger::dimensions(times), schedule::leaf());
        relation = relation.unite(added.relation());
        children.push_back(added.filters().front());
    }
    return schedule::node(schedule::Extension{relation}, schedule::sequence(children));
}

/// A sequence of statements, each in a filter over `below`.
NodePtr in_sequence(const std::vector<isl::set> &statements,
                    const std::function<NodePtr(const isl::set &)> &below)
{
    if (statements.size() == 1)
        return below(statements.front());
    std::vector<NodePtr> children;
    for (const isl::set &one : statements)
        children.push_back(filtered({one}, below(one)));
    return schedule::sequence(children);
}

NodePtr OverlappedTiles::moves(const std::vector<isl::set> &statements)
{
    in_kernel_.insert(in_kernel_.end(), statements.begin(), statements.end());
    return filtered(statements, in_sequence(statements, [&](const isl::set &one) {
                        return of_threads({one}, schedule::leaf());
                    }));
}

NodePtr OverlappedTiles::loads()
{
    std::vector<isl::set> all;
    for (std::size_t state = 0; state < statements_.loop().states.size(); ++state)
        if (statements_.has_loads(state))
            all.push_back(statements_.load(state));
    return moves(all);
}

NodePtr OverlappedTiles::stores()
{
    std::vector<isl::set> all;
    for (std::size_t state = 0; state < statements_.loop().states.size(); ++state)
        all.push_back(statements_.store(state));
    return moves(all);
}

NodePtr OverlappedTiles::phase(std::size_t number)
{
    std::vector<isl::set> all;
    for (const StencilStatement &statement : statements_.loop().phases[number].statements)
        all.push_back(statements_.computed(statement, number));
    in_kernel_.insert(in_kernel_.end(), all.begin(), all.end());
    in_steps_.insert(in_steps_.end(), all.begin(), all.end());
    return filtered(
        all, of_threads(all, in_sequence(all, [](const isl::set &) { return schedule::leaf(); })));
}

/// The iterations of the loop over time that a block goes through.
NodePtr OverlappedTiles::steps()
{
    std::vector<Part> parts;
    for (std::size_t k = 0; k < statements_.loop().phases.size(); ++k)
        parts.push_back({phase(k), true});
    const unsigned outer = 1 + unsigned(statements_.members());
    return filtered(in_steps_, band_of(in_steps_, outer, 1,
                                       with_barriers(parts, statements_.steps_and_iterations())));
}

std::string OverlappedTiles::add_kernel(DeviceKernel kernel)
{
    std::string mark = names_.kernel + std::to_string(kernels_.size());
    kernels_[mark] = std::move(kernel);
    return mark;
}

/// The instances that a block has; each has one tile along x.
isl::union_set OverlappedTiles::of_blocks()
{
    isl::union_set result = isl::union_set::empty(possible_.ctx());
    for (const isl::set &one : in_kernel_)
        result = result.unite(universe(one));
    for (std::size_t number = 0; number < statements_.members(); ++number) {
        const std::size_t k = statements_.members() - 1 - number;
        const std::optional<long> turns = number == 0 ? std::nullopt : std::optional(most_turns);
        kernel_.dimensions.push_back(
            {statements_.shape().threads[k], 1, turns, statements_.counts()[k]});
        isl::union_map tiles = isl::union_map::empty(possible_.ctx());
        for (const isl::set &one : in_kernel_)
            tiles = tiles.unite(isl::union_map(isl::manage(
                isl_map_from_multi_pw_aff(coordinates(one, 1 + unsigned(k), 1).release()))));
        result = result.intersect(taken_by(tiles, names_.block + std::to_string(number), 1, turns));
    }
    return result;
}

/// { : ... }: the numbers that blocks and threads have.
isl::set OverlappedTiles::numbers() const
{
    isl::set result = possible_.space().params().universe_set();
    auto add = [&](const std::string &name, long values) {
        result = result.intersect(
            isl::set(result.ctx(), fmt::format("[{0}] -> {{ : 0 <= {0} < {1} }}", name, values)));
    };
    for (std::size_t number = 0; number < kernel_.dimensions.size(); ++number) {
        const DeviceDimension &dimension = kernel_.dimensions[number];
        add(names_.thread + std::to_string(number), dimension.threads);
        add(names_.block + std::to_string(number), dimension.max_blocks.value_or(most_blocks));
    }
    return result;
}

/// What is launched for each step of time.
NodePtr OverlappedTiles::kernel()
{
    const NodePtr load = loads(), compute = steps(), store = stores();
    const NodePtr inside = with_barriers({{load, true}, {compute, false}, {store, true}},
                                         statements_.steps_and_tiles());
    const NodePtr tiles = band_of(in_kernel_, 1, unsigned(statements_.members()), inside);
    const NodePtr blocks = schedule::node(schedule::Filter{of_blocks()}, tiles);
    return schedule::node(schedule::Mark{add_kernel(kernel_)},
                          schedule::node(schedule::Context{numbers()}, blocks));
}

/// Has blocks do what is in a sequence, but for the child that is done already.
Cursor OverlappedTiles::with_copies_mapped(Cursor sequence, std::size_t done)
{
    for (std::size_t k = 0; k < sequence.child_count(); ++k) {
        if (k == done)
            continue;
        MappedKernel made = mapped_to_blocks(given_, program_, sequence.child(k).child(0), {},
                                             possible_, names_, 0);
        sequence =
            schedule::insert_mark(made.place, add_kernel(std::move(made.kernel))).parent().parent();
    }
    return sequence;
}

Cursor OverlappedTiles::made(const Cursor &band)
{
    statements_.add_arrays();
    kernel_.memory.shared = statements_.tiles();
    std::vector<NodePtr> children;
    auto add_copies = [&](const isl::set &one) {
        children.push_back(
            filtered({one}, band_of({one}, 0, unsigned(statements_.members()), schedule::leaf())));
    };
    const std::size_t states = statements_.loop().states.size();
    for (std::size_t state = 0; state < states; ++state)
        for (const long version : {0, 1})
            if (statements_.has_loads(state))
                add_copies(statements_.copied_before(state, version));
    const std::size_t tiles = children.size();
    const NodePtr launched = kernel();
    children.push_back(filtered(in_kernel_, band_of(in_kernel_, 0, 1, launched)));
    for (std::size_t state = 0; state < states; ++state)
        add_copies(statements_.copied_back(state));
    const isl::union_map &added = statements_.added();
    const Cursor here = band.grafted(schedule::node(
        schedule::Extension{added},
        schedule::node(schedule::Filter{added.range().universe()}, schedule::sequence(children))));
    return with_copies_mapped(here.child(0).child(0), tiles).parent().parent();
}

} // namespace

std::optional<Cursor> with_overlapped_tiles(const program::Program &given,
                                            const dependence::Dependences &dependences,
                                            program::Program &program, const Cursor &band,
                                            const isl::set &possible, const DeviceNames &names,
                                            long block_bytes,
                                            std::map<std::string, DeviceKernel> &kernels)
{
    std::optional<StencilLoop> loop = stencil_loop(given, dependences, band);
    const auto shape = loop ? shape_of(loop->members) : std::nullopt;
    const auto margins = shape ? stencil_margins(*loop, shape->iterations) : std::nullopt;
    if (!margins)
        return std::nullopt;
    OverlappedStatements statements(given, program, possible, std::move(*loop), *margins, *shape);
    if (!statements.is_possible(block_bytes))
        return std::nullopt;
    return OverlappedTiles(given, program, possible, names, kernels, statements).made(band);
}

} // namespace espalier::strategies
