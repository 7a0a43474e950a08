#include "espalier/driver/finishing.h"

#include "espalier/codegen/estimate/assumed_sizes.h"
#include "espalier/codegen/parallel_work.h"
#include "espalier/driver/candidates.h"

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

codegen::CpuPlan with_recurrences_noted(const codegen::Proposal &proposal, codegen::CpuPlan plan)
{
    for (codegen::ParallelMark &loop : plan.parallel_loops)
        loop.is_in_recurrence = proposal.has_vectors_in_recurrences &&
                                loop.directive != codegen::Directive::parallel_for;
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
