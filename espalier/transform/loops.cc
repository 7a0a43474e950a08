#include "espalier/transform/loops.h"

#include "espalier/transform/impossible.h"
#include "espalier/transform/iteration_domain.h"

#include <fmt/format.h>

#include <utility>

namespace espalier::transform {

Scop with_kind(Scop scop, const Beta &loop, LoopKind kind)
{
    for (Statement *statement : statements_in_loop(scop, loop))
        statement->rows[loop.size() - 1].kind = kind;
    return scop;
}

Scop with_option(Scop scop, const Beta &loop, schedule::LoopOption option)
{
    for (Statement *statement : statements_in_loop(scop, loop))
        statement->rows[loop.size() - 1].option = option;
    return scop;
}

Scop full_unroll(Scop scop, const Beta &loop)
{
    return with_option(std::move(scop), loop, schedule::LoopOption::unroll);
}

Scop unroll(Scop scop, const Beta &loop, long factor)
{
    scop = strip_mine(std::move(scop), loop, factor);
    for (Statement *statement : statements_in_loop(scop, loop)) {
        Row &strips = statement->rows[loop.size() - 1];
        strips.separated = Strip{statement->rows[loop.size()].name, factor};
    }
    return full_unroll(std::move(scop), append(loop, 0));
}

namespace {

/// Moves a loop into one of its children, and for the others makes a loop of its own around each:
///   for i: { S; for j: T; }  ->  for i: S; for j: for i: T
/// \param parent  has that loop as its only child
/// \param child   the position of the child, which is a loop
void distribute_into(Scop &scop, const Beta &parent, long child)
{
    std::size_t row = parent.size();
    for (Statement *statement : statements_in_loop(scop, append(parent, 0))) {
        std::swap(statement->beta[row], statement->beta[row + 1]);
        if (statement->beta[row] == child)
            std::swap(statement->rows[row], statement->rows[row + 1]);
    }
}

} // namespace

Scop unroll_and_jam(Scop scop, const Beta &loop, const Beta &inner, long factor)
{
    statements_in_loop(scop, inner);
    if (!is_prefix(loop, inner) || loop.size() == inner.size())
        throw impossible(fmt::format("the loop {} is not inside the loop {}", to_string(inner),
                                     to_string(loop)));
    scop = unroll(std::move(scop), loop, factor);
    for (std::size_t depth = loop.size(); depth < inner.size(); ++depth)
        distribute_into(scop, first(inner, depth), inner[depth]);
    return scop;
}

} // namespace espalier::transform
