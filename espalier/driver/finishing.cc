#include "espalier/driver/finishing.h"

#include "espalier/codegen/estimate/assumed_sizes.h"
#include "espalier/codegen/parallel_work.h"
#include "espalier/driver/candidates.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/loops.h"

namespace espalier::driver {

namespace {

/// What little work threads would share is left to one of them.
codegen::CpuPlan with_conditions(const program::Program &program, codegen::CpuPlan plan)
{
    constexpr double cycles = 0.125; // of a step for an element
    std::optional<ast::Values> sizes = codegen::assumed_sizes(program);
    return sizes ? codegen::with_work_conditions(program, std::move(plan), cycles, *sizes)
                 : std::move(plan);
}

} // namespace

codegen::CpuPlan with_recurrences_apart(const codegen::Proposal &proposal, codegen::CpuPlan plan)
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

std::optional<codegen::WithKernels> with_block_kernels(const codegen::Proposal &proposal,
                                                       codegen::CpuPlan plan,
                                                       codegen::KernelLibrary &kernels)
{
    return codegen::with_kernels(proposal, with_conditions(proposal.scop.program, std::move(plan)),
                                 kernels);
}

codegen::CpuPlan with_threads_weighed(const program::Program &program, codegen::CpuPlan plan,
                                      const Workshop &workshop)
{
    Candidate candidate{program, std::move(plan), ""};
    assess(candidate, workshop.machine, workshop.context, estimate_budget(workshop.budget));
    return std::move(candidate.plan);
}

} // namespace espalier::driver
