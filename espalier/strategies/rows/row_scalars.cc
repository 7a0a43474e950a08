#include "espalier/strategies/rows/row_scalars.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strip_copies.h"
#include "espalier/transform/trees.h"

#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using transform::MatrixView;
using transform::Statement;

/// Whether statements in two loops use a scalar, and none of them gives it another value than an
/// update of the one that it has.
bool is_used_in_columns(const program::Program &program, std::size_t scalar)
{
    bool is_used = false;
    for (const program::Statement &statement : program.statements) {
        if (statement.is_kill() || statement.iterators.size() < 2)
            continue;
        bool is_read = false, is_written = false;
        for (const program::Access &access : statement.accesses)
            if (access.array == scalar)
                (access.kind == program::AccessKind::read ? is_read : is_written) = true;
        if (is_written && !is_read)
            return false;
        is_used = is_used || is_read;
    }
    return is_used;
}

/// What a nest does with an array.
struct Uses {
    isl::union_set tags; ///< { [S[i] -> R[]] }: the accesses
    isl::union_map rows; ///< { S[i] -> [row] }: where they are
};

Uses uses_in(const program::Program &program, const MatrixView &view, long nest, std::size_t array)
{
    isl::ctx ctx = program.context.ctx();
    Uses result{isl::union_set::empty(ctx), isl::union_map::empty(ctx)};
    for (const Statement *statement : statements_in(view, {nest}))
        for (const program::Access &access :
             transform::source_of(program, statement->instances).accesses)
            if (access.array == array && statement->depth() > 0) {
                presburger::add_to(result.tags,
                                   program::tagged_relation(access).domain().to_union_set());
                presburger::add_to(result.rows, outer_time(*statement, 1).to_union_map());
            }
    return result;
}

/// Whether a nest uses an array, and takes values of it from the same row alone.
bool stays_in_rows(const Uses &uses, const dependence::Dependences &dependences)
{
    if (uses.tags.is_empty())
        return false;
    isl::union_map flow = dependences.flow.intersect_domain(uses.tags).unite(
        dependences.flow.intersect_range(uses.tags));
    if (!flow.domain().unite(flow.range()).is_subset(uses.tags))
        return false;
    isl::union_map between = dependence::untagged(flow).apply_domain(uses.rows).apply_range(
        uses.rows); // { [r] -> [r'] }
    return between.is_subset(uses.rows.range().identity()) &&
           dependences.live_in.intersect_domain(uses.tags).is_empty() &&
           dependences.live_out.intersect_domain(uses.tags).is_empty();
}

} // namespace

RowScalars with_row_scalars(const program::Program &program,
                            const dependence::Dependences &dependences, long rows)
{
    MatrixView view = transform::original_view(program);
    std::set<std::size_t> arrays;
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        if (!program.arrays[array].extents.empty() || !is_used_in_columns(program, array))
            continue;
        for (long nest = 0; nest < child_count(view, {}); ++nest)
            if (stays_in_rows(uses_in(program, view, nest, array), dependences)) {
                arrays.insert(view.program.arrays.size());
                view = with_strip_copies(std::move(view), array, {nest}, rows);
            }
    }
    return {std::move(view.program), std::move(arrays)};
}

} // namespace espalier::strategies
