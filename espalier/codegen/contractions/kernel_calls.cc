#include "espalier/codegen/contractions/kernel_calls.h"

#include "espalier/codegen/contractions/packed_operands.h"
#include "espalier/codegen/contractions/register_blocks.h"
#include "espalier/codegen/contractions/scaled_operands.h"
#include "espalier/codegen/marked_plan.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/trees.h"

#include <isl/set.h>

#include <algorithm>

namespace espalier::codegen {

namespace {

using schedule::Cursor;
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

/// The parallel loops of a tree with copies: those that were there before, in their order, and
/// those over copies alone, which have nothing of their own.
/// \param before  the loops of `proposal` that the target has something for
std::vector<ParallelMark> parallel_marks(const schedule::Tree &tree, const Proposal &proposal,
                                         const std::vector<ParallelMark> &before,
                                         const isl::union_set &copied)
{
    isl::union_set others = instances_of(proposal.scop, [&](const std::string &label) {
        return std::ranges::find(proposal.blocks, label, &BlockedContraction::statement) ==
               proposal.blocks.end();
    });
    const schedule::Tree without_copies = transform::schedule_tree(proposal.scop);
    const std::vector<Cursor> marks_before = marks_in(without_copies);
    std::vector<ParallelMark> result;
    auto next = marks_before.begin();
    for (const Cursor &mark : marks_in(tree)) {
        isl::union_set executed = schedule::reaching_instances(mark);
        bool is_copy = !executed.is_empty() && executed.is_subset(copied);
        if (next == marks_before.end())
            break;
        // What is copied is for the next of the others.
        auto known =
            std::ranges::find(before, next->as<schedule::Mark>().name, &ParallelMark::mark);
        next += is_copy ? 0 : 1;
        if (known == before.end())
            continue;
        ParallelMark loop = is_copy ? ParallelMark{"", 0, {}} : *known;
        loop.condition = known->condition;
        loop.mark = mark.as<schedule::Mark>().name;
        loop.depth = mark.schedule_depth();
        // Blocks that a diagonal cuts have less work, and there are few of them.
        loop.is_uneven =
            !is_copy && (loop.is_uneven || !executed.is_subset(others) || !are_boxes(executed));
        result.push_back(std::move(loop));
    }
    return result;
}

} // namespace

std::optional<WithKernels> with_kernels(const Proposal &proposal, CpuPlan plan,
                                        KernelLibrary &library)
{
    std::optional<WithPackedOperands> packed = with_packed_operands(proposal);
    if (!packed)
        return std::nullopt;
    isl::union_set copied = instances_of(packed->scop, [&](const std::string &label) {
        return std::ranges::find(packed->copies, label) != packed->copies.end();
    });
    Scop scop = std::move(packed->scop);
    for (BlockedContraction block : proposal.blocks) {
        scop.program = with_scaled_operands(std::move(scop.program), scop, block);
        WithRegisterBlocks made = with_register_blocks(std::move(scop), block, library);
        scop = std::move(made.scop);
        add_definitions(plan.definitions, made.definitions);
    }
    plan.tree = transform::schedule_tree(scop);
    plan.parallel_loops = parallel_marks(plan.tree, proposal, plan.parallel_loops, copied);
    return WithKernels{std::move(scop.program), std::move(plan)};
}

} // namespace espalier::codegen
