#include "espalier/strategies/binding_dependences.h"

#include "espalier/dependence/constraints.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/arrays.h"

#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <vector>

namespace espalier::strategies {

namespace {

using transform::MatrixView;
using transform::Statement;

/// What accesses an array of which each iteration of all loops around may have its own.
struct Use {
    isl::union_set tags;       ///< { [S[i] -> R[]] }
    isl::union_map iterations; ///< { S[i] -> [t] }: of the loops that all of them share
};

Use use_of(const MatrixView &view, std::size_t array)
{
    Use result{isl::union_set::empty(view.program.context.ctx()),
               isl::union_map::empty(view.program.context.ctx())};
    std::vector<const Statement *> users;
    for (const Statement &statement : view.statements)
        for (const program::Access &access :
             transform::program_statement(view.program, statement).accesses)
            if (access.array == array && access.kind != program::AccessKind::kill) {
                presburger::add_to(result.tags, tagged_relation(access).domain().to_union_set());
                users.push_back(&statement);
            }
    std::size_t shared = users.empty() ? 0 : users.front()->depth();
    for (const Statement *user : users)
        while (transform::first(user->beta, shared) !=
               transform::first(users.front()->beta, shared))
            --shared;
    for (const Statement *user : users)
        presburger::add_to(result.iterations, outer_time(*user, shared).to_union_map());
    return result;
}

} // namespace

isl::union_map binding_dependences(const MatrixView &view,
                                   const dependence::Dependences &dependences)
{
    isl::union_map order = dependences.false_dependences();
    for (std::size_t array = 0; array < view.program.arrays.size(); ++array) {
        if (!dependence::is_privatizable(view.program.arrays[array]))
            continue;
        const Use use = use_of(view, array);
        const isl::union_map flow =
            dependence::untagged(dependences.flow.intersect_domain(use.tags));
        if (flow.is_subset(use.iterations.apply_range(use.iterations.reverse())))
            order = order.subtract_domain(use.tags);
    }
    return dependence::untagged(dependences.flow.unite(order));
}

isl::map related_iterations(const std::vector<const Statement *> &statements,
                            const isl::union_map &dependences, std::size_t loops)
{
    isl::union_map points = isl::union_map::empty(dependences.ctx());
    for (const Statement *statement : statements)
        presburger::add_to(points, outer_time(*statement, loops).to_union_map());
    const isl::space pairs =
        isl::manage(isl_space_alloc(dependences.ctx().get(), 0, unsigned(loops), unsigned(loops)));
    return dependences.apply_domain(points).apply_range(points).extract_map(pairs);
}

isl::map later_iterations(isl::ctx ctx, unsigned rows)
{
    isl_map *result = isl_map_universe(isl_space_alloc(ctx.get(), 0, rows, rows));
    for (int row = 0; row + 1 < int(rows); ++row)
        result = isl_map_equate(result, isl_dim_in, row, isl_dim_out, row);
    int last = int(rows) - 1;
    return isl::manage(isl_map_order_lt(result, isl_dim_in, last, isl_dim_out, last));
}

isl::map carried_between(const Statement &source, const Statement &target,
                         const isl::union_map &dependences, const transform::Beta &loop)
{
    const auto rows = unsigned(loop.size());
    const isl::map later = later_iterations(dependences.ctx(), rows);
    const isl::map from = outer_time(source, rows), to = outer_time(target, rows);
    const isl::union_map related =
        dependences.apply_domain(from.to_union_map()).apply_range(to.to_union_map());
    return related.extract_map(later.space()).intersect(later);
}

} // namespace espalier::strategies
