#include "espalier/strategies/rows/row_strips.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/transform/strips.h"

#include <fmt/format.h>
#include <isl/map.h>
#include <isl/set.h>

#include <optional>
#include <string>

namespace espalier::strategies {

namespace {

using transform::Statement;

/// { [row] -> [other] }: another row, or the same, of its strip.
isl::map same_strip(const isl::ctx &ctx, long size)
{
    return isl::map(ctx, fmt::format("{{ [r] -> [s] : floor(r / {0}) = floor(s / {0}) }}", size));
}

/// { S[i] -> T[j] }: pairs at such times.
/// \param relation  { [t] -> [u] }, between the outermost rows of the two
isl::map pairs_at(const Statement &source, const Statement &target, const isl::map &relation,
                  std::size_t rows)
{
    return outer_time(source, rows)
        .apply_range(relation)
        .apply_range(outer_time(target, rows).reverse());
}

/// { [row, column] }: iterations of a loop that depend on those of earlier rows of the strip that
/// would not run before them.
isl::set dependent_iterations(const transform::MatrixView &view, const isl::union_map &dependences,
                              const transform::Beta &loop, long size)
{
    isl::ctx ctx = view.program.context.ctx();
    isl::map strips = same_strip(ctx, size).intersect(isl::map(ctx, "{ [r] -> [s] : r < s }"));
    isl::map backwards(ctx, "{ [r, c] -> [s, d] : d < c }");
    isl::set result(ctx, "{ [r, c] : false }");
    for (const Statement *target : statements_in(view, loop))
        for (const Statement *source : statements_in(view, transform::enclose(loop))) {
            isl::map pairs = pairs_at(*source, *target, strips, 1);
            if (transform::is_prefix(loop, source->beta))
                pairs = pairs.intersect(pairs_at(*source, *target, backwards, 2));
            else if (source->beta < loop)
                continue;
            isl::union_set late = dependences.intersect(pairs.to_union_map()).range();
            isl::union_set times = late.apply(outer_time(*target, 2).to_union_map());
            if (!times.is_empty())
                result = result.unite(times.as_set());
        }
    return result;
}

/// \param rows  { [row] }, with a greatest one
/// \return { [row] }: those before the last multiple of the size that is not behind all rows by
///         more than one
isl::set rows_before_last_strip(const isl::set &rows, long size)
{
    isl::pw_aff end = isl::manage(isl_set_dim_max(rows.copy(), 0)).add_constant(1);
    end = transform::start_of_strip(end, size);
    isl::set last = isl::manage(isl_set_from_pw_aff(end.release()));
    return rows.intersect(last.apply(isl::map(rows.ctx(), "{ [end] -> [r] : r < end }")));
}

} // namespace

isl::set rows_in_full_strips(const transform::MatrixView &view, const transform::Beta &nest,
                             long size)
{
    isl::ctx ctx = view.program.context.ctx();
    isl::set rows = presburger::coalesced(times_in(view, nest, 1));
    isl::set in_partial = isl::set(ctx, "{ [r] }").subtract(rows).apply(same_strip(ctx, size));
    isl::set result = presburger::coalesced(rows.subtract(in_partial));
    isl::set simple = rows_before_last_strip(rows, size);
    return simple.is_equal(result) ? simple : result;
}

ColumnParts column_parts(const transform::MatrixView &view, const transform::Beta &loop, long size)
{
    isl::ctx ctx = view.program.context.ctx();
    isl::set all = presburger::coalesced(times_in(view, loop, 2));
    isl::set rows = presburger::coalesced(times_in(view, transform::enclose(loop), 1));
    isl::map columns_of(ctx, "{ [r] -> [r, c] }");
    std::string same = fmt::format("floor(r / {0}) = floor(s / {0})", size);
    isl::map same_column(ctx, fmt::format("{{ [r, c] -> [s, c] : {} }}", same));
    isl::map smaller_column(ctx, fmt::format("{{ [r, c] -> [s, d] : {} and d < c }}", same));
    isl::set lacking = rows.apply(columns_of).subtract(all);
    isl::set common = all.subtract(lacking.apply(same_column));
    isl::set others = all.subtract(common);
    isl::set before = others.intersect(common.apply(smaller_column));
    return {presburger::coalesced(before), presburger::coalesced(common),
            presburger::coalesced(others.subtract(before))};
}

isl::set diagonal_blocks(const transform::MatrixView &view,
                         const dependence::Dependences &dependences, const transform::Beta &loop,
                         long size)
{
    isl::union_map all =
        dependence::untagged(dependences.flow.unite(dependences.false_dependences()));
    isl::map rest_of_row(view.program.context.ctx(), "{ [r, c] -> [r, d] : d >= c }");
    return presburger::coalesced(dependent_iterations(view, all, loop, size).apply(rest_of_row));
}

} // namespace espalier::strategies
