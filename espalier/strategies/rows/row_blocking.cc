#include "espalier/strategies/rows/row_blocking.h"

#include "espalier/dependence/storage.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/rows/matrix_order.h"
#include "espalier/strategies/rows/row_scalars.h"
#include "espalier/strategies/rows/strip_blocking.h"
#include "espalier/transform/demotion.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loop_body.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/temporaries.h"
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
using transform::MatrixView;
using transform::Statement;

/// Beyond that many statements, the checks of what is tried would take too long.
constexpr std::size_t max_statements = 24;

/// The place of a statement of the program in an order.
Beta place_of(const MatrixOrder &order, const MatrixView &view, const std::string &name)
{
    return std::ranges::find_if(
               view.statements,
               [&](const Statement &statement) {
                   return transform::source_of(order.program(), statement.instances).name() == name;
               })
        ->beta;
}

/// Passes whose loops are to be interchanged, or are to run by blocks of columns, get loops of
/// their own, in the order of the source; the loop over rows is then the outer one everywhere.
MatrixView with_own_nests(const MatrixOrder &order)
{
    MatrixView view = order.view();
    for (const auto &[name, pass] : order.passes()) {
        Beta place = place_of(order, view, name);
        bool is_turned = pass.column_loop == 0;
        if (!is_turned &&
            !(pass.sums_columns && order.is_for_columns(order.passes_in(view, {place[0]}))))
            continue;
        view = isolated(std::move(view), place);
        if (is_turned)
            view = interchange(std::move(view), {place_of(order, view, name).front()}, 0, 1);
    }
    return view;
}

/// Whether two children of a nest are loops over the same columns of the same rows.
bool are_fusible_columns(const MatrixOrder &order, const MatrixView &view, const Beta &one,
                         const Beta &other)
{
    return order.passes_in(view, one).shares_matrix(order.passes_in(view, other)) &&
           times_in(view, one, 2).is_equal(times_in(view, other, 2));
}

bool fuse_neighbours(MatrixOrder &order, MatrixView view, long nest)
{
    view = fusion(std::move(view), {}, nest);
    if (order.is_for_columns(order.passes_in(view, {nest})))
        return are_fusible_columns(order, view, {nest, 0}, {nest, 1}) &&
               order.accept(fusion(std::move(view), {nest}, 0));
    if (!order.accept(std::move(view)))
        return false;
    for (long child = 0; child + 1 < child_count(order.view(), {nest}); ++child)
        while (are_fusible_columns(order, order.view(), {nest, child}, {nest, child + 1}) &&
               order.accept(fusion(order.view(), {nest}, child)))
            ;
    return true;
}

/// Fuses two nests where the first one is, or else where the second one is.
bool fuse(MatrixOrder &order, long one, long other)
{
    std::vector<std::size_t> up(std::size_t(child_count(order.view(), {})));
    std::iota(up.begin(), up.end(), 0);
    std::vector<std::size_t> down = up;
    std::rotate(up.begin() + one + 1, up.begin() + other, up.begin() + other + 1);
    std::rotate(down.begin() + one, down.begin() + one + 1, down.begin() + other);
    return fuse_neighbours(order, reorder(order.view(), {}, up), one) ||
           (one + 1 < other && fuse_neighbours(order, reorder(order.view(), {}, down), other - 1));
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
    for (long one = 0; one < child_count(order.view(), {}); ++one)
        for (long other = one + 1; other < child_count(order.view(), {}); ++other)
            if (is_to_be_fused(order, order.passes_in(order.view(), {one}),
                               order.passes_in(order.view(), {other})) &&
                fuse(order, one, other)) {
                one = -1;
                break;
            }
}

/// Composes the transformations; every step is legal.
/// \param row_scalars  arrays of which each row of a strip has an element
/// \param rows         of a strip; nothing: as many as the machine has registers for
std::optional<MatrixView> blocked(const program::Program &program,
                                  const dependence::Dependences &dependences,
                                  const std::set<std::size_t> &row_scalars,
                                  const machine::Machine &machine, bool parallel,
                                  std::optional<long> rows)
{
    if (program.statements.size() > max_statements)
        return std::nullopt;
    std::optional<std::map<std::string, MatrixPass>> passes = matrix_passes(program, row_scalars);
    if (!passes)
        return std::nullopt;
    MatrixOrder order(program, dependences, machine, parallel, std::move(*passes));
    if (!order.accept(with_own_nests(order)))
        return std::nullopt;
    fuse_nests(order);
    for (long nest = child_count(order.view(), {}); nest-- > 0;)
        if (!block_in_strips(order, nest, rows))
            return std::nullopt;
    return order.view();
}

/// Blocks the rows of a region, each of which gets scalars of its own where that allows it.
std::optional<MatrixView> blocked(const program::Program &program,
                                  const dependence::Dependences &dependences,
                                  const machine::Machine &machine, bool parallel,
                                  std::optional<long> rows)
{
    const RowScalars own =
        with_row_scalars(program, dependences, std::max(max_rows, rows.value_or(max_rows)));
    if (own.arrays.empty())
        return blocked(program, dependences, own.arrays, machine, parallel, rows);
    dependence::Dependences changed = dependence::analyze_in_order(
        own.program, schedule::original_schedule_without_kills(own.program));
    return blocked(own.program, changed, own.arrays, machine, parallel, rows);
}

/// Whether the statements of a program are passes through matrices, if each row may have scalars of
/// its own.
bool may_be_passes(const program::Program &program)
{
    std::set<std::size_t> scalars;
    for (std::size_t array = 0; array < program.arrays.size(); ++array)
        if (program.arrays[array].extents.empty())
            scalars.insert(array);
    return matrix_passes(program, scalars).has_value();
}

/// Blocks what a loop around all of a region does in each iteration, one after the other.
std::optional<MatrixView> blocked_in_loop(const program::Program &program,
                                          const machine::Machine &machine, bool parallel,
                                          std::optional<long> rows)
{
    std::optional<program::Program> body = transform::body_of_loop(program);
    if (!body || !may_be_passes(*body))
        return std::nullopt;
    dependence::Dependences within = dependence::analyze(*body, schedule::original_schedule(*body));
    std::optional<MatrixView> result = blocked(*body, within, machine, parallel, rows);
    return result ? std::optional(in_loop(*result, program)) : std::nullopt;
}

} // namespace

std::optional<Candidate> row_blocked(const program::Program &program,
                                     const dependence::Dependences &dependences,
                                     const machine::Machine &machine, bool parallel,
                                     std::optional<long> rows)
{
    std::optional<MatrixView> made = blocked(program, dependences, machine, parallel, rows);
    if (!made)
        made = blocked_in_loop(program, machine, parallel, rows);
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
            .budget_parts = 2,
            .propose = at_most_one(in_forms(
                in_forms(
                    [](const Subject &subject) {
                        return row_blocked(subject.program, subject.dependences, subject.machine,
                                           subject.parallel);
                    },
                    [](const Subject &subject) {
                        return transform::with_scalars_demoted(subject.program,
                                                               subject.dependences);
                    },
                    "demote_scalars()\n"),
                [](const Subject &subject) {
                    return transform::with_temporaries_substituted(subject.program);
                },
                "substitute_temporaries()\n"))};
}

} // namespace espalier::strategies
