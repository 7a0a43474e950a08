#include "espalier/lowering/register_blocks.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/normal_form.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

using program::Access;
using program::AccessKind;
using transform::Scop;
using transform::Statement;

/// Where the parts of a block stand among each other, in the loops over blocks.
enum Part : long { before, clear, load, full, partial, store, behind };

/// { [t] -> [t_k] }
isl::pw_aff coordinate(const isl::space &space, std::size_t position)
{
    return isl::pw_aff(space.identity_multi_aff_on_domain().at(int(position)));
}

/// The blocks of one contraction. Times are { [b, k, i, j] }: the rows over blocks, then over
/// steps, rows and columns.
class Blocks {
public:
    Blocks(Scop scop, const strategies::BlockedContraction &block, KernelLibrary &library)
        : scop_(std::move(scop)), block_(block), library_(library),
          statement_(labelled(scop_, block.statement)),
          source_(transform::source_of(scop_.program, statement_.instances)),
          outer_(unsigned(statement_.depth()) - 3),
          times_(presburger::coalesced(outer_time(statement_, statement_.depth()).range()))
    {
    }

    WithRegisterBlocks run() &&
    {
        find_parts();
        kernel_ = library_.kernel(scop_.program, source_, block_.contraction, block_.sizes);
        std::erase_if(scop_.statements, [&](const Statement &statement) {
            return statement.label == block_.statement;
        });
        // The order among themselves is in the entry of the beta vector behind the loops.
        add_rest(before, "before");
        add_rest(behind, "behind");
        isl::set whole = blocks_->subtract(*partial_);
        if (!whole.is_empty())
            add_call(full, whole, "block", std::nullopt);
        if (!partial_->is_empty()) {
            std::size_t buffer = add_buffer();
            add_zeros(buffer);
            add_copies(load, buffer, "load");
            add_call(partial, *partial_, "part", buffer);
            add_copies(store, buffer, "store");
        }
        return {transform::normalized(std::move(scop_)), kernel_.definitions};
    }

private:
    /// { [b] } of { [b, x] }.
    isl::set on_blocks(const isl::set &set) const
    {
        return presburger::coalesced(presburger::first_dimensions(set, outer_));
    }

    /// { [b, k, i, j] } of a set { [b, i, j] } or { [b, k] } by dimensions that may be anything.
    static isl::set with_any(const isl::set &set, unsigned position, unsigned count)
    {
        return isl::manage(isl_set_insert_dims(set.copy(), isl_dim_set, position, count));
    }

    /// Tells the steps that all elements of a block have from the others.
    void find_parts()
    {
        isl::set steps = presburger::first_dimensions(times_, outer_ + 1); // { [b, k] }
        elements_ = presburger::coalesced(
            isl::manage(isl_set_project_out(times_.copy(), isl_dim_set, outer_, 1)));
        isl::set all = with_any(steps, outer_ + 1, 2).intersect(with_any(*elements_, outer_, 1));
        isl::set incomplete =
            presburger::coalesced(presburger::first_dimensions(all.subtract(times_), outer_ + 1));
        steps_ = presburger::coalesced(steps.subtract(incomplete));
        blocks_ = on_blocks(*steps_);
        isl::set box = times_in_block();
        isl::set missing = presburger::lifted(*blocks_, 2).intersect(box).subtract(*elements_);
        partial_ = on_blocks(missing);
        rest_ = times_.intersect(with_any(incomplete, outer_ + 1, 2));
    }

    /// { [b, i, j] }: all elements of each block.
    isl::set times_in_block() const
    {
        isl::space space = elements_->space();
        isl::set result = isl::set::universe(space);
        auto within = [&](unsigned start, unsigned dimension, long size) {
            isl::pw_aff first = coordinate(space, start), value = coordinate(space, dimension);
            isl::pw_aff end = first.add_constant(size - 1);
            result = result.intersect(value.ge_set(first)).intersect(value.le_set(end));
        };
        within(outer_ - 1, outer_, block_.sizes.rows);
        within(outer_ - 2, outer_ + 1, block_.sizes.columns);
        return result;
    }

    /// { [b, k, i, j] -> S[i] }
    isl::multi_aff instance() const
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

