#pragma once

#include "espalier/lowering/lowered_plan.h"
#include "espalier/schedule/tree.h"

namespace espalier::lowering {

/// A tree that keeps the iterations apart in which subscripts are one affine function each, as
/// periodic ones are away from the boundaries:
///
///   for (i) a[i] = b[i > 0 ? i - 1 : n - 1];   ->   a[0] = b[n - 1];
///                                                   for (i > 0) a[i] = b[i - 1];
///
/// The order stays: bands get isolations (Polyhedral AST Generation (2015), section 5.6). What
/// loops with many iterations do not change is left as it is: it is computed in front of these.
schedule::Tree with_interiors_apart(const LoweredPlan &plan);

} // namespace espalier::lowering
