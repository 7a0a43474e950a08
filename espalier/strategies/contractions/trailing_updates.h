#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/transform/matrix_view.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// A nest whose contractions were split in panels and trailing updates.
struct TrailingUpdates {
    transform::MatrixView view;
    std::vector<std::string>
        updates; ///< labels of the statements that are contractions by themselves
    long panel;  ///< steps that a panel has: of the outermost loop, which is over panels
};

/// Factorizations, in which what a contraction computes is an operand of later steps: the steps are
/// taken panel by panel. What other instances of the same panel depend on is executed first, in the
/// order that it has; the rest, the trailing update, is a contraction of its own with operands that
/// are complete:
///   for k-panel: { for k, i, j: S(panel); for i, j, k: S_update }
/// \param view         of the dependences' program; loops that statements share are permutable as
/// far
///                     as the step is concerned, which a check has to find out
/// \return nothing if no contraction in a nest of several statements has such a part
std::optional<TrailingUpdates> with_trailing_updates(const transform::MatrixView &view,
                                                     const dependence::Dependences &dependences,
                                                     const machine::Machine &machine);

} // namespace espalier::strategies
