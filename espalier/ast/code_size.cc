#include "espalier/ast/code_size.h"

#include "espalier/ast/walk.h"

namespace espalier::ast {

namespace {

void count(const NodePtr &node, bool is_in_loop, CodeSize &size)
{
    if (const auto *user = std::get_if<User>(&node->node))
        ++size.copies[user->statement];
    const auto *loop = std::get_if<For>(&node->node);
    bool is_loop = loop && !loop->is_degenerate();
    size.nests += is_loop && !is_in_loop;
    foreach_child(*node, [&](const NodePtr &child) { count(child, is_in_loop || is_loop, size); });
}

} // namespace

CodeSize code_size(const NodePtr &code)
{
    CodeSize result;
    count(code, false, result);
    return result;
}

} // namespace espalier::ast
