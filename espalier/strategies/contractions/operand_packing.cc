#include "espalier/strategies/contractions/operand_packing.h"

#include <algorithm>

namespace espalier::strategies {

std::vector<OperandPacking> operand_packings(const transform::MatrixView &view,
                                             const BlockedContraction &block)
{
    const transform::Statement &statement = labelled(view, block.statement);
    const program::Statement &source = transform::source_of(view.program, statement.instances);
    const std::size_t outer = statement.depth() - schedule::block_loops;
    const schedule::BlockSizes &sizes = block.sizes;
    const transform::BufferDimension steps{outer + schedule::step_loop, sizes.steps};
    const transform::OperandLayout by_column{
        {outer + schedule::column_loop, sizes.panel_columns}, steps, sizes.columns, sizes.lanes};
    const transform::OperandLayout by_row{
        {outer + schedule::row_loop, sizes.block_rows}, steps, sizes.rows};
    std::vector<OperandPacking> result;
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

bool can_pack_operands(const transform::MatrixView &view, const BlockedContraction &block)
{
    return std::ranges::all_of(operand_packings(view, block), [&](const OperandPacking &packing) {
        return transform::can_pack(view, block.statement, packing.reference, packing.depth);
    });
}

} // namespace espalier::strategies
