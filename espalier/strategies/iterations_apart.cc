#include "espalier/strategies/iterations_apart.h"

#include <algorithm>

namespace espalier::strategies {

namespace {

using transform::MatrixView;
using transform::Statement;

/// Whether a statement's loop holds nothing but its next loop, which runs in vector lanes.
bool is_around_lanes(const MatrixView &view, const Statement &statement, std::size_t row)
{
    const transform::Beta loop = transform::first(statement.beta, row + 1);
    return std::ranges::all_of(statements_in(view, loop), [&](const Statement *each) {
        return each->beta[row + 1] == statement.beta[row + 1] && each->depth() > row + 1 &&
               each->rows[row + 1].kind() == transform::LoopKind::vector;
    });
}

} // namespace

MatrixView with_iterations_apart(MatrixView view)
{
    for (Statement &statement : view.statements)
        for (std::size_t row = 0; row + 1 < statement.depth(); ++row) {
            if (!is_around_lanes(view, statement, row))
                continue;
            transform::Row &loop = statement.rows[row];
            schedule::LoopRole role = loop.role ? *loop.role : schedule::LoopRole{loop.kind()};
            role.keeps_iterations_apart = true;
            loop.role = schedule::loop_role(std::move(role));
        }
    return view;
}

} // namespace espalier::strategies
