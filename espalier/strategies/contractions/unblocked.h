#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::strategies {

/// A tree for estimates, with three loops in place of the eight of each contraction in blocks:
///   jc, pc, ic, jr, ir, steps, rows, columns   ->   rows, steps, columns
/// The outermost of them has the role of the jc loop, and runs in parallel if one of the blocks'
/// loops does.
/// \param tree  whose blocks execute one statement each
schedule::Tree unblocked(const schedule::Tree &tree);

} // namespace espalier::strategies
