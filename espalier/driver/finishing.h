#pragma once

#include "espalier/machine/machine.h"
#include "espalier/presburger/context.h"
#include "espalier/transform/plan.h"

namespace espalier::driver {

/// \name What is done with a legal order.
/// @{

/// A plan whose parallel loops leave what little work there may be to one thread; for code that no
/// estimate is made of.
transform::Plan with_work_conditions(transform::Plan plan);

/// What planning a region takes besides the region.
struct Workshop {
    const machine::Machine &machine;
    const presburger::Context &context;
    unsigned long budget; ///< of a region
};

/// A plan without the parallel loops that do not pay by the estimate, and with conditions for
/// others; the same plan if there is no estimate.
transform::Plan with_threads_weighed(transform::Plan plan, const Workshop &workshop);
/// @}

} // namespace espalier::driver
