#include "espalier/lowering/packed_operands.h"

#include "espalier/strategies/contractions/operand_packing.h"

namespace espalier::lowering {

namespace {

using transform::MatrixView;
using transform::Statement;

/// The label of the statement that packs for an iteration of a statement's outermost loops: what
/// comes first in it.
std::string first_copy(const MatrixView &view, const std::string &label, std::size_t depth)
{
    const transform::Beta loop = transform::first(labelled(view, label).beta, depth);
    return statements_in(view, transform::append(loop, 0)).front()->label;
}

} // namespace

WithPackedOperands with_packed_operands(MatrixView view,
                                        const strategies::BlockedContraction &block)
{
    const Statement statement = labelled(view, block.statement);
    const std::size_t blocks_of_rows =
        statement.depth() - schedule::block_loops + schedule::ic_loop;
    WithPackedOperands result{std::move(view), {}};
    for (const strategies::OperandPacking &operand :
         strategies::operand_packings(result.view, block)) {
        result.view = transform::pack_operand(std::move(result.view), block.statement,
                                              operand.reference, operand.depth, operand.layout);
        result.copies.push_back(first_copy(result.view, block.statement, operand.depth));
        if (operand.is_by_column)
            labelled(result.view, result.copies.back()).rows[blocks_of_rows].role =
                statement.rows[blocks_of_rows].role;
    }
    return result;
}

} // namespace espalier::lowering
