#include "espalier/lowering/kernel_calls.h"

#include "espalier/lowering/packed_operands.h"
#include "espalier/lowering/register_blocks.h"
#include "espalier/lowering/scaled_operands.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/trees.h"

#include <isl/set.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

using transform::Scop;

/// { S[i] }: the instances of some statements of a control part.
template <class Choice>
isl::union_set instances_of(const Scop &scop, const Choice &is_chosen)
{
    isl::union_set result = isl::union_set::empty(scop.program.context.ctx());
    for (const transform::Statement &statement : scop.statements)
        if (is_chosen(statement.label))
            presburger::add_to(result, statement.instances.to_union_set());
    return result;
}

/// Whether each loop around some statements runs as often in any iteration of the others.
bool are_boxes(const isl::union_set &instances)
{
    return instances.every_set(
        [](const isl::set &set) { return isl_set_is_box(set.get()) == isl_bool_true; });
}

/// The tree of a proposal with copies, in which loops over copies alone have nothing of their own.
schedule::Tree with_copies_shared(const schedule::Tree &tree, const strategies::Proposal &proposal,
                                  const isl::union_set &copied)
{
    isl::union_set others = instances_of(proposal.scop, [&](const std::string &label) {
        return std::ranges::find(proposal.blocks, label,
                                 &strategies::BlockedContraction::statement) ==
               proposal.blocks.end();
    });
    return schedule::with_roles(tree, [&](const schedule::Loop &loop) {
        const isl::union_set executed = schedule::reaching_instances(loop.band);
        const bool is_copy = !executed.is_empty() && executed.is_subset(copied);
        schedule::LoopRole role = *loop.role();
        if (is_copy)
            role = {.kind = role.kind, .condition = role.condition};
        // Blocks that a diagonal cuts have less work, and there are few of them.
        role.is_uneven =
            !is_copy && (role.is_uneven || !executed.is_subset(others) || !are_boxes(executed));
        return schedule::loop_role(std::move(role));
    });
}

} // namespace

std::optional<WithKernels> with_kernels(const strategies::Proposal &proposal,
                                        transform::CpuPlan plan, KernelLibrary &library)
{
    strategies::Proposal resolved = proposal;
    resolved.scop = transform::with_roles_of(proposal.scop, plan.tree);
    std::optional<WithPackedOperands> packed = with_packed_operands(resolved);
    if (!packed)
        return std::nullopt;
    isl::union_set copied = instances_of(packed->scop, [&](const std::string &label) {
        return std::ranges::find(packed->copies, label) != packed->copies.end();
    });
    Scop scop = std::move(packed->scop);
    for (strategies::BlockedContraction block : proposal.blocks) {
        scop.program = with_scaled_operands(std::move(scop.program), scop, block);
        WithRegisterBlocks made = with_register_blocks(std::move(scop), block, library);
        scop = std::move(made.scop);
        add_definitions(plan.definitions, made.definitions);
    }
    plan.tree = with_copies_shared(transform::schedule_tree(scop), proposal, copied);
    return WithKernels{std::move(scop.program), std::move(plan)};
}

} // namespace espalier::lowering
