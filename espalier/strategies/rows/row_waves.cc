#include "espalier/strategies/rows/row_waves.h"

#include "espalier/transform/extension.h"
#include "espalier/transform/strips.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Statement;

isl::pw_aff zero_on(const Statement &statement)
{
    return isl::pw_aff(statement.instances.space().zero_aff_on_domain());
}

isl::pw_aff scaled(const isl::pw_aff &function, long factor)
{
    return isl::manage(
        isl_pw_aff_scale_val(function.copy(), isl::val(function.ctx(), factor).release()));
}

/// { S[i] -> [v] }: the greatest of some numbers, the same for all instances; 0 if there are none.
/// \param numbers  { [v] }
isl::pw_aff greatest(const Statement &statement, const isl::set &numbers)
{
    isl_map *all = isl_map_from_domain_and_range(statement.instances.copy(), numbers.copy());
    isl::pw_aff most = isl::manage(isl_map_dim_max(all, 0));
    isl::set none = statement.instances.subtract(most.domain());
    return most.union_add(zero_on(statement).intersect_domain(none));
}

using ColumnRow = std::function<std::optional<std::size_t>(const Statement &)>;

/// { [c] }: the columns of a nest; nothing if it has none.
std::optional<isl::set> columns_in(const std::vector<Statement *> &statements,
                                   const ColumnRow &column)
{
    std::optional<isl::set> result;
    for (const Statement *statement : statements)
        if (std::optional<std::size_t> row = column(*statement)) {
            isl::set own = isl::manage(isl_map_from_pw_aff(statement->time(*row).release()))
                               .intersect_domain(statement->instances)
                               .range();
            result = result ? result->unite(own) : own;
        }
    return result;
}

/// Columns of a block.
long block_size(const isl::set &columns, const WaveSizes &sizes)
{
    isl::val least = columns.dim_min_val(0), most = columns.dim_max_val(0);
    if (!least.is_int() || !most.is_int())
        return sizes.columns;
    long count = most.sub(least).num_si() + 1, unit = sizes.rows * sizes.threads;
    return std::max(1L, (count + unit - 1) / unit) * sizes.rows;
}

/// The first child of a nest that has columns.
long first_loop(const std::vector<Statement *> &statements, const ColumnRow &column)
{
    auto found = std::ranges::find_if(
        statements, [&](const Statement *statement) { return column(*statement).has_value(); });
    return (*found)->beta[1];
}

} // namespace

transform::MatrixView with_waves(transform::MatrixView view, long nest, const WaveSizes &sizes,
                                 const ColumnRow &column)
{
    std::vector<Statement *> statements = statements_in_loop(view, {nest});
    std::optional<isl::set> columns = columns_in(statements, column);
    if (!columns)
        return view;
    const long size = block_size(*columns, sizes), first = first_loop(statements, column);
    for (Statement *statement : statements) {
        std::optional<std::size_t> row = column(*statement);
        isl::pw_aff block =
            row ? transform::start_of_strip(statement->time(*row), size) : zero_on(*statement);
        isl::pw_aff rows =
            scaled(transform::start_of_strip(statement->time(0), sizes.rows), size / sizes.rows);
        isl::pw_aff behind =
            transform::start_of_strip(greatest(*statement, *columns), size).add_constant(size);
        isl::pw_aff wave = rows.add(statement->beta[1] > first ? behind : block);
        insert_loop(*statement, 0, wave, "w");
        insert_loop(*statement, 1, block, "b");
        statement->rows[1].role = schedule::loop_role(transform::LoopKind::parallel);
    }
    return view;
}

} // namespace espalier::strategies
