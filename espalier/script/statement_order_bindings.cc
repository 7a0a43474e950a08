#include "espalier/script/bindings.h"
#include "espalier/transform/statement_order.h"

#include <algorithm>

namespace espalier::script {

namespace {

using transform::Beta;
using transform::MatrixView;

/// move(P, Q, o): the constructor (section 3), which leaves free slots.
Value move(const Call &call)
{
    call.require_size(3, 3);
    Beta context = call.prefix(0), start = call.prefix(1);
    long offset = call.whole_number(2, "the offset of a move");
    if (!transform::is_prefix(context, start))
        throw script_error(
            "the start of a move has to be in its context: " + transform::to_string(start) +
            " does not start with " + transform::to_string(context));
    call.session().apply_unfinished(call.line(), call.text(),
                                    transform::move(call.view(), context, start, offset));
    return {};
}

/// The place behind what is in a loop.
Beta end_of(const MatrixView &view, const Beta &loop)
{
    long end = 0;
    for (const transform::Statement *statement : statements_in(view, loop))
        end = std::max(end, statement->beta[loop.size()] + 1);
    return transform::append(loop, end);
}

MatrixView fuse(const Call &call)
{
    call.require_size(2, 2);
    if (call.is_number(1))
        return fusion(call.view(), call.prefix(0), call.whole_number(1, "the position of a loop"));
    Beta into = call.loop(0), fused = call.loop(1);
    if (into == fused)
        throw script_error("a loop cannot be fused with itself");
    return motion(call.view(), fused, end_of(call.view(), into));
}

MatrixView distribute(const Call &call)
{
    call.require_size(2, 3);
    if (call.size() == 3)
        return fission(call.view(), call.prefix(0), call.whole_number(1, "the position of a loop"),
                       call.whole_number(2, "the position of a child"));
    Beta loop = call.loop(0), child = call.prefix(1);
    if (!transform::is_prefix(loop, child) || loop.size() == child.size())
        throw script_error(printed(call.arguments()[1]) + " is not in the loop " +
                           printed(call.arguments()[0]));
    return fission(call.view(), transform::enclose(loop), loop.back(), child[loop.size()]);
}

MatrixView cut_and_paste(const Call &call)
{
    call.require_size(2, 2);
    return motion(call.view(), call.prefix(0), call.prefix(1));
}

MatrixView put_in_order(const Call &call)
{
    call.require_size(2, 2);
    return reorder(call.view(), call.prefix(0), call.positions(1, "the positions in an order"));
}

constexpr const char *fuse_usage = "fuse(loop, loop) or fuse(P, position)";
constexpr const char *distribute_usage =
    "distribute(loop, statement or loop in it) or distribute(P, position, child)";

} // namespace

std::vector<Binding> statement_order_bindings()
{
    return {
        {"move", "move(P, Q, offset)", move},
        {"fuse", fuse_usage, fuse},
        {"fusion", fuse_usage, fuse},
        {"distribute", distribute_usage, distribute},
        {"fission", distribute_usage, distribute},
        {"motion", "motion(statement or loop, place)", cut_and_paste},
        {"reorder", "reorder(loop, {position, ...})", put_in_order},
    };
}

} // namespace espalier::script
