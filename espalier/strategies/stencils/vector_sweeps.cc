#include "espalier/strategies/stencils/vector_sweeps.h"

#include "espalier/strategies/stencils/row_operation.h"
#include "espalier/strategies/stencils/time_nest.h"
#include "espalier/strategies/stencils/time_tile_sizes.h"
#include "espalier/transform/temporaries.h"
#include "espalier/transform/trees.h"

#include <algorithm>

namespace espalier::strategies {

std::optional<Candidate> vector_sweeps(const program::Program &program,
                                       const dependence::Dependences &dependences,
                                       const machine::Machine &machine)
{
    std::optional<TimeNest> nest = time_nest(program, dependences);
    if (!nest || nest->depth < 2 || nest->dependences.empty() || !stays_in_cache(*nest, machine))
        return std::nullopt;
    for (transform::Statement &statement : nest->view.statements) {
        auto sweep = std::ranges::find(nest->sweeps, transform::first(statement.beta, nest->depth));
        if (is_innermost_independent(*nest, std::size_t(sweep - nest->sweeps.begin())) &&
            find_row_operation(nest->view, statement))
            statement.rows.back().role = schedule::loop_role(transform::LoopKind::vector);
    }
    std::optional<transform::MatrixView> rows = with_row_functions(std::move(nest->view));
    if (!rows)
        return std::nullopt;
    return Candidate{.plan = transform::plan_of(std::move(*rows), "vector_sweeps()\n"),
                     .description = "the sweeps run in vectors"};
}

Strategy vector_sweeping()
{
    return {.name = "vector_sweeps",
            .subject = "iterated stencils whose arrays stay in a cache",
            .refusal = "the region is no iterated stencil whose arrays stay in a cache, with "
                       "independent operations on rows",
            .propose = at_most_one(in_forms(
                [](const Subject &subject) {
                    return vector_sweeps(subject.program, subject.dependences, subject.machine);
                },
                [](const Subject &subject) {
                    return transform::with_temporaries_substituted(subject.program);
                },
                "substitute_temporaries()\n"))};
}

} // namespace espalier::strategies
