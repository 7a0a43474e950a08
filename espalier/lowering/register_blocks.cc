#include "espalier/lowering/register_blocks.h"

#include "espalier/lowering/block_contract.h"
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
using transform::MatrixView;
using transform::Statement;

/// Where the parts of a block stand among each other, in the loops over blocks: what goes through
/// the buffer is loaded, computed and stored, one behind the other.
enum Part : long {
    before,
    full,
    whole_in_buffer,
    clear = whole_in_buffer + 3,
    in_buffer,
    behind = in_buffer + 3
};

/// Puts statements for the blocks of one contraction in its place.
class Blocks {
public:
    Blocks(MatrixView view, const strategies::BlockedContraction &block, KernelLibrary &library)
        : scop_(std::move(view)), block_(block), library_(library),
          parts_(labelled(scop_, block.statement),
                 transform::source_of(scop_.program, labelled(scop_, block.statement).instances),
                 block.sizes),
          has_stride_(has_stride())
    {
    }

    WithRegisterBlocks run() &&
    {
        kernel_ =
            library_.kernel(scop_.program, parts_.source(), block_.contraction, parts_.sizes());
        std::erase_if(scop_.statements, [&](const Statement &statement) {
            return statement.label == block_.statement;
        });
        // The order among themselves is in the entry of the beta vector behind the loops.
        add_rest(before, parts_.before(), "before");
        add_rest(behind, parts_.behind(), "behind");
        if (has_stride_ && !parts_.whole().is_empty())
            add_call(full, parts_.whole(), "block", std::nullopt);
        if (!(has_stride_ ? parts_.partial() : parts_.blocks()).is_empty()) {
            const std::size_t buffer = add_buffer();
            // Copies of whole blocks have numbers of elements that compilers know.
            if (!has_stride_ && !parts_.whole().is_empty())
                add_in_buffer(whole_in_buffer, parts_.whole(), "whole_", buffer);
            if (!parts_.partial().is_empty()) {
                add_zeros(buffer);
                add_in_buffer(in_buffer, parts_.partial(), "", buffer);
            }
        }
        write_loops_once();
        return {transform::normalized(std::move(scop_)), kernel_.definitions,
                std::move(contracts_)};
    }

private:
    isl::set named(const isl::set &set, const std::string &wish)
    {
        std::string name =
            transform::unused_name_in(scop_, fmt::format("{}_{}", wish, parts_.source().name()));
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
        result.beta.assign(parts_.statement().beta.begin(),
                           parts_.statement().beta.begin() + parts_.outer());
        result.beta.push_back(part);
        for (unsigned k = 0; k < presburger::dimensions(source.domain); ++k) {
            const transform::Row &model = parts_.statement().rows[k < parts_.outer() ? k : k + 1];
            result.iterator_names.push_back(model.name);
            source.iterators.push_back({model.name, scop_.program.wide_type});
            result.rows.push_back({transform::iterator(result, k),
                                   model.name,
                                   {},
                                   model.role,
                                   schedule::LoopOption::atomic});
            if (k >= parts_.outer())
                result.beta.push_back(0);
        }
        scop_.program.statements.push_back(std::move(source));
        scop_.statements.push_back(std::move(result));
    }

    /// Gives loops over blocks one text each, with conditions inside: blocks at borders are few,
    /// and loops of their own would be as many as there are borders that can meet.
    void write_loops_once()
    {
        const Statement &model = parts_.statement();
        const std::size_t inner = schedule::block_loops - (model.depth() - parts_.outer());
        for (std::size_t k = parts_.outer() - inner - block_.contraction.outer.size();
             k < parts_.outer(); ++k)
            for (Statement &statement : scop_.statements)
                if (statement.depth() > k &&
                    std::equal(model.beta.begin(), model.beta.begin() + long(k) + 1,
                               statement.beta.begin()))
                    statement.rows[k].option = schedule::LoopOption::atomic;
    }

    /// The instances that no kernel executes.
    void add_rest(Part part, const isl::set &here, const std::string &name)
    {
        if (here.is_empty())
            return;
        Statement result = parts_.statement();
        result.label = fmt::format("{}_{}", parts_.statement().label, name);
        result.instances = outer_time(parts_.statement(), parts_.statement().depth())
                               .intersect_range(here)
                               .domain();
        result.beta[parts_.outer()] = part;
        scop_.statements.push_back(std::move(result));
    }

