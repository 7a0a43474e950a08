#include "espalier/ast/walk.h"

namespace espalier::ast {

namespace {

/// Calls `action` with a reference to each child pointer of a node that may be changed.
struct ChildVisitor {
    const std::function<void(NodePtr &)> &action;

    void operator()(For &loop) const { action(loop.body); }
    void operator()(Mark &mark) const { action(mark.body); }
    void operator()(Let &let) const { action(let.body); }
    void operator()(User &) const {}

    void operator()(If &choice) const
    {
        action(choice.yes);
        if (choice.no)
            action(choice.no);
    }

    void operator()(Block &block) const
    {
        for (NodePtr &child : block.children)
            action(child);
    }
};

} // namespace

void foreach_child(const Node &node, const std::function<void(const NodePtr &)> &action)
{
    NodeKind copy = node.node;
    std::visit(ChildVisitor{[&](NodePtr &child) { action(child); }}, copy);
}

bool contains_loop(const Node &node)
{
    const auto *loop = std::get_if<For>(&node.node);
    bool result = loop && !loop->is_degenerate();
    foreach_child(node, [&](const NodePtr &child) { result = result || contains_loop(*child); });
    return result;
}

NodePtr map_children(const NodePtr &node, const std::function<NodePtr(const NodePtr &)> &change)
{
    NodeKind copy = node->node;
    std::visit(ChildVisitor{[&](NodePtr &child) { child = change(child); }}, copy);
    return std::make_shared<const Node>(Node{std::move(copy)});
}

} // namespace espalier::ast
