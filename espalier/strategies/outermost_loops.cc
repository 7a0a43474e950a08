#include "espalier/strategies/outermost_loops.h"

#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"

#include <algorithm>

namespace espalier::strategies {

dependence::Relaxation permitted_relaxation(const program::Program &program,
                                            const dependence::Dependences &dependences,
                                            bool is_reassociable)
{
    dependence::Relaxation result{dependence::permitted_reductions(program, is_reassociable),
                                  dependences};
    if (!result.reductions.empty())
        result.dependences =
            dependence::analyze(program, schedule::original_schedule(program), result.reductions);
    return result;
}

void offer_outermost_loops(const schedule::Cursor &node,
                           const std::function<bool(const schedule::Loop &)> &take)
{
    if (node.is<schedule::Band>())
        for (std::size_t k = 0; k < node.as<schedule::Band>().size(); ++k)
            if (take({node, k}))
                return;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        offer_outermost_loops(node.child(k), take);
}

transform::Beta place_of(const schedule::Loop &loop, const transform::MatrixView &view)
{
    const isl::union_set instances = schedule::reaching_instances(loop.band);
    auto inside = std::ranges::find_if(view.statements, [&](const auto &statement) {
        return !instances.is_disjoint(statement.instances.to_union_set());
    });
    return transform::first(inside->beta, loop.depth() + 1);
}

} // namespace espalier::strategies