    Access access(const program::Statement &source, AccessKind kind, std::size_t array,
                  const std::vector<isl::pw_aff> &subscripts) const
    {
        return transform::new_access(scop_.program, source, kind, array, subscripts);
    }

    const program::Array &target() const
    {
        return scop_.program.arrays[parts_.source().accesses[block_.contraction.target].array];
    }

    /// Whether the rows of a block are equally far from each other in memory.
    bool has_stride() const
    {
        if (target().has_triangular_rows)
            return false;
        if (target().pointer_dimensions == 0)
            return true;
        const std::vector<isl::pw_aff> first = target_place(parts_.blocks(), 0),
                                       next = target_place(parts_.blocks(), 1);
        for (std::size_t k = 0; k < target().pointer_dimensions; ++k)
            if (!parts_.blocks().is_subset(first[k].eq_set(next[k])))
                return false;
        return true;
    }

    /// { [b] -> [a] }: the subscripts of the first element in a row of the target's block.
    std::vector<isl::pw_aff> target_place(const isl::set &blocks, long row) const
    {
        return parts_.subscripts(block_.contraction.target, parts_.place(blocks, row));
    }

    std::size_t add_buffer()
    {
        isl::ctx ctx = parts_.times().ctx();
        program::Array buffer;
        buffer.name = transform::unused_name_in(scop_, target().name + "_block");
        buffer.element_type = target().element_type;
        for (long extent : {parts_.sizes().rows, parts_.sizes().columns})
            buffer.extents.push_back(transform::constant_extent(isl::val(ctx, extent)));
        return transform::add_array(scop_.program, std::move(buffer));
    }

    /// Fills the buffer: what is in its memory may be numbers that take many times as long to add.
    void add_zeros(std::size_t buffer)
    {
        program::Statement source;
        isl::set all = presburger::lifted(parts_.partial(), 2).intersect(parts_.boxes());
        source.domain = named(all, "clear");
        source.place = parts_.source().place;
        source.accesses = {
            access(source, AccessKind::write, buffer, parts_.in_block(source.domain.space()))};
        source.body = program::make_expression(program::Assignment{
            "=", transform::value_of(0), program::make_expression(program::Literal{"0"})});
        add(std::move(source), clear);
    }

    /// Copies some blocks into the buffer, has the kernel work there, and copies them back.
    void add_in_buffer(Part first, const isl::set &blocks, const std::string &prefix,
                       std::size_t buffer)
    {
        add_copies(first, blocks, buffer, prefix + "load", AccessKind::write);
        add_call(Part(first + 1), blocks, prefix + "part", buffer);
        add_copies(Part(first + 2), blocks, buffer, prefix + "store", AccessKind::read);
    }

    /// Copies the elements of blocks into the buffer, which that writes, or back, which reads it.
    void add_copies(Part part, const isl::set &blocks, std::size_t buffer, const std::string &name,
                    AccessKind in_buffer)
    {
        program::Statement source;
        isl::set elements = parts_.elements().intersect(presburger::lifted(blocks, 2));
        source.domain = named(elements, name);
        source.place = parts_.source().place;
        isl::space space = source.domain.space();
        isl::pw_aff row = coordinate(space, parts_.outer()),
                    column = coordinate(space, parts_.outer() + 1);
        isl::pw_aff_list values(space.ctx(), 0);
        for (unsigned k = 0; k < parts_.outer(); ++k)
            values = values.add(coordinate(space, k));
        values = values.add(isl::pw_aff(space.zero_aff_on_domain())).add(row).add(column);
        isl::multi_pw_aff place(space.add_unnamed_tuple(parts_.outer() + 3), values);
        std::size_t number = block_.contraction.target;
        std::vector<isl::pw_aff> in_target = parts_.subscripts(
            number, isl::manage(isl_pw_multi_aff_from_multi_pw_aff(place.release())));
        std::size_t array = parts_.source().accesses[number].array;
        auto add_access = [&](AccessKind kind, bool is_buffer) {
            source.accesses.push_back(access(source, kind, is_buffer ? buffer : array,
                                             is_buffer ? parts_.in_block(space) : in_target));
        };
        for (AccessKind kind : {AccessKind::write, AccessKind::read})
            add_access(kind, kind == in_buffer);
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
        source.place = parts_.source().place;
        isl::pw_multi_aff corner =
            parts_.place(blocks, 0).pullback(transform::without_name(source.domain));
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
        contracts_.push_back(
            block_contract(source.name(), parts_, contraction, buffer.has_value()));
        add(std::move(source), part);
    }

