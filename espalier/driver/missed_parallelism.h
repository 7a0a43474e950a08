#pragma once

#include "espalier/base/diagnostic.h"
#include "espalier/codegen/cpu_strategy.h"
#include "espalier/dependence/dependences.h"
#include "espalier/frontend/frontend.h"

#include <vector>

namespace espalier::driver {

/// For each loop nest of a plan in which no loop runs in parallel, a remark on what its outermost
/// loop would break: two references, an element, and two iterations that need one another.
/// \param dependences  of the region's program, exact
std::vector<Diagnostic> missed_parallelism(const frontend::Region &region,
                                           const dependence::Dependences &dependences,
                                           const codegen::CpuPlan &plan);

} // namespace espalier::driver
