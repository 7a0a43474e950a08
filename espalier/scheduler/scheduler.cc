#include "espalier/scheduler/scheduler.h"

#include "espalier/scheduler/tree_search.h"

namespace espalier::scheduler {

Result compute_schedule(const dependence::Constraints &constraints,
                        const std::vector<dependence::ProximityGroup> &groups,
                        const Options &options, Trace trace)
{
    Result result;
    try {
        Model model = make_model(constraints, groups);
        TreeSearch search(model, options, trace);
        schedule::NodePtr below = search.run();
        result.tree = schedule::Tree(schedule::node(schedule::Domain{constraints.domain}, below));
        result.counts = search.counts();
    } catch (const NoSchedule &none) {
        result.reason = none.reason;
    } catch (const NumberTooLarge &) {
        result.reason = "numbers of more than 64 bits came up";
    }
    return result;
}

} // namespace espalier::scheduler
