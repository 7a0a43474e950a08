#pragma once

#include "espalier/base/diagnostic.h"
#include "espalier/dependence/dependences.h"
#include "espalier/frontend/frontend.h"
#include "espalier/schedule/tree.h"

#include <vector>

namespace espalier::driver {

/// For each loop nest of a tree in which no loop runs in parallel, a remark on what its outermost
/// loop would break: two references, an element, and two iterations that need one another.
/// \param dependences  of the region's program, exact
std::vector<Diagnostic> missed_parallelism(const frontend::Region &region,
                                           const dependence::Dependences &dependences,
                                           const schedule::Tree &tree);

/// For each member of a band that is not coincident, a remark on what holds it, with two instances
/// as above, and on what would free it: to run as a reduction, copies of arrays for each iteration,
/// or a wavefront. There is none for a member that is parallel although the tree does not say so.
/// \param dependences  of the region's program, exact
/// \param tree         a schedule of all instances but kills that respects them
std::vector<Diagnostic> sequential_members(const frontend::Region &region,
                                           const dependence::Dependences &dependences,
                                           const schedule::Tree &tree);

} // namespace espalier::driver
