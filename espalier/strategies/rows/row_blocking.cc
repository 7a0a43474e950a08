#include "espalier/strategies/rows/row_blocking.h"

#include "espalier/dependence/storage.h"
#include "espalier/dependence/violations.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/resolved_roles.h"
#include "espalier/strategies/rows/matrix_pass.h"
#include "espalier/strategies/rows/row_scalars.h"
#include "espalier/strategies/rows/row_strips.h"
#include "espalier/strategies/rows/row_waves.h"
#include "espalier/transform/full_strips.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loop_body.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <isl/set.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::Scop;
using transform::Statement;

/// The instances of a statement that are a part of it: { S[i] }.
using Part = std::function<isl::set(const Scop &, const Statement &)>;

/// Beyond that many statements, the checks of what is tried would take too long.
constexpr std::size_t most_statements = 24;

/// Rows of a strip, at most.
constexpr long most_rows = 8;

/// Columns of a block for one thread: what hardware fetches ahead within a page of memory.
constexpr long columns_of_block = 512;

/// Rows after which a thread passes sums on to the next one: enough for the threads' waiting not to
/// count.
constexpr long rows_of_wave = 64;

/// Two passes through a matrix by so many threads take less time than one by a single thread.
constexpr std::size_t cores_for_two_passes = 3;

/// Composes the transformations; every step leaves `scop_` legal.
class RowBlocking {
public:
    /// \param row_scalars  arrays of which each row of a strip has an element
    RowBlocking(const program::Program &program, const dependence::Dependences &dependences,
                const std::set<std::size_t> &row_scalars, const machine::Machine &machine,
                bool parallel, std::optional<long> rows)
        : program_(program), dependences_(dependences), row_scalars_(row_scalars),
          machine_(machine), parallel_(parallel), rows_(rows)
    {
    }

    std::optional<Scop> make()
    {
        if (program_.statements.size() > most_statements || !find_passes() ||
            !accept(with_own_nests(transform::original_scop(program_))))
            return std::nullopt;
        fuse_nests();
        for (long nest = child_count(*scop_, {}); nest-- > 0;)
            if (!block(nest))
                return std::nullopt;
        return scop_;
    }

private:
    // ---- What is there ----

    /// Whether all statements in two loops are passes, none is in more, and some have sums.
    bool find_passes()
    {
        bool has_sums = false;
        for (const program::Statement &statement : program_.statements) {
            if (statement.is_kill() || statement.iterators.size() < 2)
                continue;
            std::optional<MatrixPass> pass = matrix_pass(program_, statement, row_scalars_);
            if (!pass)
                return false;
            has_sums = has_sums || pass->row_sums > 0 || pass->sums_columns;
            passes_.emplace(statement.name(), *pass);
        }
        return has_sums;
    }

    /// Null for statements that were not in two loops in the source.
    const MatrixPass *pass_of(const Statement &statement) const
    {
        auto found = passes_.find(transform::source_of(program_, statement.instances).name());
        return found == passes_.end() ? nullptr : &found->second;
    }

    NestPasses passes_in(const Scop &scop, const Beta &prefix) const
    {
        NestPasses result;
        for (const Statement *statement : statements_in(scop, prefix))
            if (const MatrixPass *pass = pass_of(*statement))
                result.add(*pass);
        return result;
    }

    bool is_legal(const Scop &scop) const
    {
        return dependence::violations(program_, dependences_,
                                      with_resolved_roles({{}, parallel_}, program_, dependences_,
                                                          schedule_tree(scop)))
            .empty();
    }

    /// Takes a step if it is legal.
    bool accept(Scop scop)
    {
        bool is_step = is_legal(scop);
        if (is_step)
            scop_ = std::move(scop);
        return is_step;
    }

    // ---- Loops over columns innermost ----

    /// Whether sums along rows and along columns, which different loops can run in parallel, are to
    /// be in different nests.
    bool keeps_apart() const { return parallel_ && machine_.cores >= cores_for_two_passes; }

    /// Whether loops over blocks of columns are to run in parallel, which those over rows cannot.
    bool is_for_columns(const NestPasses &passes) const
    {
        return parallel_ && passes.sums_columns && (keeps_apart() || passes.row_sums == 0);
    }

