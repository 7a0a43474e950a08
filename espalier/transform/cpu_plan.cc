#include "espalier/transform/cpu_plan.h"

#include "espalier/schedule/loops.h"

namespace espalier::transform {

bool has_threads(const CpuPlan &plan)
{
    return schedule::count_loops(plan.tree, schedule::LoopKind::parallel) > 0;
}

} // namespace espalier::transform
