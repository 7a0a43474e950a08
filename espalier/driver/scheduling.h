#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/driver/optimize.h"
#include "espalier/driver/region_task.h"

namespace espalier::driver {

/// What the scheduler's input tells of the program.
enum class SchedulerInput {
    program,    ///< which references it has
    constraints ///< nothing but what a schedule has to respect
};

/// The heuristics of the command line; the defaults where it wants none. Where it leaves the
/// strategy open, that is `cpu`, for which both targets are, if there are references to weigh for
/// locality, and `distances` if there are none.
scheduler::Options heuristics(const OptimizeOptions &options, SchedulerInput input);

/// What the scheduler made of a region.
struct RegionSchedule {
    scheduler::Result result;
    /// The strategy weighs references for locality, but finding out which are near each other took
    /// more operations than a quarter of the budget, and the schedule was made without.
    bool lacks_groups = false;
};

/// The schedule of a region's instances but kills, by the heuristics of the command line. Adds to
/// the phases "proximity" and "scheduler".
/// \param dependences  of the program in its own order
/// Precondition: options.scheduler
RegionSchedule schedule_region(const program::Program &program,
                               const dependence::Dependences &dependences,
                               const OptimizeOptions &options, const presburger::Context &context,
                               Timings &timings, const scheduler::Trace &trace = {});

/// A remark on a region that a schedule `lacks_groups` for.
Diagnostic lacks_groups_remark(const frontend::Region &region);

/// The order in which a region is to run, sets in the order in which they stand: by the scheduler,
/// or that of the source if there is none. Adds to the phases of schedule_region.
/// \param remarks  gets what there is to say of it
/// \return nothing, and a remark, where none was found
std::optional<schedule::Tree> scheduled_order(const RegionTask &task,
                                              std::vector<Diagnostic> &remarks);

} // namespace espalier::driver
