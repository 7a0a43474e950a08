#include "espalier/lowering/packed_operands.h"

#include "espalier/transform/pack_operand.h"

#include <algorithm>

namespace espalier::lowering {

namespace {

using transform::Scop;
using transform::Statement;

/// An operand to pack.
struct Operand {
    std::string reference;
    std::size_t depth; ///< of the loops in whose iterations there is a copy
    transform::OperandLayout layout;
    bool is_by_column;
};

std::vector<Operand> operands(const Scop &scop, const strategies::BlockedContraction &block)
{
    const Statement &statement = labelled(scop, block.statement);
    const program::Statement &source = transform::source_of(scop.program, statement.instances);
    const std::size_t outer = statement.depth() - schedule::block_loops;
    const schedule::BlockSizes &sizes = block.sizes;
    const transform::BufferDimension steps{outer + schedule::step_loop, sizes.steps};
    const transform::OperandLayout by_column{
        {outer + schedule::column_loop, sizes.panel_columns}, steps, sizes.columns, sizes.lanes};
    const transform::OperandLayout by_row{
        {outer + schedule::row_loop, sizes.block_rows}, steps, sizes.rows};
    std::vector<Operand> result;
    auto add = [&](std::size_t access, schedule::BlockLoop loop,
                   const transform::OperandLayout &layout, bool is_by_column) {
        result.push_back(
            {source.accesses[access].reference.name(), outer + loop, layout, is_by_column});
    };
    for (std::size_t access : block.contraction.by_column)
        add(access, schedule::ic_loop, by_column, true);
    for (std::size_t access : block.contraction.by_row)
        add(access, schedule::jr_loop, by_row, false);
    return result;
}

/// The label of the statement that packs for an iteration of a statement's outermost loops: what
/// comes first in it.
std::string first_copy(const Scop &scop, const std::string &label, std::size_t depth)
{
    const transform::Beta loop = transform::first(labelled(scop, label).beta, depth);
    return statements_in(scop, transform::append(loop, 0)).front()->label;
}

} // namespace

bool can_pack_operands(const Scop &scop, const strategies::BlockedContraction &block)
{
    return std::ranges::all_of(operands(scop, block), [&](const Operand &operand) {
        return transform::can_pack(scop, block.statement, operand.reference, operand.depth);
    });
}

WithPackedOperands with_packed_operands(Scop scop, const strategies::BlockedContraction &block)
{
    const Statement statement = labelled(scop, block.statement);
    const std::size_t blocks_of_rows =
        statement.depth() - schedule::block_loops + schedule::ic_loop;
    WithPackedOperands result{std::move(scop), {}};
    for (const Operand &operand : operands(result.scop, block)) {
        result.scop = transform::pack_operand(std::move(result.scop), block.statement,
                                              operand.reference, operand.depth, operand.layout);
        result.copies.push_back(first_copy(result.scop, block.statement, operand.depth));
        if (operand.is_by_column)
            labelled(result.scop, result.copies.back()).rows[blocks_of_rows].role =
                statement.rows[blocks_of_rows].role;
    }
    return result;
}

} // namespace espalier::lowering
