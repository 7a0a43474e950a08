#include "espalier/lowering/packed_operands.h"

#include "espalier/strategies/contractions/operand_packing.h"

namespace espalier::lowering {

namespace {

using transform::Scop;
using transform::Statement;

/// The label of the statement that packs for an iteration of a statement's outermost loops: what
/// comes first in it.
std::string first_copy(const Scop &scop, const std::string &label, std::size_t depth)
{
    const transform::Beta loop = transform::first(labelled(scop, label).beta, depth);
    return statements_in(scop, transform::append(loop, 0)).front()->label;
}

} // namespace

WithPackedOperands with_packed_operands(Scop scop, const strategies::BlockedContraction &block)
{
    const Statement statement = labelled(scop, block.statement);
    const std::size_t blocks_of_rows =
        statement.depth() - schedule::block_loops + schedule::ic_loop;
    WithPackedOperands result{std::move(scop), {}};
    for (const strategies::OperandPacking &operand :
         strategies::operand_packings(result.scop, block)) {
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
