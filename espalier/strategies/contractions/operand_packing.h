#pragma once

#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/transform/pack_operand.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::strategies {

/// How an operand of a blocked contraction is to be packed.
struct OperandPacking {
    std::string reference;
    std::size_t depth; ///< of the loops in whose iterations there is a copy
    transform::OperandLayout layout;
    bool is_by_column;
};

/// The operands in the order of their use: those by column for a panel and a group of steps, those
/// by row for a block of rows of it.
std::vector<OperandPacking> operand_packings(const transform::MatrixView &view,
                                             const BlockedContraction &block);

/// Whether copies of a blocked contraction's operands would see what the contraction sees: nothing
/// that is to be packed changes while its copies are in use.
bool can_pack_operands(const transform::MatrixView &view, const BlockedContraction &block);

} // namespace espalier::strategies