    /// A function that goes on outside of where it was needed.
    static isl::pw_aff total(const isl::pw_aff &function)
    {
        if (auto affine = presburger::affine_on(function, function.domain()))
            return isl::pw_aff(*affine);
        std::vector<isl::aff> pieces;
        function.foreach_piece(
            [&](const isl::set &, const isl::multi_aff &piece) { pieces.push_back(piece.at(0)); });
        return pieces.size() == 1 ? isl::pw_aff(pieces.front()) : function;
    }

    /// { [b] -> [b, k, i, j] }: the first step that all elements have, and the element at some
    /// place in the block.
    isl::pw_multi_aff place(const isl::set &blocks, long row) const
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

    isl::map steps_by_block() const
    {
        isl_map *steps = isl_map_from_range(steps_->copy());
        return isl::manage(isl_map_move_dims(steps, isl_dim_in, 0, isl_dim_out, 0, outer_));
    }

    /// { [b] -> [k] }
    isl::pw_aff first_step() const
    {
        return presburger::coalesced(steps_by_block().lexmin().as_pw_multi_aff().at(0));
    }

    isl::pw_aff last_step() const
    {
        return presburger::coalesced(steps_by_block().lexmax().as_pw_multi_aff().at(0));
    }

    /// \name Statements of the blocks.
    /// @{

    isl::set named(const isl::set &set, const std::string &wish)
    {
        std::string name =
            transform::unused_name_in(scop_, fmt::format("{}_{}", wish, source_.name()));
        return isl::manage(
            isl_set_set_tuple_id(set.copy(), presburger::make_id(set.ctx(), name).release()));
    }

    /// Adds a statement of the program, in the loops over blocks and others inside.
    void add(program::Statement source, Part part)
    {
        Statement result;
        result.label = source.name();
        result.instances = source.domain;
        result.iterators = isl::multi_pw_aff(transform::without_name(source.domain));
        result.beta.assign(statement_.beta.begin(), statement_.beta.begin() + outer_);
        result.beta.push_back(part);
        for (unsigned k = 0; k < presburger::dimensions(source.domain); ++k) {
            const transform::Row &model = statement_.rows[k < outer_ ? k : k + 1];
            result.iterator_names.push_back(model.name);
            source.iterators.push_back({model.name, scop_.program.wide_type});
            result.rows.push_back({transform::iterator(result, k), model.name, {}, model.role});
            if (k >= outer_)
                result.beta.push_back(0);
        }
        scop_.program.statements.push_back(std::move(source));
        scop_.statements.push_back(std::move(result));
    }

    /// The instances that no kernel executes.
    void add_rest(Part part, const std::string &name)
    {
        isl::map steps = steps_by_block();
        isl::map all = presburger::last_by_others(
            isl::manage(isl_set_project_out(rest_->copy(), isl_dim_set, outer_ + 1, 2)));
        isl::map earlier =
            all.subtract(steps.apply_range(isl::map(all.ctx(), "{ [k] -> [l] : l > k }")));
        isl::set chosen = earlier.wrap().flatten();
        isl::set here = rest_->intersect(with_any(chosen, outer_ + 1, 2));
        if (part == behind)
            here = rest_->subtract(here);
        if (here.is_empty())
            return;
        Statement result = statement_;
        result.label = fmt::format("{}_{}", statement_.label, name);
        result.instances =
            outer_time(statement_, statement_.depth()).intersect_range(here).domain();
        result.beta[outer_] = part;
        scop_.statements.push_back(std::move(result));
    }

    Access access(const program::Statement &source, AccessKind kind, std::size_t array,
                  const std::vector<isl::pw_aff> &subscripts) const
    {
        return transform::new_access(scop_.program, source, kind, array, subscripts);
    }

    /// { X -> [a] }: the subscripts of an access of the contraction.
    /// \param place  { X -> [b, k, i, j] }
    std::vector<isl::pw_aff> subscripts(std::size_t number, const isl::pw_multi_aff &place) const
    {
        std::vector<isl::pw_aff> result;
        for (const isl::pw_aff &subscript : source_.accesses[number].subscripts)
            result.push_back(total(total(subscript).pullback(instance())).pullback(place));
        return result;
    }

    const program::Array &target() const
    {
        return scop_.program.arrays[source_.accesses[block_.contraction.target].array];
    }

    std::size_t add_buffer()
    {
        isl::ctx ctx = times_.ctx();
        program::Array buffer;
        buffer.name = transform::unused_name_in(scop_, target().name + "_block");
        buffer.element_type = target().element_type;
        for (long extent : {block_.sizes.rows, block_.sizes.columns})
            buffer.extents.push_back(transform::constant_extent(isl::val(ctx, extent)));
        return transform::add_array(scop_.program, std::move(buffer));
    }

