#include "espalier/strategies/rows/strip_blocking.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/strategies/rows/row_strips.h"
#include "espalier/strategies/rows/row_waves.h"
#include "espalier/transform/full_strips.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"

#include <isl/set.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

/// The instances of a statement that are a part of it: { S[i] }.
using Part = std::function<isl::set(const MatrixView &, const Statement &)>;

/// Columns of a block for one thread: what hardware fetches ahead within a page of memory.
constexpr long columns_of_block = 512;

/// Rows after which a thread passes sums on to the next one: enough for the threads' waiting not to
/// count.
constexpr long rows_of_wave = 64;

class StripBlocking {
public:
    StripBlocking(MatrixOrder &order, std::optional<long> rows) : order_(order), rows_(rows) {}

    bool run(long nest)
    {
        NestPasses passes = order_.passes_in(order_.view(), {nest});
        if (passes.is_none())
            return true;
        if (!passes.has_sums()) {
            if (order_.is_parallel())
                order_.accept_in(nest, with_kind(order_.view(), {nest}, LoopKind::parallel));
            mark_column_loops(nest);
            return true;
        }
        long size = strip_size(nest);
        Rest rest = split_rest(nest, size);
        bool has_blocks = order_.is_for_columns(passes) && is_perfect(nest, size);
        if (!(has_blocks ? block_columns(nest, size) : block_rows(nest, size)))
            return false;
        bool has_waves =
            order_.is_for_waves(passes) && order_.accept_in(nest, in_waves(nest, size));
        if (order_.is_parallel() && !has_waves)
            order_.accept_in(nest, with_kind(order_.view(), {nest}, LoopKind::parallel));
        if (rest != Rest::inside)
            mark_column_loops(nest);
        if (rest == Rest::behind)
            mark_column_loops(nest + 1);
        return true;
    }

private:
    /// Where the rows are that are not in full strips.
    enum class Rest { none, behind, inside };

    /// Gives these rows a nest of their own, behind the others, in which the loops over columns are
    /// the innermost ones. Inside the nest, they are these loops' body, by AST generation.
    Rest split_rest(long nest, long size)
    {
        isl::set full = rows_in_full_strips(order_.view(), {nest}, size);
        auto is_full = [&](const MatrixView &, const Statement &statement) {
            return full.apply(outer_time(statement, 1).reverse()).intersect(statement.instances);
        };
        isl::set constants = program::possible_constants(order_.program());
        bool has_rest = std::ranges::any_of(
            statements_in(order_.view(), {nest}), [&](const Statement *statement) {
                return !statement->instances.intersect_params(constants).is_subset(
                    is_full(order_.view(), *statement));
            });
        if (!has_rest)
            return Rest::none;
        return order_.accept_in(nest, split(order_.view(), {nest}, is_full)) ? Rest::behind
                                                                             : Rest::inside;
    }

    /// Whether all in a nest is in one loop over columns, the same ones for all rows of a strip.
    bool is_perfect(long nest, long size) const
    {
        if (child_count(order_.view(), {nest}) > 1)
            return false;
        ColumnParts columns = column_parts(order_.view(), {nest, 0}, size);
        return columns.before.is_empty() && columns.after.is_empty();
    }

    /// Rows of a strip: enough for the processor to have several additions under way, as far as
    /// their sums fit in registers.
    long strip_size(long nest) const
    {
        if (rows_)
            return *rows_;
        std::size_t sums = 0;
        for (long child = 0; child < child_count(order_.view(), {nest}); ++child)
            sums = std::max(sums, order_.passes_in(order_.view(), {nest, child}).row_sums);
        std::size_t size = max_rows;
        while (size > 2 && sums * size > order_.machine().vector_registers)
            size /= 2;
        return long(size);
    }

    ///   for i, for j: s[j] += A[i][j]  ->  for blocks of j: for i in strips: for j: ...
    bool block_columns(long nest, long size)
    {
        MatrixView blocks = strip_mine(order_.view(), {nest, 0}, columns_of_block);
        blocks = interchange(std::move(blocks), {nest}, 0, 1);
        return order_.accept_in(nest,
                                unroll_and_jam(std::move(blocks), {nest, 0}, {nest, 0, 0}, size));
    }

