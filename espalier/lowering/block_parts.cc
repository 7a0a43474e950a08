#include "espalier/lowering/block_parts.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

namespace espalier::lowering {

namespace {

/// A function that goes on outside of where it was needed.
isl::pw_aff total(const isl::pw_aff &function)
{
    if (auto affine = presburger::affine_on(function, function.domain()))
        return isl::pw_aff(*affine);
    std::vector<isl::aff> pieces;
    function.foreach_piece(
        [&](const isl::set &, const isl::multi_aff &piece) { pieces.push_back(piece.at(0)); });
    return pieces.size() == 1 ? isl::pw_aff(pieces.front()) : function;
}

isl::set without_redundancies(isl::set set)
{
    return isl::manage(isl_set_remove_redundancies(set.release()));
}

} // namespace

isl::pw_aff coordinate(const isl::space &space, std::size_t position)
{
    return isl::pw_aff(space.identity_multi_aff_on_domain().at(int(position)));
}

isl::set with_any(const isl::set &set, unsigned position, unsigned count)
{
    return isl::manage(isl_set_insert_dims(set.copy(), isl_dim_set, position, count));
}

BlockParts::BlockParts(const transform::Statement &statement, const program::Statement &source,
                       const schedule::BlockSizes &sizes)
    : statement_(statement), source_(source), sizes_(sizes),
      outer_(unsigned(statement.depth()) - 3),
      times_(presburger::coalesced(within_tiles(outer_time(statement, statement.depth()).range())))
{
    if (!is_linear() || !take_steps_of_boxes())
        take_steps_of_elements();
}

/// Whether the times are those of one system of constraints, linear in steps, rows and columns.
bool BlockParts::is_linear() const
{
    const isl::set linear =
        isl::manage(isl_set_remove_divs_involving_dims(times_.copy(), isl_dim_set, outer_, 3));
    return presburger::disjuncts(times_) == 1 && presburger::is_obviously_equal(linear, times_);
}

/// Leaves to kernels the steps that all places in a block have, by the constraints on steps, also
/// those without elements: where a constraint holds in the corners, it does between. All sets are
/// convex then, but that of partial blocks.
/// Precondition: is_linear()
/// \return false if no block has such a step
bool BlockParts::take_steps_of_boxes()
{
    const isl::set of_steps = isl::manage(isl_set_drop_constraints_not_involving_dims(
                       times_.copy(), isl_dim_set, outer_, 1)),
                   of_elements = isl::manage(isl_set_drop_constraints_involving_dims(
                       times_.copy(), isl_dim_set, outer_, 1));
    elements_ = isl::manage(isl_set_project_out(of_elements.copy(), isl_dim_set, outer_, 1));
    const isl::set with_elements = on_blocks(elements_);
    steps_ = without_redundancies(
        in_corners(of_steps, outer_ + 1).intersect(presburger::lifted(with_elements)));
    blocks_ = on_blocks(steps_);
    if (blocks_.is_empty())
        return false;
    whole_ = without_redundancies(blocks_.intersect(in_corners(elements_, outer_)));
    partial_ = presburger::coalesced(blocks_.subtract(whole_));
    rest_ = times_.subtract(with_any(steps_, outer_ + 1, 2));
    return true;
}

/// Leaves to kernels the steps that all elements of a block have.
void BlockParts::take_steps_of_elements()
{
    isl::set steps = presburger::first_dimensions(times_, outer_ + 1); // { [b, k] }
    elements_ = presburger::coalesced(
        isl::manage(isl_set_project_out(times_.copy(), isl_dim_set, outer_, 1)));
    isl::set all = with_any(steps, outer_ + 1, 2).intersect(with_any(elements_, outer_, 1));
    isl::set incomplete =
        presburger::coalesced(presburger::first_dimensions(all.subtract(times_), outer_ + 1));
    steps_ = presburger::coalesced(steps.subtract(incomplete));
    blocks_ = on_blocks(steps_);
    partial_ = on_blocks(presburger::lifted(blocks_, 2).intersect(boxes()).subtract(elements_));
    whole_ = presburger::coalesced(blocks_.subtract(partial_));
    rest_ = times_.intersect(with_any(incomplete, outer_ + 1, 2));
}

/// { [x] }: where a set { [x, i, j] } has all corners of the block.
/// \param count  of the dimensions x, of which the first are those of blocks
isl::set BlockParts::in_corners(const isl::set &set, unsigned count) const
{
    const isl::space space =
        isl::manage(isl_space_drop_dims(set.space().release(), isl_dim_set, count, 2));
    isl::set result = isl::set::universe(space);
    for (const long row : {0L, sizes_.rows - 1})
        for (const long column : {0L, sizes_.columns - 1}) {
            isl::pw_aff_list place(space.ctx(), 0);
            for (unsigned k = 0; k < count; ++k)
                place = place.add(coordinate(space, k));
            place = place.add(coordinate(space, outer_ - 1).add_constant(row))
                        .add(coordinate(space, outer_ - 2).add_constant(column));
            const isl::multi_pw_aff corner(space.add_unnamed_tuple(count + 2), place);
            result = result.intersect(set.preimage(corner));
        }
    return result;
}

/// { [b, k, i, j] }: the same times. That blocks of rows and columns start and end in their tiles,
/// as these have room for a number of them, is in the starts' multiples alone, which makes several
/// sets of what is one.
isl::set BlockParts::within_tiles(isl::set times) const
{
    const isl::space space = times.space();
    auto add = [&](std::size_t tiles, std::size_t blocks, long tile, long size) {
        const std::size_t first = outer_ + 3 - schedule::block_loops;
        const isl::pw_aff room =
            coordinate(space, first + blocks).sub(coordinate(space, first + tiles));
        const isl::pw_aff none(space.zero_aff_on_domain());
        if (tile % size == 0)
            times = times.intersect(room.ge_set(none))
                        .intersect(room.le_set(none.add_constant(tile - size)));
    };
    add(schedule::jc_loop, schedule::jr_loop, sizes_.panel_columns, sizes_.columns);
    add(schedule::ic_loop, schedule::ir_loop, sizes_.block_rows, sizes_.rows);
    return times;
}

isl::set BlockParts::boxes() const
{
    isl::space space = elements_.space();
    isl::set result = isl::set::universe(space);
    auto within = [&](unsigned start, unsigned dimension, long size) {
        isl::pw_aff first = coordinate(space, start), value = coordinate(space, dimension);
        isl::pw_aff end = first.add_constant(size - 1);
        result = result.intersect(value.ge_set(first)).intersect(value.le_set(end));
    };
    within(outer_ - 1, outer_, sizes_.rows);
    within(outer_ - 2, outer_ + 1, sizes_.columns);
    return result;
}

isl::set BlockParts::before() const
{
    isl::map steps = steps_by_block();
    isl::map all = presburger::last_by_others(
        isl::manage(isl_set_project_out(rest_.copy(), isl_dim_set, outer_ + 1, 2)));
    auto beside_steps = [&](const char *order) {
        return all.intersect(steps.apply_range(isl::map(all.ctx(), order)));
    };
    const isl::map later = beside_steps("{ [k] -> [l] : l > k }");
    if (later.is_empty())
        return rest_;
    isl::set chosen = beside_steps("{ [k] -> [l] : l < k }").subtract(later).wrap().flatten();
    return rest_.intersect(with_any(chosen, outer_ + 1, 2));
}

isl::set BlockParts::behind() const { return rest_.subtract(before()); }

isl::multi_aff BlockParts::instance() const
{
    isl::multi_aff times = times_.space().identity_multi_aff_on_domain();
    isl::multi_aff iterators = source_.domain.space().identity_multi_aff_on_domain();
    isl::aff_list values(times_.ctx(), 0);
    for (unsigned k = 0; k < presburger::dimensions(source_.domain); ++k) {
        isl::pw_aff iterator(iterators.at(int(k)));
        std::size_t row = statement_.depth() - 1;
        while (!statement_.instances.is_subset(statement_.time(row).eq_set(iterator)))
            --row;
        values = values.add(times.at(int(row)));
    }
    isl::multi_aff result(times_.space().add_unnamed_tuple(unsigned(values.size())), values);
    return result.set_range_tuple(source_.id());
}

isl::set BlockParts::on_blocks(const isl::set &set) const
{
    return presburger::coalesced(presburger::first_dimensions(set, outer_));
}

isl::pw_multi_aff BlockParts::place(const isl::set &blocks, long row) const
{
    isl::space space = blocks.space();
    isl::pw_aff first = first_step().gist(blocks);
    isl::pw_aff_list values(space.ctx(), 0);
    for (unsigned k = 0; k < outer_; ++k)
        values = values.add(coordinate(space, k));
    values = values.add(first)
                 .add(coordinate(space, outer_ - 1).add_constant(row))
                 .add(coordinate(space, outer_ - 2));
    isl::multi_pw_aff result(space.add_unnamed_tuple(outer_ + 3), values);
    return isl::manage(isl_pw_multi_aff_from_multi_pw_aff(result.release()));
}

isl::map BlockParts::steps_by_block() const
{
    isl_map *steps = isl_map_from_range(steps_.copy());
    return isl::manage(isl_map_move_dims(steps, isl_dim_in, 0, isl_dim_out, 0, outer_));
}

isl::pw_aff BlockParts::first_step() const
{
    return presburger::coalesced(steps_by_block().lexmin().as_pw_multi_aff().at(0));
}

isl::pw_aff BlockParts::last_step() const
{
    return presburger::coalesced(steps_by_block().lexmax().as_pw_multi_aff().at(0));
}

std::vector<isl::pw_aff> BlockParts::subscripts(std::size_t number,
                                                const isl::pw_multi_aff &place) const
{
    std::vector<isl::pw_aff> result;
    for (const isl::pw_aff &subscript : source_.accesses[number].subscripts)
        result.push_back(total(total(subscript).pullback(instance())).pullback(place));
    return result;
}

std::vector<isl::pw_aff> BlockParts::in_block(const isl::space &space) const
{
    return {coordinate(space, outer_).sub(coordinate(space, outer_ - 1)),
            coordinate(space, outer_ + 1).sub(coordinate(space, outer_ - 2))};
}

isl::map BlockParts::instances_of_blocks() const
{
    isl::set executed = times_.intersect(with_any(steps_, outer_ + 1, 2));
    return by_block(executed).apply_range(instance().as_map());
}

isl::map BlockParts::by_block(const isl::set &set) const
{
    isl::space space = set.space();
    isl::aff_list outer(set.ctx(), 0);
    for (unsigned k = 0; k < outer_; ++k)
        outer = outer.add(space.identity_multi_aff_on_domain().at(int(k)));
    isl::multi_aff block(space.add_unnamed_tuple(outer_), outer);
    return block.as_map().reverse().intersect_range(set);
}

} // namespace espalier::lowering
