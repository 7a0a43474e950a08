#include "espalier/strategies/stencils/vector_sweeps.h"

#include "espalier/strategies/stencils/row_operation.h"
#include "espalier/strategies/stencils/time_nest.h"
#include "espalier/strategies/stencils/time_tile_sizes.h"

#include <algorithm>

namespace espalier::strategies {

std::optional<Proposal> vector_sweeps(const program::Program &program,
                                      const dependence::Dependences &dependences,
                                      const machine::Machine &machine)
{
    std::optional<TimeNest> nest = time_nest(program, dependences);
    if (!nest || nest->depth < 2 || nest->dependences.empty() || !stays_in_cache(*nest, machine))
        return std::nullopt;
    bool is_any = false;
    for (transform::Statement &statement : nest->scop.statements) {
        auto sweep = std::ranges::find(nest->sweeps, transform::first(statement.beta, nest->depth));
        if (is_innermost_independent(*nest, std::size_t(sweep - nest->sweeps.begin())) &&
            find_row_operation(nest->scop, statement)) {
            statement.rows.back().role = schedule::loop_role(transform::LoopKind::vector);
            is_any = true;
        }
    }
    if (!is_any)
        return std::nullopt;
    Proposal result{std::move(nest->scop), "the sweeps run in vectors", {}, true};
    result.script = "vector_sweeps()\n";
    return result;
}

} // namespace espalier::strategies
