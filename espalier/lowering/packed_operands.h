#pragma once

#include "espalier/strategies/contractions/blocked_contractions.h"

#include <string>
#include <vector>

namespace espalier::lowering {

/// A blocked contraction with its operands packed.
struct WithPackedOperands {
    transform::MatrixView view;
    std::vector<std::string> copies; ///< labels of the statements that pack
};

/// Packs all operands of a blocked contraction (strategies::operand_packings,
/// transform::pack_operand). Where blocks of rows run in parallel, so do the copies.
WithPackedOperands with_packed_operands(transform::MatrixView view,
                                        const strategies::BlockedContraction &block);

} // namespace espalier::lowering
