#include "espalier/driver/finishing.h"

#include "espalier/driver/candidates.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/loops.h"
#include "espalier/strategies/parallel_work.h"

namespace espalier::driver {

namespace {

/// What little work threads would share is left to one of them.
transform::CpuPlan with_conditions(const program::Program &program, transform::CpuPlan plan)
{
    constexpr double cycles = 0.125; // of a step for an element
    std::optional<ast::Values> sizes = machine::assumed_sizes(program);
    return sizes ? strategies::with_work_conditions(program, std::move(plan), cycles, *sizes)
                 : std::move(plan);
}

} // namespace

transform::CpuPlan with_recurrences_apart(const strategies::Proposal &proposal,
                                          transform::CpuPlan plan)
{
    if (!proposal.has_vectors_in_recurrences)
        return plan;
    for (const schedule::Loop &loop : schedule::loops_with_roles(plan.tree)) {
        const std::optional<schedule::Loop> outer = loop.around();
        const bool is_alone = loop.member > 0 || loop.band.parent().is<schedule::Band>();
        if (loop.role()->kind == schedule::LoopKind::parallel || !outer || !is_alone)
            continue;
        schedule::LoopRole role = outer->role() ? *outer->role() : schedule::LoopRole();
        role.keeps_iterations_apart = true;
        plan.tree = schedule::with_role(plan.tree.root().descendant(outer->band.path()),
                                        outer->member, schedule::loop_role(std::move(role)))
                        .tree();
    }
    return plan;
}

std::optional<lowering::WithKernels> with_block_kernels(const strategies::Proposal &proposal,
                                                        transform::CpuPlan plan,
                                                        lowering::KernelLibrary &kernels)
{
    return lowering::with_kernels(proposal, with_conditions(proposal.scop.program, std::move(plan)),
                                  kernels);
}

transform::CpuPlan with_threads_weighed(const program::Program &program, transform::CpuPlan plan,
                                        const Workshop &workshop)
{
    Candidate candidate{program, std::move(plan), ""};
    assess(candidate, workshop.machine, workshop.context, estimate_budget(workshop.budget));
    return std::move(candidate.plan);
}

} // namespace espalier::driver
