#include "espalier/lowering/parallel_roles.h"

#include "espalier/ast/walk.h"
#include "espalier/lowering/elements.h"

#include <algorithm>
#include <array>
#include <functional>

namespace espalier::lowering {

using schedule::LoopKind;

namespace {

bool has_parallel_loop(const ast::Node &node)
{
    const auto *loop = std::get_if<ast::For>(&node.node);
    bool result = loop && kind_of(loop->role) == LoopKind::parallel;
    ast::foreach_child(
        node, [&](const ast::NodePtr &child) { result = result || has_parallel_loop(*child); });
    return result;
}

/// Code with other roles in place of those of parallel loops.
ast::NodePtr with_parallel_roles(
    const ast::NodePtr &node,
    const std::function<schedule::LoopRolePtr(const schedule::LoopRolePtr &)> &other)
{
    const ast::NodePtr result = ast::map_children(
        node, [&](const ast::NodePtr &child) { return with_parallel_roles(child, other); });
    const auto *loop = std::get_if<ast::For>(&result->node);
    if (!loop || kind_of(loop->role) != LoopKind::parallel)
        return result;
    ast::For changed = *loop;
    changed.role = other(loop->role);
    return std::make_shared<const ast::Node>(ast::Node{std::move(changed)});
}

} // namespace

std::vector<schedule::WorkCondition>
conditions_of(const std::vector<schedule::LoopRolePtr> &parallel)
{
    std::vector<schedule::WorkCondition> result;
    for (const schedule::LoopRolePtr &role : parallel) {
        if (!role->condition)
            return {};
        result.push_back(*role->condition);
    }
    return result;
}

bool is_around_threads(const ast::For &loop)
{
    return has_lanes(kind_of(loop.role)) && has_parallel_loop(*loop.body);
}

ast::For without_conditions(const ast::For &loop)
{
    const auto changed = with_parallel_roles(std::make_shared<const ast::Node>(ast::Node{loop}),
                                             [](const schedule::LoopRolePtr &role) {
                                                 schedule::LoopRole always = *role;
                                                 always.condition.reset();
                                                 return schedule::loop_role(std::move(always));
                                             });
    return std::get<ast::For>(changed->node);
}

ast::For without_threads(const ast::For &loop)
{
    const auto changed = with_parallel_roles(
        std::make_shared<const ast::Node>(ast::Node{loop}), [](const schedule::LoopRolePtr &role) {
            return schedule::with_kind(role, LoopKind::sequential);
        });
    return std::get<ast::For>(changed->node);
}

bool shares_inner(const ast::For &loop, const Code &body)
{
    const auto *found = std::get_if<Loop>(&body.kind);
    if (!found || kind_of(found->head.role) != LoopKind::joined ||
        loop.role->keeps_iterations_apart || !found->head.condition)
        return false;
    const ast::For &inner = found->head;
    return std::ranges::none_of(
        std::array{inner.init, inner.condition, inner.step},
        [&](const ast::ExpressionPtr &part) { return mentions(*part, loop.iterator); });
}

} // namespace espalier::lowering
