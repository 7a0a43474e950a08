#include "espalier/strategies/iterations_apart.h"

#include <algorithm>

namespace espalier::strategies {

namespace {

using transform::Scop;
using transform::Statement;

/// Whether a statement's loop holds nothing but its next loop, which runs in vector lanes.
bool is_around_lanes(const Scop &scop, const Statement &statement, std::size_t row)
{
    const transform::Beta loop = transform::first(statement.beta, row + 1);
    return std::ranges::all_of(statements_in(scop, loop), [&](const Statement *each) {
        return each->beta[row + 1] == statement.beta[row + 1] && each->depth() > row + 1 &&
               each->rows[row + 1].kind() == transform::LoopKind::vector;
    });
}

} // namespace

Scop with_iterations_apart(Scop scop)
{
    for (Statement &statement : scop.statements)
        for (std::size_t row = 0; row + 1 < statement.depth(); ++row) {
            if (!is_around_lanes(scop, statement, row))
                continue;
            transform::Row &loop = statement.rows[row];
            schedule::LoopRole role = loop.role ? *loop.role : schedule::LoopRole{loop.kind()};
            role.keeps_iterations_apart = true;
            loop.role = schedule::loop_role(std::move(role));
        }
    return scop;
}

} // namespace espalier::strategies
