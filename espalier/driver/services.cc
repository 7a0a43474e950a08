#include "espalier/driver/services.h"

#include "espalier/driver/region_parts.h"
#include "espalier/driver/scheduling.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/script/emission.h"
#include "espalier/transform/trees.h"

namespace espalier::driver {

std::optional<schedule::Tree>
PlanningServices::scheduled_apart(const program::Program &program,
                                  const dependence::Dependences &dependences)
{
    if (!options_.scheduler)
        return std::nullopt;
    OptimizeOptions options = options_;
    options.scheduler->fusion_attempts = 0;
    RegionSchedule found = schedule_region(program, dependences, options, context_, timings_);
    return found.result.tree ? std::optional(schedule::with_sets_ordered(*found.result.tree))
                             : std::nullopt;
}

std::optional<transform::Plan> PlanningServices::planned_around(const transform::Plan &plan,
                                                                const isl::union_set &fixed)
{
    return with_parts_planned(plan, fixed, options_, context_, timings_);
}

std::string PlanningServices::steps_to(const transform::MatrixView &order)
{
    if (!options_.emit_script)
        return {};
    return timings_.measure(
        "script", [&] { return script::emit(transform::original_view(order.program), order); });
}

} // namespace espalier::driver
