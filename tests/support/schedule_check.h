#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/schedule/tree.h"
#include "tests/support/instance_order.h"

#include <string>

namespace espalier::test {

/// In words, the first thing that a schedule does against schedule constraints, or claims without
/// being right, for given values of the symbolic constants; "" if there is nothing. Instance by
/// instance:
///
///  1. the sink of a validity constraint is executed after the source;
///  2. so is that of a conditioned one, or both ends of all adjacent conditions are on one side of
///     where it is decided: nothing parts them that far down (Live-Range Reordering (2016), section
///     3.2);
///  3. of the pairs that reach a permutable band together, those of validity constraints are in
///     order in each member, and so are those of conditioned ones, unless the adjacent conditions
///     are local to the band and all bands above;
///  4. of the pairs of coincidence constraints that reach a band together, coincident members give
///     both ends the same value.
///
/// Tags have no dimensions.
std::string wrong_with(const schedule::Tree &tree, const dependence::Constraints &constraints,
                       const Constants &constants);

} // namespace espalier::test
