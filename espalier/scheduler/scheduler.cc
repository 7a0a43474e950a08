#include "espalier/scheduler/scheduler.h"

#include "espalier/presburger/counted_work.h"
#include "espalier/scheduler/tree_search.h"

namespace espalier::scheduler {

namespace {

const char *name(Strategy strategy)
{
    switch (strategy) {
    case Strategy::cpu:
        return "cpu";
    case Strategy::gpu:
        return "gpu";
    default:
        return "distances";
    }
}

} // namespace

Result compute_schedule(const dependence::Constraints &constraints,
                        const std::vector<dependence::ProximityGroup> &groups,
                        const Options &options, Trace trace)
{
    Result result;
    try {
        Model model = make_model(constraints, groups);
        trace.say("strategy {}; statements: {}, convex relations: {}, groups of references: {}",
                  name(options.strategy), model.statements.size(), model.dependences.size(),
                  model.groups.size());
        Options limited = options;
        if (!limited.poll)
            limited.poll = [ctx = constraints.domain.ctx()](std::size_t changed) {
                constexpr std::size_t changed_in_time = 16; // that a multiplication of isl's takes
                presburger::count_multiplications(ctx, changed / changed_in_time);
            };
        TreeSearch search(model, limited, trace);
        schedule::NodePtr below = search.run();
        result.tree = schedule::Tree(schedule::node(schedule::Domain{constraints.domain}, below));
        result.counts = search.counts();
        trace.say("members computed: {}; live ranges made local to bands: {}, of which not local "
                  "before: {}; bands begun anew: {}",
                  result.counts.members, result.counts.localized, result.counts.non_local,
                  result.counts.resets);
    } catch (const NoSchedule &none) {
        result.reason = none.reason;
    } catch (const NumberTooLarge &) {
        result.reason = "numbers of more than 64 bits came up";
    }
    return result;
}

} // namespace espalier::scheduler
