#include "espalier/driver/legality.h"

#include "espalier/dependence/dead_instances.h"
#include "espalier/dependence/divided.h"
#include "espalier/dependence/explanations.h"
#include "espalier/dependence/storage.h"
#include "espalier/lowering/executed_plan.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/resolved_roles.h"

namespace espalier::driver {

namespace {

/// Whether all of a reduction's references are still to its array.
bool has_its_array(const program::Program &program, const program::Reduction &reduction)
{
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (reduction.has(access.reference) && access.array != reduction.array)
                return false;
    return true;
}

/// The dependences of a program of another layout where its assumptions hold: a plan may have
/// narrowed them, since its loops are parallel only there.
dependence::Dependences where_assumed(const program::Program &program,
                                      const dependence::Dependences &dependences)
{
    return dependence::restricted(
        dependences, program::instances(program).intersect_params(program.assumptions));
}

/// The same, relaxed for the reductions that the layout leaves; nothing if it leaves none.
std::optional<dependence::Relaxation> relaxation(const program::Program &program,
                                                 const schedule::Tree &tree,
                                                 std::vector<program::Reduction> reductions)
{
    std::erase_if(reductions, [&](const program::Reduction &reduction) {
        return !has_its_array(program, reduction);
    });
    if (reductions.empty())
        return std::nullopt;
    return dependence::Relaxation{
        reductions,
        where_assumed(program, dependence::analyze_in_order(program, tree, reductions))};
}

} // namespace

Legality::Legality(const program::Program &program, const dependence::Dependences &dependences,
                   const ReductionOptions &reductions, bool parallel)
    : program_(program), exact_(dependences), dependences_(dependences), strategy_{{}, parallel}
{
    // Which others there are is of interest to remarks on missed parallel loops alone.
    permit_reductions({.fast_math = reductions.fast_math, .explain = false}, program,
                      schedule::original_schedule(program), strategy_);
    if (strategy_.permitted)
        dependences_ = strategy_.permitted->dependences;
}

schedule::Tree Legality::resolved(const program::Program &program, const schedule::Tree &tree) const
{
    if (!strategies::has_roles_to_resolve(strategy_, tree) ||
        !dependence::has_other_layout(program_, program))
        return strategies::with_resolved_roles(strategy_, program, exact_, tree);
    strategies::CpuStrategy strategy = strategy_;
    if (strategy.permitted)
        strategy.permitted = relaxation(program, tree, strategy_.permitted->reductions);
    return strategies::with_resolved_roles(
        strategy, program, where_assumed(program, dependence::analyze_in_order(program, tree)),
        tree);
}

Legality::Outcome Legality::check(const program::Program &program,
                                  const schedule::Tree &asked) const
{
    schedule::Tree tree = resolved(program, asked);
    isl::union_set left_out = program::instances_without_kills(program_).subtract(tree.domain());
    bool is_dead = !left_out.is_empty() && dependence::needed(dependences_, left_out).is_empty();
    program::Program before = program_, after = program;
    dependence::Dependences dependences = dependences_;
    if (is_dead) {
        before = dependence::restricted(before, tree.domain());
        after = dependence::restricted(after, tree.domain());
        dependences = dependence::restricted(dependences, tree.domain());
    }
    std::vector<program::Reduction> relaxed;
    if (strategy_.permitted)
        relaxed = strategy_.permitted->reductions;
    return {tree, dependence::storage_violations(before, dependences, after, tree, relaxed)};
}

std::optional<std::string> Legality::objection(const lowering::LoweredPlan &plan) const
{
    const lowering::ExecutedPlan done = lowering::executed(program_, plan);
    std::vector<dependence::Violation> found;
    done.repeated.foreach_set([&](const isl::set &set) {
        if (!set.is_empty())
            found.push_back({dependence::Violation::Kind::foreign, set.identity()});
    });
    std::vector<program::Reduction> relaxed;
    if (strategy_.permitted)
        relaxed = dependence::divided(strategy_.permitted->reductions, program_, done.parts);
    if (found.empty())
        found =
            dependence::storage_violations(dependence::divided(program_, done.parts),
                                           dependence::divided(dependences_, program_, done.parts),
                                           done.program, done.tree, relaxed);
    return found.empty() ? std::nullopt
                         : std::optional(dependence::explain(done.program, found.front()));
}

} // namespace espalier::driver
