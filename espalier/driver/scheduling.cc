#include "espalier/driver/scheduling.h"

#include "espalier/dependence/constraints.h"
#include "espalier/dependence/proximity.h"
#include "espalier/presburger/budget.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"

namespace espalier::driver {

namespace {

using Groups = std::vector<dependence::ProximityGroup>;

/// \return nothing where that takes more than a quarter of the budget
std::optional<Groups> groups_within(unsigned long budget, const program::Program &program,
                                    std::size_t line, const presburger::Context &context)
{
    Groups result;
    bool is_done = context.within_budget(presburger::part_of_budget(budget, 4), [&] {
        result = dependence::proximity_groups(
            program, schedule::original_schedule_without_kills(program), line);
    });
    return is_done ? std::optional(std::move(result)) : std::nullopt;
}

/// Whether there is nothing to order but the iterations of one loop.
bool has_one_order(const program::Program &program)
{
    long statements = 0;
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill() && (++statements > 1 || statement.iterators.size() > 1))
            return false;
    return true;
}

} // namespace

scheduler::Options heuristics(const OptimizeOptions &options, SchedulerInput input)
{
    scheduler::Options result = options.scheduler.value_or(scheduler::Options());
    result.strategy = options.strategy.value_or(
        input == SchedulerInput::program
            ? (options.device ? scheduler::Strategy::gpu : scheduler::Strategy::cpu)
            : scheduler::Strategy::distances);
    return result;
}

RegionSchedule schedule_region(const program::Program &program,
                               const dependence::Dependences &dependences,
                               const OptimizeOptions &options, const presburger::Context &context,
                               Timings &timings, const scheduler::Trace &trace)
{
    const scheduler::Options chosen = heuristics(options, SchedulerInput::program);
    std::optional<Groups> groups = Groups();
    if (chosen.strategy != scheduler::Strategy::distances && !options.make_schedule &&
        !has_one_order(program)) {
        groups = timings.measure("proximity", [&] {
            return groups_within(options.budget, program, chosen.line, context);
        });
        if (!groups)
            trace.say("no references are weighed for locality: a quarter of the budget did not "
                      "suffice to find groups of them");
    }
    return timings.measure("scheduler", [&] {
        dependence::Constraints constraints =
            dependence::constraints(program, dependences, options.live_range_reordering);
        if (options.make_schedule)
            return RegionSchedule{options.make_schedule(constraints), false};
        return RegionSchedule{
            scheduler::compute_schedule(constraints, groups.value_or(Groups()), chosen, trace),
            !groups};
    });
}

Diagnostic lacks_groups_remark(const frontend::Region &region)
{
    return {Severity::remark, DiagnosticKind::budget_exhausted, region.place,
            "no reference was weighed for locality: a quarter of the budget (--budget) does not "
            "suffice to find out which are near each other"};
}

std::optional<schedule::Tree> scheduled_order(const RegionTask &task,
                                              std::vector<Diagnostic> &remarks)
{
    const auto &[region, analysis, options, context, timings] = task;
    if (!options.scheduler)
        return schedule::original_schedule_without_kills(analysis.program);
    const RegionSchedule found =
        schedule_region(analysis.program, analysis.dependences, options, context, timings);
    if (found.lacks_groups && options.explain)
        remarks.push_back(lacks_groups_remark(region));
    if (!found.result.tree) {
        remarks.push_back({Severity::remark, DiagnosticKind::no_transformation, region.place,
                           "the region was left as it was: no schedule was found for it: " +
                               found.result.reason});
        return std::nullopt;
    }
    return timings.measure("scheduler",
                           [&] { return schedule::with_sets_ordered(*found.result.tree); });
}

} // namespace espalier::driver
