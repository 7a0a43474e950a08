#include "espalier/lowering/packed_operands.h"

#include "espalier/transform/pack_operand.h"

#include <algorithm>

namespace espalier::lowering {

namespace {

using transform::Scop;
using transform::Statement;

class Packing {
public:
    explicit Packing(Scop scop) : result_{std::move(scop), {}} {}

    /// False if the operands of a contraction cannot be packed.
    bool pack(const strategies::BlockedContraction &block)
    {
        const Statement statement = labelled(result_.scop, block.statement);
        const program::Statement source =
            transform::source_of(result_.scop.program, statement.instances);
        const std::size_t outer = statement.depth() - strategies::block_rows;
        const strategies::BlockSizes &sizes = block.sizes;
        transform::BufferDimension steps{outer + strategies::step_row, sizes.steps};
        auto reference = [&](std::size_t access) {
            return source.accesses[access].reference.name();
        };
        transform::OperandLayout by_column{{outer + strategies::column_row, sizes.panel_columns},
                                           steps,
                                           sizes.columns,
                                           sizes.lanes};
        for (std::size_t access : block.contraction.by_column) {
            if (!pack(block.statement, reference(access), outer + strategies::block_row, by_column))
                return false;
            labelled(result_.scop, result_.copies.back()).rows[outer + strategies::block_row].role =
                statement.rows[outer + strategies::block_row].role;
        }
        transform::OperandLayout by_row{
            {outer + strategies::inner_row, sizes.block_rows}, steps, sizes.rows};
        return std::ranges::all_of(block.contraction.by_row, [&](std::size_t access) {
            return pack(block.statement, reference(access), outer + strategies::strip_row, by_row);
        });
    }

    WithPackedOperands result() && { return std::move(result_); }

private:
    bool pack(const std::string &label, const std::string &reference, std::size_t depth,
              const transform::OperandLayout &layout)
    {
        if (!can_pack(result_.scop, label, reference, depth))
            return false;
        result_.scop = pack_operand(std::move(result_.scop), label, reference, depth, layout);
        transform::Beta loop = transform::first(labelled(result_.scop, label).beta, depth);
        result_.copies.push_back(
            statements_in(result_.scop, transform::append(loop, 0)).front()->label);
        return true;
    }

    WithPackedOperands result_;
};

} // namespace

std::optional<WithPackedOperands> with_packed_operands(const strategies::Proposal &proposal)
{
    Packing packing(proposal.scop);
    for (const strategies::BlockedContraction &block : proposal.blocks)
        if (!packing.pack(block))
            return std::nullopt;
    return std::move(packing).result();
}

} // namespace espalier::lowering