    /// { X[b, i, j] -> [a] }: the place of an element in the buffer.
    std::vector<isl::pw_aff> in_buffer(const isl::space &space) const
    {
        return {coordinate(space, outer_).sub(coordinate(space, outer_ - 1)),
                coordinate(space, outer_ + 1).sub(coordinate(space, outer_ - 2))};
    }

    /// Fills the buffer: what is in its memory may be numbers that take many times as long to add.
    void add_zeros(std::size_t buffer)
    {
        program::Statement source;
        isl::set all = presburger::lifted(*partial_, 2).intersect(times_in_block());
        source.domain = named(all, "clear");
        source.place = source_.place;
        source.accesses = {
            access(source, AccessKind::write, buffer, in_buffer(source.domain.space()))};
        source.body = program::make_expression(program::Assignment{
            "=", transform::value_of(0), program::make_expression(program::Literal{"0"})});
        add(std::move(source), clear);
    }

    /// Copies the elements of partial blocks into the buffer, or back.
    void add_copies(Part part, std::size_t buffer, const std::string &name)
    {
        program::Statement source;
        isl::set elements = elements_->intersect(presburger::lifted(*partial_, 2));
        source.domain = named(elements, name);
        source.place = source_.place;
        isl::space space = source.domain.space();
        isl::pw_aff row = coordinate(space, outer_), column = coordinate(space, outer_ + 1);
        isl::pw_aff_list values(space.ctx(), 0);
        for (unsigned k = 0; k < outer_; ++k)
            values = values.add(coordinate(space, k));
        values = values.add(isl::pw_aff(space.zero_aff_on_domain())).add(row).add(column);
        isl::multi_pw_aff place(space.add_unnamed_tuple(outer_ + 3), values);
        std::size_t number = block_.contraction.target;
        std::vector<isl::pw_aff> in_target =
            subscripts(number, isl::manage(isl_pw_multi_aff_from_multi_pw_aff(place.release())));
        std::size_t array = source_.accesses[number].array;
        auto add_access = [&](AccessKind kind, bool is_buffer) {
            source.accesses.push_back(access(source, kind, is_buffer ? buffer : array,
                                             is_buffer ? in_buffer(space) : in_target));
        };
        add_access(AccessKind::write, part == load);
        add_access(AccessKind::read, part != load);
        source.body = program::make_expression(
            program::Assignment{"=", transform::value_of(0), transform::value_of(1)});
        add(std::move(source), part);
    }

    /// A call of the kernel for each of some blocks: on the array, or on the buffer.
    void add_call(Part part, const isl::set &blocks, const std::string &name,
                  std::optional<std::size_t> buffer)
    {
        const program::Contraction &contraction = block_.contraction;
        program::Statement source;
        source.domain = named(blocks, name);
        source.place = source_.place;
        isl::pw_multi_aff corner =
            place(blocks, 0).pullback(transform::without_name(source.domain));
        program::CallOperation call{kernel_.name, {number_of_steps(source.domain)}};
        for (const auto *operands : {&contraction.by_row, &contraction.by_column})
            for (std::size_t number : *operands) {
                add_operand(source, AccessKind::read, number, corner);
                call.arguments.push_back(transform::address_of(source.accesses.size() - 1));
            }
        if (buffer)
            add_buffer_block(source, *buffer, call);
        else
            add_target_block(source, blocks, corner, call);
        for (std::size_t number : contraction.fixed) {
            add_operand(source, AccessKind::read, number, corner);
            call.arguments.push_back(transform::value_of(source.accesses.size() - 1));
        }
        source.body = program::make_expression(std::move(call));
        add(std::move(source), part);
    }

    program::ExpressionPtr number_of_steps(const isl::set &calls) const
    {
        isl::pw_aff number = last_step().sub(first_step()).add_constant(1);
        isl::pw_aff here = number.pullback(transform::without_name(calls)).gist(calls);
        return program::make_expression(
            program::AffineValue{presburger::coalesced(here), scop_.program.wide_type});
    }

