#include "espalier/machine/blocked_cost.h"

#include "espalier/ast/walk.h"
#include "espalier/machine/sampled_iterations.h"

#include <cmath>

namespace espalier::machine {

namespace {

/// The part of a machine's operations that a kernel reaches in full blocks.
constexpr double kernel_efficiency = 0.65;

/// Cycles for the first block, and to put an element of a row where kernels read it.
constexpr double first_block = 500, packed_element = 1.25;

/// What kernels take for the loops over rows, steps and columns.
class Blocks {
public:
    Blocks(const schedule::Blocking &blocking, LoopPosition &position, const Machine &machine)
        : sizes_(blocking.sizes), position_(position)
    {
        const double at_a_time = double(sizes_.lanes) * (machine.has_fma ? 2 : 1);
        instance_ = double(blocking.contraction.by_column.size()) / (at_a_time * kernel_efficiency);
    }

    /// Cycles of a part of the code if all conditions hold, from a few iterations of each loop.
    /// \param depth  number of the loops around
    double cycles(const ast::Node &node, std::size_t depth)
    {
        if (const auto *loop = std::get_if<ast::For>(&node.node))
            return cycles(*loop, depth);
        double result = std::holds_alternative<ast::User>(node.node) ? instance_ : 0;
        ast::foreach_child(node,
                           [&](const ast::NodePtr &child) { result += cycles(*child, depth); });
        return result;
    }

    double cycles(const ast::For &loop, std::size_t depth)
    {
        const long count = loop.is_degenerate() ? 1 : position_.count(loop);
        if (count == 0)
            return 0;
        double iteration = 0;
        position_.enter(loop);
        if (loop.is_degenerate())
            iteration = cycles(*loop.body, depth + 1);
        else
            for (const SampledIteration &chosen : sampled_iterations(loop, count, position_)) {
                position_.move_to(chosen.offset);
                iteration += chosen.weight * cycles(*loop.body, depth + 1);
            }
        position_.leave();
        if (depth == row_depth)
            return full(count, sizes_.rows) * iteration;
        if (depth == column_depth)
            return full(count, sizes_.columns) * iteration +
                   packed_element * std::ceil(double(count) / double(sizes_.panel_columns));
        return double(count) * iteration;
    }

private:
    /// Of the loops: over rows, steps and columns (strategies::unblocked).
    static constexpr std::size_t row_depth = 0, column_depth = 2;

    /// So many iterations with those that fill the last block.
    static double full(long count, long block)
    {
        return std::ceil(double(count) / double(block)) * double(block);
    }

    const schedule::BlockSizes &sizes_;
    LoopPosition &position_;
    double instance_; ///< cycles
};

} // namespace

double blocked_cycles(const ast::For &loop, LoopPosition &position, const Machine &machine)
{
    return first_block + Blocks(*loop.role->blocking, position, machine).cycles(loop, 0);
}

} // namespace espalier::machine
