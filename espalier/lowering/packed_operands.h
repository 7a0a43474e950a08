#pragma once

#include "espalier/strategies/contractions/blocked_contractions.h"

#include <string>
#include <vector>

namespace espalier::lowering {

/// Whether copies of a blocked contraction's operands would see what the contraction sees: nothing
/// that is to be packed changes while its copies are in use.
bool can_pack_operands(const transform::Scop &scop, const strategies::BlockedContraction &block);

/// A blocked contraction with its operands packed.
struct WithPackedOperands {
    transform::Scop scop;
    std::vector<std::string> copies; ///< labels of the statements that pack
};

/// Packs all operands of a blocked contraction in the order of their use: those by column for a
/// panel and a group of steps, those by row for a block of rows of it (transform::pack_operand).
/// Where blocks of rows run in parallel, so do the copies.
/// Precondition: can_pack_operands(scop, block)
WithPackedOperands with_packed_operands(transform::Scop scop,
                                        const strategies::BlockedContraction &block);

} // namespace espalier::lowering