    /// Passes whose loops are to be interchanged, or are to run by blocks of columns, get loops of
    /// their own, in the order of the source; the loop over rows is then the outer one everywhere.
    Scop with_own_nests(Scop scop) const
    {
        for (const auto &[name, pass] : passes_) {
            Beta place = place_of(scop, name);
            bool is_turned = pass.column_loop == 0;
            if (!is_turned && !(pass.sums_columns && is_for_columns(passes_in(scop, {place[0]}))))
                continue;
            scop = isolated(std::move(scop), place);
            if (is_turned)
                scop = interchange(std::move(scop), {place_of(scop, name).front()}, 0, 1);
        }
        return scop;
    }

    /// Whether threads are to go through the rows one behind the other.
    bool is_for_waves(const NestPasses &passes) const
    {
        return parallel_ && !keeps_apart() && passes.sums_columns && passes.row_sums > 0;
    }

    Beta place_of(const Scop &scop, const std::string &name) const
    {
        return std::ranges::find_if(
                   scop.statements,
                   [&](const Statement &statement) {
                       return transform::source_of(program_, statement.instances).name() == name;
                   })
            ->beta;
    }

    // ---- A matrix once for all that read it ----

    void fuse_nests()
    {
        for (long one = 0; one < child_count(*scop_, {}); ++one)
            for (long other = one + 1; other < child_count(*scop_, {}); ++other)
                if (is_to_be_fused(passes_in(*scop_, {one}), passes_in(*scop_, {other})) &&
                    fuse(one, other)) {
                    one = -1;
                    break;
                }
    }

    bool is_to_be_fused(const NestPasses &one, const NestPasses &other) const
    {
        bool is_mixed =
            one.row_sums + other.row_sums > 0 && (one.sums_columns || other.sums_columns);
        return one.shares_matrix(other) && !(is_mixed && keeps_apart());
    }

    /// Fuses two nests where the first one is, or else where the second one is.
    bool fuse(long one, long other)
    {
        std::vector<std::size_t> up(std::size_t(child_count(*scop_, {})));
        std::iota(up.begin(), up.end(), 0);
        std::vector<std::size_t> down = up;
        std::rotate(up.begin() + one + 1, up.begin() + other, up.begin() + other + 1);
        std::rotate(down.begin() + one, down.begin() + one + 1, down.begin() + other);
        return fuse_neighbours(reorder(*scop_, {}, up), one) ||
               (one + 1 < other && fuse_neighbours(reorder(*scop_, {}, down), other - 1));
    }

    bool fuse_neighbours(Scop scop, long nest)
    {
        scop = fusion(std::move(scop), {}, nest);
        if (is_for_columns(passes_in(scop, {nest})))
            return are_fusible_columns(scop, {nest, 0}, {nest, 1}) &&
                   accept(fusion(std::move(scop), {nest}, 0));
        if (!accept(std::move(scop)))
            return false;
        for (long child = 0; child + 1 < child_count(*scop_, {nest}); ++child)
            while (are_fusible_columns(*scop_, {nest, child}, {nest, child + 1}) &&
                   accept(fusion(*scop_, {nest}, child)))
                ;
        return true;
    }

    /// Whether two children of a nest are loops over the same columns of the same rows.
    bool are_fusible_columns(const Scop &scop, const Beta &one, const Beta &other) const
    {
        return passes_in(scop, one).shares_matrix(passes_in(scop, other)) &&
               times_in(scop, one, 2).is_equal(times_in(scop, other, 2));
    }

    // ---- Several rows at a time ----

    /// A nest, and another one for the rows of the last strip if that is not full.
    /// \return false if there are sums, and they stay as they are
    bool block(long nest)
    {
        NestPasses passes = passes_in(*scop_, {nest});
        if (passes.is_none())
            return true;
        if (!passes.has_sums()) {
            if (parallel_)
                accept(with_kind(*scop_, {nest}, LoopKind::parallel));
            mark_column_loops(nest);
            return true;
        }
        long size = strip_size(nest);
        Rest rest = split_rest(nest, size);
        bool has_blocks = is_for_columns(passes) && is_perfect(nest, size);
        bool is_blocked = has_blocks ? block_columns(nest, size) : block_rows(nest, size);
        bool has_waves = is_blocked && is_for_waves(passes) && accept(in_waves(nest, size));
        if (parallel_ && !has_waves)
            accept(with_kind(*scop_, {nest}, LoopKind::parallel));
        if (rest != Rest::inside)
            mark_column_loops(nest);
        if (rest == Rest::behind)
            mark_column_loops(nest + 1);
        return is_blocked;
    }

    /// Where the rows are that are not in full strips.
    enum class Rest { none, behind, inside };

