#include "espalier/strategies/rows/contiguous_loops.h"

#include "espalier/dependence/violations.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <algorithm>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

/// How many accesses of some statements jump along a loop around them.
long jumps(const MatrixView &view, const std::vector<const Statement *> &statements,
           std::size_t loop)
{
    long result = 0;
    for (const Statement *statement : statements)
        result += std::ranges::count_if(
            transform::program_statement(view.program, *statement).accesses,
            [&](const program::Access &access) { return jumps_along(access, loop); });
    return result;
}

/// Whether statements are in two loops or more, the same ones for all.
bool is_perfect(const std::vector<const Statement *> &statements)
{
    const Statement &first = *statements.front();
    return first.depth() >= 2 && std::ranges::all_of(statements, [&](const Statement *statement) {
               return statement->depth() == first.depth() &&
                      transform::enclose(statement->beta) == transform::enclose(first.beta);
           });
}

} // namespace

MatrixView with_contiguous_loop_inside(const program::Program &program,
                                       const dependence::Dependences &dependences)
{
    MatrixView view = transform::original_view(program);
    for (long k = 0; k < child_count(view, {}); ++k) {
        const std::vector<const Statement *> statements = statements_in(std::as_const(view), {k});
        if (!is_perfect(statements))
            continue;
        const std::size_t depth = statements.front()->depth();
        if (jumps(view, statements, depth - 1) <= jumps(view, statements, depth - 2))
            continue;
        const Beta nest = transform::first(statements.front()->beta, depth - 1);
        MatrixView turned = interchange(view, nest, depth - 2, depth - 1);
        if (dependence::violations(program, dependences, schedule_tree(turned)).empty())
            view = std::move(turned);
    }
    return view;
}

} // namespace espalier::strategies
