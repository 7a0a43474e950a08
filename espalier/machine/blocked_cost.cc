#include "espalier/machine/blocked_cost.h"

#include "espalier/ast/walk.h"
#include "espalier/machine/sampled_iterations.h"

namespace espalier::machine {

namespace {

/// The part of a machine's operations that a kernel's blocks reach, with what packing takes.
constexpr double kernel_efficiency = 0.6;

double instances(const ast::Node &node, LoopPosition &position);

/// How many statement instances a loop executes, from a few of its iterations.
double instances(const ast::For &loop, LoopPosition &position)
{
    if (loop.is_degenerate()) {
        position.enter(loop);
        const double result = instances(*loop.body, position);
        position.leave();
        return result;
    }
    const long count = position.count(loop);
    if (count == 0)
        return 0;
    double result = 0;
    position.enter(loop);
    for (const SampledIteration &chosen : sampled_iterations(loop, count, position)) {
        position.move_to(chosen.offset);
        result += chosen.weight * instances(*loop.body, position);
    }
    position.leave();
    return double(count) * result;
}

/// How many statement instances a part of the code executes, if all conditions hold.
double instances(const ast::Node &node, LoopPosition &position)
{
    if (const auto *loop = std::get_if<ast::For>(&node.node))
        return instances(*loop, position);
    double result = std::holds_alternative<ast::User>(node.node) ? 1 : 0;
    ast::foreach_child(node,
                       [&](const ast::NodePtr &child) { result += instances(*child, position); });
    return result;
}

} // namespace

double blocked_cycles(const ast::For &loop, LoopPosition &position, const Machine &machine)
{
    const schedule::Blocking &blocking = *loop.role->blocking;
    const double at_a_time = double(blocking.sizes.lanes) * (machine.has_fma ? 2 : 1);
    return instances(loop, position) * double(blocking.contraction.by_column.size()) /
           (at_a_time * kernel_efficiency);
}

} // namespace espalier::machine
