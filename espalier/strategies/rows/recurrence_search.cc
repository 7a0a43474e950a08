#include "espalier/strategies/rows/recurrence_search.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"

#include <algorithm>
#include <map>

namespace espalier::strategies {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

namespace {

/// { S[i] -> [t] }: when a loop executes each instance of the statements in it.
isl::union_pw_aff times(const std::vector<const Statement *> &statements, std::size_t row)
{
    isl::union_pw_aff result = presburger::empty_union_pw_aff(statements.front()->instances.ctx());
    for (const Statement *statement : statements)
        presburger::add_to(result, statement->time(row));
    return result;
}

/// Whether an innermost loop has other statements than sums that jump along a loop around it.
bool has_more_than_sums(const MatrixView &view, const Beta &inner, const Beta &loop)
{
    return !std::ranges::all_of(statements_in(view, inner), [&](const Statement *statement) {
        const program::Statement &source = transform::program_statement(view.program, *statement);
        return is_sum_along(source, dimension_of(*statement, statement->depth() - 1)) &&
               has_jump_along(source, dimension_of(*statement, loop.size() - 1));
    });
}

} // namespace

LoopTimes times_in_loop(const std::vector<const Statement *> &statements, std::size_t row)
{
    isl::ctx ctx = statements.front()->instances.ctx();
    isl::union_set instances = isl::union_set::empty(ctx);
    for (const Statement *statement : statements)
        presburger::add_to(instances, statement->instances.to_union_set());
    isl::union_pw_aff_list outer(ctx, 0);
    for (std::size_t k = 0; k < row; ++k)
        outer = outer.add(times(statements, k));
    const isl::space space = isl::space::unit(ctx).add_unnamed_tuple(unsigned(row));
    return {instances, isl::multi_union_pw_aff(space, outer), times(statements, row)};
}

bool are_everywhere(const isl::union_set &some, const isl::union_set &instances,
                    const isl::multi_union_pw_aff &outer)
{
    if (isl_multi_union_pw_aff_dim(outer.get(), isl_dim_out) == 0)
        return !some.is_empty();
    const isl::union_map times = isl::manage(isl_union_map_from_multi_union_pw_aff(outer.copy()));
    return instances.apply(times).is_subset(some.apply(times));
}

std::size_t dimension_of(const Statement &statement, std::size_t row)
{
    return statement.rows[row].source_loop.value_or(row);
}

std::set<Beta> innermost_loops(const MatrixView &view, const Beta &loop)
{
    std::set<Beta> result;
    for (const Statement *statement : statements_in(view, loop))
        if (statement->depth() > loop.size())
            result.insert(transform::enclose(statement->beta));
    return result;
}

std::set<Beta> deepest_loops(const MatrixView &view, const Beta &loop)
{
    std::set<Beta> result = innermost_loops(view, loop);
    const std::size_t depth = result.empty() ? 0 : std::ranges::max(result, {}, &Beta::size).size();
    std::erase_if(result, [&](const Beta &inner) { return inner.size() < depth; });
    return result;
}

int contiguous_accesses(const MatrixView &view, const Beta &inner, const Beta &loop)
{
    int result = 0;
    for (const Statement *statement : statements_in(view, inner))
        result +=
            contiguous_along(view.program, transform::program_statement(view.program, *statement),
                             dimension_of(*statement, loop.size() - 1));
    return result;
}

std::optional<schedule::Privatization> RecurrenceSearch::parallelism(const MatrixView &view,
                                                                     const Beta &loop) const
{
    return parallelism(statements_in(view, loop), loop.size() - 1);
}

std::optional<schedule::Privatization>
RecurrenceSearch::parallelism(const std::vector<const Statement *> &statements,
                              std::size_t row) const
{
    const LoopTimes loop = times_in_loop(statements, row);
    return find_parallelism(program_, dependences_, loop.instances, loop.outer, loop.member);
}

bool RecurrenceSearch::is_independent_around(const MatrixView &view, const Beta &loop) const
{
    const std::vector<const Statement *> inside = statements_in(view, loop);
    const LoopTimes own = times_in_loop(inside, loop.size());
    return find_parallelism(program_, dependences_, own.instances,
                            times_in_loop(inside, loop.size() - 1).outer, own.member)
        .has_value();
}

bool RecurrenceSearch::is_recurrence(const MatrixView &view, const Beta &inner,
                                     const Beta &loop) const
{
    return has_more_than_sums(view, inner, loop) && !parallelism(view, inner);
}

bool RecurrenceSearch::has_recurrence(const MatrixView &view, const Beta &loop) const
{
    return std::ranges::any_of(innermost_loops(view, loop),
                               [&](const Beta &inner) { return is_recurrence(view, inner, loop); });
}

bool RecurrenceSearch::has_recurrence_at_heart(const MatrixView &view, const Beta &loop) const
{
    return std::ranges::any_of(deepest_loops(view, loop),
                               [&](const Beta &inner) { return is_recurrence(view, inner, loop); });
}

std::vector<IndependentLoop>
RecurrenceSearch::loops_around_recurrences(const MatrixView &view,
                                           const IndependentLoop &outer) const
{
    const Beta &loop = outer.place;
    const std::size_t whole = statements_in(view, loop).size();
    auto is_whole_loop = [&](const Beta &inner) {
        const std::vector<const Statement *> inside = statements_in(view, inner);
        return inside.size() == whole && inside.front()->beta.size() > inner.size();
    };
    std::map<Beta, bool> carries; // of innermost loops
    auto has_recurrence = [&](const Beta &around) {
        return std::ranges::any_of(innermost_loops(view, around), [&](const Beta &inner) {
            if (!has_more_than_sums(view, inner, around))
                return false;
            const auto [found, is_new] = carries.try_emplace(inner);
            if (is_new)
                found->second = !parallelism(view, inner);
            return found->second;
        });
    };
    std::vector<IndependentLoop> result;
    for (Beta inner = loop; is_whole_loop(inner); inner.push_back(0))
        if (has_recurrence(inner))
            if (const auto own =
                    inner == loop ? std::optional(outer.own) : parallelism(view, inner))
                result.push_back({inner, *own});
    return result;
}

std::optional<IndependentLoop> best_loop(const MatrixView &view,
                                         const std::vector<IndependentLoop> &loops)
{
    std::optional<IndependentLoop> result;
    auto contiguous = [&](const IndependentLoop &loop) {
        return contiguous_accesses(view, loop.place, loop.place);
    };
    for (const IndependentLoop &inner : loops)
        if (!result || contiguous(inner) >= contiguous(*result))
            result = inner;
    return result;
}

std::set<Beta> RecurrenceSearch::vector_loops(const MatrixView &view, const Beta &loop) const
{
    std::set<Beta> result;
    for (const Beta &inner : innermost_loops(view, loop))
        if (contiguous_accesses(view, inner, inner) > contiguous_accesses(view, inner, loop) &&
            parallelism(view, inner))
            result.insert(inner);
    return result;
}

} // namespace espalier::strategies
