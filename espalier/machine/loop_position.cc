#include "espalier/machine/loop_position.h"

#include "espalier/base/checked.h"

namespace espalier::machine {

void LoopPosition::enter(const ast::For &loop)
{
    frames_.push_back({&loop, values_.number(loop.iterator), 0, !loop.is_degenerate()});
    update(frames_.back());
}

void LoopPosition::enter_copies(const ast::For &loop)
{
    enter(loop);
    frames_.back().is_loop = false;
}

void LoopPosition::move_to(long offset)
{
    frames_.back().offset = offset;
    update(frames_.back());
}

/// Sets the variable of a frame's loop.
void LoopPosition::update(const Frame &frame)
{
    long result = value(*frame.loop->init);
    if (!frame.loop->is_degenerate())
        result = checked_sum(result, checked_product(frame.offset, value(*frame.loop->step)));
    values_.define(frame.iterator, result);
}

void LoopPosition::shift(std::size_t depth, long iterations)
{
    frames_[depth].offset += iterations;
    for (std::size_t k = depth; k < frames_.size(); ++k)
        update(frames_[k]);
}

/// Doubles the number of iterations until the condition fails, then halves the distance.
long LoopPosition::count(const ast::For &loop)
{
    constexpr long most = 1L << 40;
    const std::size_t iterator = values_.number(loop.iterator);
    auto runs = [&](long offset) {
        update({&loop, iterator, offset, true});
        return value(*loop.condition) != 0;
    };
    if (!loop.condition)
        return most;
    if (!runs(0))
        return 0;
    long runs_last = 0, fails = 1;
    while (fails < most && runs(fails)) {
        runs_last = fails;
        fails *= 2;
    }
    while (fails - runs_last > 1) {
        long middle = runs_last + (fails - runs_last) / 2;
        (runs(middle) ? runs_last : fails) = middle;
    }
    return fails;
}

} // namespace espalier::machine
