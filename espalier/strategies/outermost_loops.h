#pragma once

#include "espalier/dependence/parallelism.h"
#include "espalier/schedule/loops.h"
#include "espalier/transform/matrix_view.h"

#include <functional>

namespace espalier::strategies {

/// The dependences that are left when updates of reductions may change their order.
/// \param is_reassociable  floating-point operations may be done in another order
dependence::Relaxation permitted_relaxation(const program::Program &program,
                                            const dependence::Dependences &dependences,
                                            bool is_reassociable);

/// Offers loops at and below a node, and none inside of one that was taken.
/// \param take  whether it takes a loop
void offer_outermost_loops(const schedule::Cursor &node,
                           const std::function<bool(const schedule::Loop &)> &take);

/// A loop of a view's own tree.
/// \param loop  of transform::schedule_tree(view)
transform::Beta place_of(const schedule::Loop &loop, const transform::MatrixView &view);

} // namespace espalier::strategies