    /// Gives these rows a nest of their own, behind the others, in which the loops over columns are
    /// the innermost ones. Inside the nest, they are these loops' body, by AST generation.
    Rest split_rest(long nest, long size)
    {
        isl::set full = rows_in_full_strips(*scop_, {nest}, size);
        auto is_full = [&](const Scop &, const Statement &statement) {
            return full.apply(outer_time(statement, 1).reverse()).intersect(statement.instances);
        };
        isl::set constants = program::possible_constants(program_);
        bool has_rest =
            std::ranges::any_of(statements_in(*scop_, {nest}), [&](const Statement *statement) {
                return !statement->instances.intersect_params(constants).is_subset(
                    is_full(*scop_, *statement));
            });
        if (!has_rest)
            return Rest::none;
        return accept(split(*scop_, {nest}, is_full)) ? Rest::behind : Rest::inside;
    }

    /// Whether all in a nest is in one loop over columns, the same ones for all rows of a strip.
    bool is_perfect(long nest, long size) const
    {
        if (child_count(*scop_, {nest}) > 1)
            return false;
        ColumnParts columns = column_parts(*scop_, {nest, 0}, size);
        return columns.before.is_empty() && columns.after.is_empty();
    }

    /// Rows of a strip: enough for the processor to have several additions under way, as far as
    /// their sums fit in registers.
    long strip_size(long nest) const
    {
        if (rows_)
            return *rows_;
        std::size_t sums = 0;
        for (long child = 0; child < child_count(*scop_, {nest}); ++child)
            sums = std::max(sums, passes_in(*scop_, {nest, child}).row_sums);
        std::size_t size = most_rows;
        while (size > 2 && sums * size > machine_.vector_registers)
            size /= 2;
        return long(size);
    }

    ///   for i, for j: s[j] += A[i][j]  ->  for blocks of j: for i in strips: for j: ...
    bool block_columns(long nest, long size)
    {
        Scop blocks = strip_mine(*scop_, {nest, 0}, columns_of_block);
        blocks = interchange(std::move(blocks), {nest}, 0, 1);
        return accept(unroll_and_jam(std::move(blocks), {nest, 0}, {nest, 0, 0}, size));
    }