    /// An access to the first element that a call uses, which stands for all of them.
    /// \param corner  { call[b] -> [b, k, i, j] }
    void add_operand(program::Statement &source, AccessKind kind, std::size_t number,
                     const isl::pw_multi_aff &corner) const
    {
        const Access &model = source_.accesses[number];
        Access result = access(source, kind, model.array, subscripts(number, corner));
        isl::map instances =
            transform::without_name(source.domain).as_map().apply_range(instances_of_blocks());
        result.relation = instances.apply_range(model.relation)
                              .intersect_domain(source.domain)
                              .detect_equalities();
        source.accesses.push_back(std::move(result));
    }

    /// { [b] -> S[i] }: what a call executes.
    isl::map instances_of_blocks() const
    {
        isl::set executed = times_.intersect(with_any(*steps_, outer_ + 1, 2));
        return by_block(executed).apply_range(instance().as_map());
    }

    /// { [b] -> [b, x] } of a set { [b, x] }.
    isl::map by_block(const isl::set &set) const
    {
        isl::space space = set.space();
        isl::aff_list outer(set.ctx(), 0);
        for (unsigned k = 0; k < outer_; ++k)
            outer = outer.add(space.identity_multi_aff_on_domain().at(int(k)));
        isl::multi_aff block(space.add_unnamed_tuple(outer_), outer);
        return block.as_map().reverse().intersect_range(set);
    }

    /// Gives a call the block of the target, and how far its rows are from each other.
    void add_target_block(program::Statement &source, const isl::set &blocks,
                          const isl::pw_multi_aff &corner, program::CallOperation &call) const
    {
        add_operand(source, AccessKind::write, block_.contraction.target, corner);
        std::size_t first = source.accesses.size() - 1;
        call.arguments.push_back(transform::address_of(first));
        if (block_.sizes.rows == 1) {
            call.arguments.push_back(program::make_expression(program::Literal{"0"}));
            return;
        }
        add_operand(source, AccessKind::read, block_.contraction.target,
                    place(blocks, 1).pullback(transform::without_name(source.domain)));
        call.arguments.push_back(program::make_expression(program::BinaryOperation{
            "-", transform::address_of(first + 1), transform::address_of(first)}));
    }

    /// Gives a call the buffer, of which it may use any element.
    void add_buffer_block(program::Statement &source, std::size_t buffer,
                          program::CallOperation &call) const
    {
        isl::space space = elements_->space();
        isl::pw_aff_list place(space.ctx(), 0);
        place = place.add(coordinate(space, outer_).sub(coordinate(space, outer_ - 1)));
        place = place.add(coordinate(space, outer_ + 1).sub(coordinate(space, outer_ - 2)));
        isl::map in_buffer = isl::multi_pw_aff(space.add_unnamed_tuple(2), place).as_map();
        isl::pw_aff zero(source.domain.space().zero_aff_on_domain());
        for (AccessKind kind : {AccessKind::write, AccessKind::read}) {
            Access used = access(source, kind, buffer, {zero, zero});
            isl::id array = isl::manage(isl_map_get_tuple_id(used.relation.get(), isl_dim_out));
            used.relation = transform::without_name(source.domain)
                                .as_map()
                                .apply_range(by_block(*elements_).apply_range(in_buffer))
                                .set_range_tuple(array)
                                .intersect_domain(source.domain);
            source.accesses.push_back(std::move(used));
        }
        call.arguments.push_back(transform::address_of(source.accesses.size() - 1));
        call.arguments.push_back(
            program::make_expression(program::Literal{fmt::format("{}", block_.sizes.columns)}));
    }
    /// @}

    Scop scop_;
    strategies::BlockedContraction block_;
    KernelLibrary &library_;
    Statement statement_;              ///< as it was
    program::Statement source_;        ///< as it was
    unsigned outer_;                   ///< rows over blocks
    isl::set times_;                   ///< { [b, k, i, j] }
    std::optional<isl::set> elements_; ///< { [b, i, j] }: of each block
    std::optional<isl::set> steps_;    ///< { [b, k] }: that all elements have
    std::optional<isl::set> blocks_;   ///< { [b] }: that have such steps
    std::optional<isl::set> partial_;  ///< { [b] }: those of which elements are missing
    std::optional<isl::set> rest_;     ///< { [b, k, i, j] }: of the other steps
    Kernel kernel_;
};

} // namespace

WithRegisterBlocks with_register_blocks(Scop scop, const strategies::BlockedContraction &block,
                                        KernelLibrary &library)
{
    return Blocks(std::move(scop), block, library).run();
}

} // namespace espalier::lowering
