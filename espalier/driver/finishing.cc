#include "espalier/driver/finishing.h"

#include "espalier/driver/candidates.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/strategies/parallel_work.h"

namespace espalier::driver {

transform::Plan with_work_conditions(transform::Plan plan)
{
    constexpr double cycles = 0.125; // of a step for an element
    if (std::optional<ast::Values> sizes = machine::assumed_sizes(plan.program))
        plan.tree = strategies::with_work_conditions(plan.program, plan.tree, cycles, *sizes);
    return plan;
}

transform::Plan with_threads_weighed(transform::Plan plan, const Workshop &workshop)
{
    Candidate candidate{std::move(plan), ""};
    assess(candidate, workshop.machine, workshop.context, estimate_budget(workshop.budget));
    return std::move(candidate.plan);
}

} // namespace espalier::driver
