#include "espalier/strategies/parallel_work.h"

#include "espalier/schedule/loops.h"
#include "espalier/strategies/work_conditions.h"

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

} // namespace

schedule::Tree with_loops_that_pay(const program::Program &program, const schedule::Tree &tree,
                                   const machine::Estimate &estimate, const ast::Values &sizes)
{
    WorkConditions conditions(program, sizes);
    auto weighed = [&](const Loop &loop) -> LoopRolePtr {
        auto found = estimate.parallel_loops.find(loop.role());
        if (loop.role()->kind != LoopKind::parallel || found == estimate.parallel_loops.end())
            return loop.role();
        const machine::ParallelWork &work = found->second;
        LoopRole role = *loop.role();
        role.condition = conditions.make(loop, work);
        role.handed_out = work.handed_out;
        bool may_pay = loop.depth() == 0 && role.condition;
        bool never_pays = role.condition && !conditions.can_hold(*role.condition);
        if (never_pays || (!work.pays() && !may_pay))
            return schedule::with_kind(loop.role(), LoopKind::sequential);
        return with_needed_condition(std::move(role));
    };
    return schedule::with_roles(tree, weighed);
}

schedule::Tree with_conditions_beside_kernels(const program::Program &program,
                                              const schedule::Tree &tree,
                                              const machine::Estimate &estimate,
                                              const ast::Values &sizes)
{
    WorkConditions conditions(program, sizes);
    return schedule::with_roles(tree, [&](const Loop &loop) -> LoopRolePtr {
        auto found = estimate.parallel_loops.find(loop.role());
        if (loop.role()->kind != LoopKind::parallel || found == estimate.parallel_loops.end() ||
            schedule::has_blocked_loops(loop.band))
            return loop.role();
        LoopRole role = *loop.role();
        if (auto condition = conditions.make(loop, found->second))
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
