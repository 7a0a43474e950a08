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
#include <set>

namespace espalier::lowering {

namespace {

using transform::MatrixView;

/// { S[i] }: the instances of some statements of a control part.
template <class Choice>
isl::union_set instances_of(const MatrixView &view, const Choice &is_chosen)
{
    isl::union_set result = isl::union_set::empty(view.program.context.ctx());
    for (const transform::Statement &statement : view.statements)
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

/// A tree with copies, in which loops over copies alone have nothing of their own.
/// \param others  { S[i] }: what was not blocked
schedule::Tree with_copies_shared(const schedule::Tree &tree, const isl::union_set &others,
                                  const isl::union_set &copied)
{
    return schedule::with_roles(tree, [&](const schedule::Loop &loop) {
        const isl::union_set executed = schedule::reaching_instances(loop.band);
        const bool is_copy = !executed.is_empty() && executed.is_subset(copied);
        schedule::LoopRole role = *loop.role();
        if (is_copy)
            role = {.kind = role.kind, .condition = role.condition};
        // Blocks that a diagonal cuts have less work, and there are few of them.
        const bool is_uneven =
            role.handed_out != 0 || !executed.is_subset(others) || !are_boxes(executed);
        role.handed_out = !is_copy && is_uneven ? 1 : 0;
        return schedule::loop_role(std::move(role));
    });
}

} // namespace

LoweredPlan with_kernels(const transform::Plan &plan, KernelLibrary &library)
{
    const MatrixView view = transform::matrix_view(plan);
    MatrixView result = view;
    std::vector<strategies::BlockedContraction> blocks =
        strategies::blocked_contractions_in(result);
    std::set<std::string> blocked, copies; // labels
    std::vector<std::string> definitions;
    std::vector<CallContract> contracts;
    for (const strategies::BlockedContraction &block : blocks) {
        WithPackedOperands packed = with_packed_operands(std::move(result), block);
        result = std::move(packed.view);
        blocked.insert(block.statement);
        copies.insert(packed.copies.begin(), packed.copies.end());
    }
    for (strategies::BlockedContraction &block : blocks) {
        result.program = with_scaled_operands(std::move(result.program), result, block);
        WithRegisterBlocks made = with_register_blocks(std::move(result), block, library);
        result = std::move(made.view);
        add_definitions(definitions, made.definitions);
        std::ranges::move(made.contracts, std::back_inserter(contracts));
    }
    const isl::union_set others =
        instances_of(view, [&](const std::string &label) { return !blocked.contains(label); });
    const isl::union_set copied =
        instances_of(result, [&](const std::string &label) { return copies.contains(label); });
    schedule::Tree shared = with_copies_shared(transform::schedule_tree(result), others, copied);
    return {.program = std::move(result.program),
            .tree = std::move(shared),
            .definitions = std::move(definitions),
            .contracts = std::move(contracts)};
}

} // namespace espalier::lowering
