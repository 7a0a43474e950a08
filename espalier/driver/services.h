#pragma once

#include "espalier/base/timings.h"
#include "espalier/driver/optimize.h"
#include "espalier/presburger/context.h"
#include "espalier/strategies/strategy.h"

namespace espalier::driver {

/// What strategies may ask for, by the scheduler and by strategies::registry(). Adds to the phases
/// of schedule_region and "script".
class PlanningServices : public strategies::Services {
public:
    PlanningServices(const OptimizeOptions &options, const presburger::Context &context,
                     Timings &timings)
        : options_(options), context_(context), timings_(timings)
    {
    }

    std::optional<schedule::Tree>
    scheduled_apart(const program::Program &program,
                    const dependence::Dependences &dependences) override;
    std::optional<transform::Plan> planned_around(const transform::Plan &plan,
                                                  const isl::union_set &fixed) override;
    std::string steps_to(const transform::MatrixView &order) override;

private:
    const OptimizeOptions &options_;
    const presburger::Context &context_;
    Timings &timings_;
};

} // namespace espalier::driver