    /// The columns that all rows of a strip have are worked on for all of them together where there
    /// are sums; the others, before and behind, and what has no sums row by row.
    bool block_rows(long nest, long size)
    {
        MatrixView parts = order_.view();
        std::set<long> jammed;
        for (long child = 0; child < child_count(parts, {nest}); ++child) {
            if (!order_.passes_in(parts, {nest, child}).has_sums())
                continue;
            ColumnParts columns = column_parts(parts, {nest, child}, size);
            if (columns.common.is_empty())
                return false;
            if (!columns.before.is_empty())
                parts = split(std::move(parts), {nest, child++}, instances_at(columns.before));
            jammed.insert(child);
            if (!columns.after.is_empty())
                parts = split(std::move(parts), {nest, child++}, instances_at(columns.common));
        }
        return order_.accept_in(nest, unroll_and_jam_children(parts, {nest}, jammed, size)) ||
               block_rows_before_diagonal(std::move(parts), {nest, *jammed.begin()}, size);
    }

    ///   for i: { ...; for j: S; T }
    ///     ->  for i in strips: { ...; for j before the block on the diagonal: S for all rows;
    ///                            for i: { for j in the block: S; T } }
    bool block_rows_before_diagonal(MatrixView view, const Beta &loop, long size)
    {
        isl::set diagonal = diagonal_blocks(view, order_.dependences(), loop, size);
        auto before = [&](const MatrixView &, const Statement &statement) {
            return simplified(
                statement.instances.subtract(diagonal.apply(outer_time(statement, 2).reverse())));
        };
        view = split(std::move(view), loop, before);
        view =
            unroll_and_jam_children(std::move(view), transform::enclose(loop), {loop.back()}, size);
        return has_full_strips(view, loop.front()) &&
               order_.accept_in(loop.front(), std::move(view));
    }

    /// \param times  { [row, column] }
    static Part instances_at(const isl::set &times)
    {
        return [times](const MatrixView &, const Statement &statement) {
            return simplified(
                statement.instances.intersect(times.apply(outer_time(statement, 2).reverse())));
        };
    }

    static isl::set simplified(const isl::set &instances)
    {
        isl::set result = presburger::coalesced(instances);
        return isl::manage(isl_set_remove_redundancies(result.release()));
    }

    MatrixView in_waves(long nest, long size) const
    {
        auto column = [&](const Statement &statement) {
            const MatrixPass *pass = order_.pass_of(statement);
            return pass ? row_of(statement, pass->column_loop) : std::nullopt;
        };
        long threads = long(machine::sharing_threads(order_.machine()));
        const long rows = std::lcm(rows_of_wave, size);
        return with_waves(order_.view(), nest, {threads, rows, std::lcm(columns_of_block, rows)},
                          column);
    }

    static std::optional<std::size_t> row_of(const Statement &statement, std::size_t source_loop)
    {
        auto row = std::ranges::find(statement.rows, source_loop, &transform::Row::source_loop);
        if (row == statement.rows.end())
            return std::nullopt;
        return std::size_t(row - statement.rows.begin());
    }

    static bool has_full_strips(const MatrixView &view, long nest)
    {
        std::optional<isl::set> full = full_strips(statements_in(view, {nest}), 0);
        return full && !full->is_empty();
    }

    /// All of them at once, as one check is enough then where all are legal.
    void mark_column_loops(long nest)
    {
        std::set<Beta> loops = column_loops(nest);
        std::erase_if(loops, [&](const Beta &loop) {
            return order_.passes_in(order_.view(), loop).row_sums > 0 && !has_rows_inside(loop);
        });
        if (loops.size() > 1 && order_.accept_in(nest, in_vectors(loops)))
            return;
        for (const Beta &loop : loops)
            order_.accept_in(nest, in_vectors({loop}));
    }

    MatrixView in_vectors(const std::set<Beta> &loops) const
    {
        MatrixView result = order_.view();
        for (const Beta &loop : loops)
            result = with_kind(std::move(result), loop, LoopKind::vector);
        return result;
    }

    /// Whether a loop over columns goes through several rows at a time.
    bool has_rows_inside(const Beta &loop) const
    {
        return std::ranges::any_of(
            statements_in(order_.view(), loop),
            [&](const Statement *statement) { return statement->depth() > loop.size(); });
    }

    std::set<Beta> column_loops(long nest) const
    {
        std::set<Beta> result;
        for (const Statement *statement : statements_in(order_.view(), {nest})) {
            const MatrixPass *pass = order_.pass_of(*statement);
            for (std::size_t row = 0; pass && row < statement->depth(); ++row)
                if (statement->rows[row].source_loop == pass->column_loop)
                    result.insert(transform::first(statement->beta, row + 1));
        }
        return result;
    }

    MatrixOrder &order_;
    std::optional<long> rows_; ///< of a strip
};

} // namespace

bool block_in_strips(MatrixOrder &order, long nest, std::optional<long> rows)
{
    return StripBlocking(order, rows).run(nest);
}

} // namespace espalier::strategies
