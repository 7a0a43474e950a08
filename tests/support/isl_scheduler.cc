#include "tests/support/isl_scheduler.h"

#include "tests/support/isl_tree.h"

#include <isl/options.h>
#include <isl/schedule.h>

namespace espalier::test {

std::optional<schedule::Tree> isl_schedule(const dependence::Constraints &constraints,
                                           const scheduler::Options &options)
{
    isl_ctx *ctx = constraints.domain.ctx().get();
    isl_options_set_schedule_algorithm(ctx, options.algorithm == scheduler::Algorithm::feautrier
                                                ? ISL_SCHEDULE_ALGORITHM_FEAUTRIER
                                                : ISL_SCHEDULE_ALGORITHM_ISL);
    isl_options_set_schedule_maximize_band_depth(ctx, 1);
    isl_options_set_schedule_maximize_coincidence(ctx, options.maximize_coincidence);
    isl_options_set_schedule_outer_coincidence(ctx, options.outer_coincidence);
    isl_options_set_schedule_whole_component(ctx, 0);
    isl_options_set_schedule_max_constant_term(ctx, static_cast<int>(options.max_constant_term));

    auto problem =
        isl::schedule_constraints::on_domain(constraints.domain)
            .set_context(constraints.context)
            .set_validity(constraints.validity)
            .set_proximity(constraints.proximity)
            .set_coincidence(constraints.coincidence)
            .set_conditional_validity(constraints.condition, constraints.conditional_validity);
    try {
        return from_isl(problem.compute_schedule());
    } catch (const isl::exception_quota &) {
        throw;
    } catch (const isl::exception_abort &) {
        throw;
    } catch (const isl::exception &) {
        return std::nullopt;
    }
}

} // namespace espalier::test
