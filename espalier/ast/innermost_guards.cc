#include "espalier/ast/innermost_guards.h"

#include "espalier/ast/walk.h"

#include <algorithm>

namespace espalier::ast {

namespace {

const For *as_loop(const Node &node)
{
    const auto *loop = std::get_if<For>(&node.node);
    return loop && !loop->is_degenerate() ? loop : nullptr;
}

void collect_statements(const Node &node, std::vector<std::string> &statements)
{
    const auto *user = std::get_if<User>(&node.node);
    if (user &&
        std::find(statements.begin(), statements.end(), user->statement) == statements.end())
        statements.push_back(user->statement);
    foreach_child(node, [&](const NodePtr &child) { collect_statements(*child, statements); });
}

/// \param innermost  the loop without a loop inside that `node` is in; null: there is none
void collect(const Node &node, const For *innermost, std::vector<InnermostGuard> &guards)
{
    if (const For *loop = as_loop(node))
        innermost = contains_loop(*loop->body) ? nullptr : loop;
    const auto *choice = std::get_if<If>(&node.node);
    if (choice && innermost) {
        guards.push_back({innermost->iterator, choice->condition, {}});
        collect_statements(node, guards.back().statements);
    }
    foreach_child(node, [&](const NodePtr &child) { collect(*child, innermost, guards); });
}

} // namespace

std::vector<InnermostGuard> innermost_guards(const NodePtr &code)
{
    std::vector<InnermostGuard> result;
    collect(*code, nullptr, result);
    return result;
}

} // namespace espalier::ast
