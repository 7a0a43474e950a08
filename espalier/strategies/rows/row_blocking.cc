#include "espalier/strategies/rows/row_blocking.h"

#include "espalier/dependence/storage.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/rows/matrix_order.h"
#include "espalier/strategies/rows/row_scalars.h"
#include "espalier/strategies/rows/strip_blocking.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loop_body.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::Scop;
using transform::Statement;

/// Beyond that many statements, the checks of what is tried would take too long.
constexpr std::size_t most_statements = 24;

/// The place of a statement of the program in an order.
Beta place_of(const MatrixOrder &order, const Scop &scop, const std::string &name)
{
    return std::ranges::find_if(
               scop.statements,
               [&](const Statement &statement) {
                   return transform::source_of(order.program(), statement.instances).name() == name;
               })
        ->beta;
}

/// Passes whose loops are to be interchanged, or are to run by blocks of columns, get loops of
/// their own, in the order of the source; the loop over rows is then the outer one everywhere.
Scop with_own_nests(const MatrixOrder &order)
{
    Scop scop = order.scop();
    for (const auto &[name, pass] : order.passes()) {
        Beta place = place_of(order, scop, name);
        bool is_turned = pass.column_loop == 0;
        if (!is_turned &&
            !(pass.sums_columns && order.is_for_columns(order.passes_in(scop, {place[0]}))))
            continue;
        scop = isolated(std::move(scop), place);
        if (is_turned)
            scop = interchange(std::move(scop), {place_of(order, scop, name).front()}, 0, 1);
    }
    return scop;
}

/// Whether two children of a nest are loops over the same columns of the same rows.
bool are_fusible_columns(const MatrixOrder &order, const Scop &scop, const Beta &one,
                         const Beta &other)
{
    return order.passes_in(scop, one).shares_matrix(order.passes_in(scop, other)) &&
           times_in(scop, one, 2).is_equal(times_in(scop, other, 2));
}

bool fuse_neighbours(MatrixOrder &order, Scop scop, long nest)
{
    scop = fusion(std::move(scop), {}, nest);
    if (order.is_for_columns(order.passes_in(scop, {nest})))
        return are_fusible_columns(order, scop, {nest, 0}, {nest, 1}) &&
               order.accept(fusion(std::move(scop), {nest}, 0));
    if (!order.accept(std::move(scop)))
        return false;
    for (long child = 0; child + 1 < child_count(order.scop(), {nest}); ++child)
        while (are_fusible_columns(order, order.scop(), {nest, child}, {nest, child + 1}) &&
               order.accept(fusion(order.scop(), {nest}, child)))
            ;
    return true;
}

/// Fuses two nests where the first one is, or else where the second one is.
bool fuse(MatrixOrder &order, long one, long other)
{
    std::vector<std::size_t> up(std::size_t(child_count(order.scop(), {})));
    std::iota(up.begin(), up.end(), 0);
    std::vector<std::size_t> down = up;
    std::rotate(up.begin() + one + 1, up.begin() + other, up.begin() + other + 1);
    std::rotate(down.begin() + one, down.begin() + one + 1, down.begin() + other);
    return fuse_neighbours(order, reorder(order.scop(), {}, up), one) ||
           (one + 1 < other && fuse_neighbours(order, reorder(order.scop(), {}, down), other - 1));
}

/// Whether two nests are to go through a matrix together.
bool is_to_be_fused(const MatrixOrder &order, const NestPasses &one, const NestPasses &other)
{
    bool is_mixed = one.row_sums + other.row_sums > 0 && (one.sums_columns || other.sums_columns);
    return one.shares_matrix(other) && !(is_mixed && order.keeps_apart());
}

/// Has nests that go through a matrix go through it once.
void fuse_nests(MatrixOrder &order)
{
    for (long one = 0; one < child_count(order.scop(), {}); ++one)
        for (long other = one + 1; other < child_count(order.scop(), {}); ++other)
            if (is_to_be_fused(order, order.passes_in(order.scop(), {one}),
                               order.passes_in(order.scop(), {other})) &&
                fuse(order, one, other)) {
                one = -1;
                break;
            }
}

/// Composes the transformations; every step is legal.
/// \param row_scalars  arrays of which each row of a strip has an element
/// \param rows         of a strip; nothing: as many as the machine has registers for
std::optional<Scop> blocked(const program::Program &program,
                            const dependence::Dependences &dependences,
                            const std::set<std::size_t> &row_scalars,
                            const machine::Machine &machine, bool parallel,
                            std::optional<long> rows)
{
    if (program.statements.size() > most_statements)
        return std::nullopt;
    std::optional<std::map<std::string, MatrixPass>> passes = matrix_passes(program, row_scalars);
    if (!passes)
        return std::nullopt;
    MatrixOrder order(program, dependences, machine, parallel, std::move(*passes));
    if (!order.accept(with_own_nests(order)))
        return std::nullopt;
    fuse_nests(order);
    for (long nest = child_count(order.scop(), {}); nest-- > 0;)
        if (!block_in_strips(order, nest, rows))
            return std::nullopt;
    return order.scop();
}

/// Blocks the rows of a region, each of which gets scalars of its own where that allows it.
std::optional<Scop> blocked(const program::Program &program,
                            const dependence::Dependences &dependences,
                            const machine::Machine &machine, bool parallel,
                            std::optional<long> rows)
{
    const RowScalars own =
        with_row_scalars(program, dependences, std::max(most_rows, rows.value_or(most_rows)));
    if (own.arrays.empty())
        return blocked(program, dependences, own.arrays, machine, parallel, rows);
    dependence::Dependences changed = dependence::analyze_in_order(
        own.program, schedule::original_schedule_without_kills(own.program));
    return blocked(own.program, changed, own.arrays, machine, parallel, rows);
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
