#pragma once

#include "espalier/strategies/proposal.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::lowering {

/// Blocked contractions with their operands packed.
struct WithPackedOperands {
    transform::Scop scop;
    std::vector<std::string> copies; ///< labels of the statements that pack
};

/// Packs all operands of blocked contractions in the order of their use: those by column for a
/// panel and a group of steps, those by row for a block of rows of it (transform::pack_operand).
/// Where blocks of rows run in parallel, so do the copies.
/// \param proposal  legal
/// \return nothing if something that is to be packed changes while the copies are in use
std::optional<WithPackedOperands> with_packed_operands(const strategies::Proposal &proposal);

} // namespace espalier::lowering
