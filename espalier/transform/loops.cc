#include "espalier/transform/loops.h"

#include "espalier/transform/impossible.h"
#include "espalier/transform/iteration_domain.h"

#include <fmt/format.h>

#include <algorithm>

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

Scop unroll_and_jam(Scop scop, const Beta &loop, const Beta &inner, long factor)
{
    if (!is_prefix(loop, inner) || loop.size() == inner.size())
        throw impossible(fmt::format("the loop {} is not inside the loop {}", to_string(inner),
                                     to_string(loop)));
    scop = unroll(std::move(scop), loop, factor);
    Beta stripped = inner;
    stripped.insert(stripped.begin() + long(loop.size()), 0);
    for (Statement *statement : statements_in_loop(scop, stripped))
        std::rotate(statement->rows.begin() + long(loop.size()),
                    statement->rows.begin() + long(loop.size()) + 1,
                    statement->rows.begin() + long(stripped.size()));
    return scop;
}

} // namespace espalier::transform
