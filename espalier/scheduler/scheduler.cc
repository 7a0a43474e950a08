#include "espalier/scheduler/scheduler.h"

#include "espalier/schedule/isl_tree.h"

#include "espalier/base/error.h"
#include "espalier/presburger/notation.h"

#include <isl/options.h>
#include <isl/schedule.h>

namespace espalier::scheduler {

std::optional<schedule::Tree> compute_schedule(const dependence::Constraints &constraints,
                                               Algorithm algorithm)
{
    isl_ctx *ctx = constraints.domain.ctx().get();
    isl_options_set_schedule_algorithm(ctx, algorithm == Algorithm::feautrier
                                                ? ISL_SCHEDULE_ALGORITHM_FEAUTRIER
                                                : ISL_SCHEDULE_ALGORITHM_ISL);
    isl_options_set_schedule_maximize_band_depth(ctx, 1);
    isl_options_set_schedule_outer_coincidence(ctx, 1);
    isl_options_set_schedule_whole_component(ctx, 0);
    // Without a limit, loop bounds that are numbers in the thousands make shifts as large, and the
    // search for them endless.
    isl_options_set_schedule_max_constant_term(ctx, 10);

    auto problem = isl::schedule_constraints::on_domain(constraints.domain);
    problem =
        problem.set_context(constraints.context)
            .set_validity(constraints.validity)
            .set_proximity(constraints.proximity)
            .set_coincidence(constraints.coincidence)
            .set_conditional_validity(constraints.condition, constraints.conditional_validity);
    try {
        return schedule::from_isl(problem.compute_schedule());
    } catch (const isl::exception_quota &) {
        throw;
    } catch (const isl::exception_abort &) {
        throw;
    } catch (const isl::exception &) {
        return std::nullopt;
    }
}

dependence::Constraints parse_constraints(isl::ctx ctx, const std::string &text,
                                          const std::string &file)
{
    presburger::refuse_unreadable_powers(text, file);
    isl_schedule_constraints *raw = isl_schedule_constraints_read_from_str(ctx.get(), text.c_str());
    if (!raw)
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "these are not schedule constraints in isl's YAML", {file, 0, 0, ""});
    isl::schedule_constraints given = isl::manage(raw);
    return {given.domain(),
            given.context(),
            given.validity(),
            given.proximity(),
            given.coincidence(),
            given.conditional_validity_condition(),
            given.conditional_validity()};
}

} // namespace espalier::scheduler
