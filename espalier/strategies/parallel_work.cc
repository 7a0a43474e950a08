#include "espalier/strategies/parallel_work.h"

#include "espalier/schedule/loops.h"
#include "espalier/strategies/work_conditions.h"

#include <algorithm>

namespace espalier::strategies {

namespace {

using schedule::Loop;
using schedule::LoopKind;
using schedule::LoopRole;
using schedule::LoopRolePtr;

/// A role without a condition that always holds, as where threads start at once.
LoopRolePtr with_needed_condition(LoopRole role)
{
    if (role.condition && role.condition->least <= 0)
        role.condition.reset();
    return schedule::loop_role(std::move(role));
}

/// The work of parallel loops, and the conditions that there is enough of it, by some estimates.
class ParallelWorks {
public:
    /// \param program, estimates  have to outlive this
    ParallelWorks(const program::Program &program, std::span<const SizedEstimate> estimates)
        : estimates_(estimates)
    {
        for (const SizedEstimate &one : estimates)
            conditions_.emplace_back(program, one.sizes);
    }

    /// By the first estimate; null if it knows nothing of the loop.
    const machine::ParallelWork *usual(const Loop &loop) const { return work(0, loop); }

    /// Between what the estimate with the least work for which the loop pays says, and that before
    /// it, for which it does not: what data in near caches take is not what others take. The latter
    /// says no more than the former shows: lines that are handed over while they fit into caches
    /// grow with the work, which may seem never to be enough.
    /// Precondition: the first estimate knows the loop
    std::optional<schedule::WorkCondition> condition(const Loop &loop) const
    {
        std::vector<std::size_t> known;
        for (std::size_t k = 0; k < estimates_.size(); ++k)
            if (work(k, loop))
                known.push_back(k);
        std::ranges::stable_sort(known, {}, [&](std::size_t k) { return work(k, loop)->cycles; });
        auto by = [&](std::size_t k) { return conditions_[k].make(loop, *work(k, loop)); };
        const auto paying =
            std::ranges::find_if(known, [&](std::size_t k) { return work(k, loop)->pays(); });
        if (paying == known.begin() || paying == known.end())
            return by(paying == known.end() ? known.back() : *paying);
        const auto more = by(*paying), less = by(*(paying - 1));
        if (!more || !less)
            return more;
        return between(*more, conditions_[*paying].weakened(*less, *work(*paying, loop)));
    }

    bool can_hold(const schedule::WorkCondition &condition) const
    {
        return conditions_.front().can_hold(condition);
    }

private:
    const machine::ParallelWork *work(std::size_t which, const Loop &loop) const
    {
        const auto &known = estimates_[which].estimate.parallel_loops;
        auto found = known.find(loop.role());
        return loop.role()->kind == LoopKind::parallel && found != known.end() ? &found->second
                                                                               : nullptr;
    }

    std::span<const SizedEstimate> estimates_;
    std::vector<WorkConditions> conditions_; ///< for the sizes of each estimate
};

} // namespace

schedule::Tree with_loops_that_pay(const program::Program &program, const schedule::Tree &tree,
                                   std::span<const SizedEstimate> estimates)
{
    const ParallelWorks works(program, estimates);
    auto weighed = [&](const Loop &loop) -> LoopRolePtr {
        const machine::ParallelWork *work = works.usual(loop);
        if (!work)
            return loop.role();
        LoopRole role = *loop.role();
        role.condition = works.condition(loop);
        role.handed_out = work->handed_out;
        bool may_pay = loop.depth() == 0 && role.condition;
        bool never_pays = role.condition && !works.can_hold(*role.condition);
        if (never_pays || (!work->pays() && !may_pay))
            return schedule::with_kind(loop.role(), LoopKind::sequential);
        return with_needed_condition(std::move(role));
    };
    return schedule::with_roles(tree, weighed);
}

schedule::Tree with_conditions_beside_kernels(const program::Program &program,
                                              const schedule::Tree &tree,
                                              std::span<const SizedEstimate> estimates)
{
    const ParallelWorks works(program, estimates);
    return schedule::with_roles(tree, [&](const Loop &loop) -> LoopRolePtr {
        if (!works.usual(loop) || schedule::has_blocked_loops(loop.band))
            return loop.role();
        LoopRole role = *loop.role();
        if (auto condition = works.condition(loop))
            role.condition = std::move(condition);
        return with_needed_condition(std::move(role));
    });
}

schedule::Tree with_work_conditions(const program::Program &program, const schedule::Tree &tree,
                                    double cycles, const machine::Machine &machine,
                                    const ast::Values &sizes)
{
    WorkConditions conditions(program, sizes);
    return schedule::with_roles(tree, [&](const Loop &loop) -> LoopRolePtr {
        if (loop.role()->kind != LoopKind::parallel)
            return loop.role();
        LoopRole role = *loop.role();
        role.condition = conditions.make(loop, cycles,
                                         {machine::clear_gain * double(machine.thread_start),
                                          machine::clear_gain * double(machine.thread_wake)});
        if (role.condition && !conditions.can_hold(*role.condition))
            return schedule::with_kind(loop.role(), LoopKind::sequential);
        return with_needed_condition(std::move(role));
    });
}

} // namespace espalier::strategies