    program::ExpressionPtr number_of_steps(const isl::set &calls) const
    {
        isl::pw_aff number = parts_.last_step().sub(parts_.first_step()).add_constant(1);
        isl::pw_aff here = number.pullback(transform::without_name(calls)).gist(calls);
        return program::make_expression(
            program::AffineValue{presburger::coalesced(here), scop_.program.wide_type});
    }

    /// An access to the first element that a call uses, which stands for all of them.
    /// \param corner  { call[b] -> [b, k, i, j] }
    void add_operand(program::Statement &source, AccessKind kind, std::size_t number,
                     const isl::pw_multi_aff &corner) const
    {
        const Access &model = parts_.source().accesses[number];
        Access result = access(source, kind, model.array, parts_.subscripts(number, corner));
        isl::map instances = transform::without_name(source.domain)
                                 .as_map()
                                 .apply_range(parts_.instances_of_blocks());
        result.relation = instances.apply_range(model.relation)
                              .intersect_domain(source.domain)
                              .detect_equalities();
        source.accesses.push_back(std::move(result));
    }

    /// Gives a call the block of the target, and how far its rows are from each other.
    void add_target_block(program::Statement &source, const isl::set &blocks,
                          const isl::pw_multi_aff &corner, program::CallOperation &call) const
    {
        add_operand(source, AccessKind::write, block_.contraction.target, corner);
        std::size_t first = source.accesses.size() - 1;
        call.arguments.push_back(transform::address_of(first));
        if (parts_.sizes().rows == 1) {
            call.arguments.push_back(program::make_expression(program::Literal{"0"}));
            return;
        }
        add_operand(source, AccessKind::read, block_.contraction.target,
                    parts_.place(blocks, 1).pullback(transform::without_name(source.domain)));
        call.arguments.push_back(program::make_expression(program::BinaryOperation{
            "-", transform::address_of(first + 1), transform::address_of(first)}));
    }

    /// Gives a call the buffer, of which it may use any element.
    void add_buffer_block(program::Statement &source, std::size_t buffer,
                          program::CallOperation &call) const
    {
        isl::space space = parts_.elements().space();
        isl::pw_aff_list place(space.ctx(), 0);
        for (const isl::pw_aff &subscript : parts_.in_block(space))
            place = place.add(subscript);
        isl::map in_buffer = isl::multi_pw_aff(space.add_unnamed_tuple(2), place).as_map();
        isl::pw_aff zero(source.domain.space().zero_aff_on_domain());
        for (AccessKind kind : {AccessKind::write, AccessKind::read}) {
            Access used = access(source, kind, buffer, {zero, zero});
            isl::id array = isl::manage(isl_map_get_tuple_id(used.relation.get(), isl_dim_out));
            used.relation =
                transform::without_name(source.domain)
                    .as_map()
                    .apply_range(parts_.by_block(parts_.elements()).apply_range(in_buffer))
                    .set_range_tuple(array)
                    .intersect_domain(source.domain);
            source.accesses.push_back(std::move(used));
        }
        call.arguments.push_back(transform::address_of(source.accesses.size() - 1));
        call.arguments.push_back(
            program::make_expression(program::Literal{fmt::format("{}", parts_.sizes().columns)}));
    }

    MatrixView scop_;
    strategies::BlockedContraction block_;
    KernelLibrary &library_;
    BlockParts parts_;
    bool has_stride_; ///< without, kernels work on copies of all blocks, with, on those of partial
                      ///< ones
    Kernel kernel_;
    std::vector<CallContract> contracts_;
};

} // namespace

WithRegisterBlocks with_register_blocks(MatrixView view,
                                        const strategies::BlockedContraction &block,
                                        KernelLibrary &library)
{
    return Blocks(std::move(view), block, library).run();
}

} // namespace espalier::lowering