    /// The columns that all rows of a strip have are worked on for all of them together where there
    /// are sums; the others, before and behind, and what has no sums row by row.
    bool block_rows(long nest, long size)
    {
        Scop parts = *scop_;
        std::set<long> jammed;
        for (long child = 0; child < child_count(parts, {nest}); ++child) {
            if (!passes_in(parts, {nest, child}).has_sums())
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
        return accept(unroll_and_jam_children(parts, {nest}, jammed, size)) ||
               block_rows_before_diagonal(std::move(parts), {nest, *jammed.begin()}, size);
    }

    ///   for i: { ...; for j: S; T }
    ///     ->  for i in strips: { ...; for j before the block on the diagonal: S for all rows;
    ///                            for i: { for j in the block: S; T } }
    bool block_rows_before_diagonal(Scop scop, const Beta &loop, long size)
    {
        isl::set diagonal = diagonal_blocks(scop, dependences_, loop, size);
        auto before = [&](const Scop &, const Statement &statement) {
            return simplified(
                statement.instances.subtract(diagonal.apply(outer_time(statement, 2).reverse())));
        };
        scop = split(std::move(scop), loop, before);
        scop =
            unroll_and_jam_children(std::move(scop), transform::enclose(loop), {loop.back()}, size);
        return has_full_strips(scop, loop.front()) && accept(std::move(scop));
    }

    /// \param times  { [row, column] }
    static Part instances_at(const isl::set &times)
    {
        return [times](const Scop &, const Statement &statement) {
            return simplified(
                statement.instances.intersect(times.apply(outer_time(statement, 2).reverse())));
        };
    }

    static isl::set simplified(const isl::set &instances)
    {
        isl::set result = presburger::coalesced(instances);
        return isl::manage(isl_set_remove_redundancies(result.release()));
    }

    Scop in_waves(long nest, long size) const
    {
        auto column = [&](const Statement &statement) {
            const MatrixPass *pass = pass_of(statement);
            return pass ? row_of(statement, pass->column_loop) : std::nullopt;
        };
        long threads = long(machine::sharing_threads(machine_));
        const long rows = std::lcm(rows_of_wave, size);
        return with_waves(*scop_, nest, {threads, rows, std::lcm(columns_of_block, rows)}, column);
    }

    static std::optional<std::size_t> row_of(const Statement &statement, std::size_t source_loop)
    {
        auto row = std::ranges::find(statement.rows, source_loop, &transform::Row::source_loop);
        if (row == statement.rows.end())
            return std::nullopt;
        return std::size_t(row - statement.rows.begin());
    }

    static bool has_full_strips(const Scop &scop, long nest)
    {
        std::optional<isl::set> full = full_strips(statements_in(scop, {nest}), 0);
        return full && !full->is_empty();
    }

    void mark_column_loops(long nest)
    {
        for (const Beta &loop : column_loops(nest))
            if (passes_in(*scop_, loop).row_sums == 0 || has_rows_inside(loop))
                accept(with_kind(*scop_, loop, LoopKind::vector));
    }

    /// Whether a loop over columns goes through several rows at a time.
    bool has_rows_inside(const Beta &loop) const
    {
        return std::ranges::any_of(statements_in(*scop_, loop), [&](const Statement *statement) {
            return statement->depth() > loop.size();
        });
    }

    std::set<Beta> column_loops(long nest) const
    {
        std::set<Beta> result;
        for (const Statement *statement : statements_in(*scop_, {nest})) {
            const MatrixPass *pass = pass_of(*statement);
            for (std::size_t row = 0; pass && row < statement->depth(); ++row)
                if (statement->rows[row].source_loop == pass->column_loop)
                    result.insert(transform::first(statement->beta, row + 1));
        }
        return result;
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    const std::set<std::size_t> &row_scalars_;
    const machine::Machine &machine_;
    bool parallel_;
    std::optional<long> rows_;                 ///< of a strip
    std::map<std::string, MatrixPass> passes_; ///< by the names of statements
    std::optional<Scop> scop_;
};

/// Blocks the rows of a region, each of which gets scalars of its own where that allows it.
std::optional<Scop> blocked(const program::Program &program,
                            const dependence::Dependences &dependences,
                            const machine::Machine &machine, bool parallel,
                            std::optional<long> rows)
{
    const RowScalars own =
        with_row_scalars(program, dependences, std::max(most_rows, rows.value_or(most_rows)));
    if (own.arrays.empty())
        return RowBlocking(program, dependences, own.arrays, machine, parallel, rows).make();
    dependence::Dependences changed = dependence::analyze_in_order(
        own.program, schedule::original_schedule_without_kills(own.program));
    return RowBlocking(own.program, changed, own.arrays, machine, parallel, rows).make();
}

/// Whether iterations of the loop around all statements wait for values of earlier ones.
bool carries_values(const program::Program &program, const dependence::Dependences &dependences)
{
    const transform::Scop scop = transform::original_scop(program);
    isl::union_map times = isl::union_map::empty(program.context.ctx());
    for (const Statement &statement : scop.statements)
        presburger::add_to(times, outer_time(statement, 1).to_union_map());
    isl::union_map flow = dependence::untagged(dependences.flow);
    return !flow.apply_domain(times).apply_range(times).is_subset(times.range().identity());
}

/// Blocks what a loop around all of a region does in each iteration, one after the other.
std::optional<Scop> blocked_in_loop(const program::Program &program,
                                    const dependence::Dependences &dependences,
                                    const machine::Machine &machine, bool parallel,
                                    std::optional<long> rows)
{
    std::optional<program::Program> body = transform::body_of_loop(program);
    if (!body || !carries_values(program, dependences))
        return std::nullopt;
    dependence::Dependences within = dependence::analyze(*body, schedule::original_schedule(*body));
    std::optional<Scop> result = blocked(*body, within, machine, parallel, rows);
    return result ? std::optional(in_loop(*result, program)) : std::nullopt;
}

} // namespace

std::optional<Candidate> row_blocked(const program::Program &program,
                                     const dependence::Dependences &dependences,
                                     const machine::Machine &machine, bool parallel,
                                     std::optional<long> rows)
{
    std::optional<Scop> made = blocked(program, dependences, machine, parallel, rows);
    if (!made)
        made = blocked_in_loop(program, dependences, machine, parallel, rows);
    if (!made)
        return std::nullopt;
    return Candidate{.plan = transform::plan_of(std::move(*made), "row_blocks()\n"),
                     .description = "works on several rows of matrices at a time"};
}

Strategy row_blocking()
{
    return {.name = "row_blocks",
            .subject = "passes through matrices, with sums along rows and columns",
            .refusal = "the region does not consist of passes through matrices with sums, or "
                       "dependences keep their rows apart",
            .propose = at_most_one([](const Subject &subject) {
                return row_blocked(subject.program, subject.dependences, subject.machine,
                                   subject.parallel);
            })};
}

} // namespace espalier::strategies
