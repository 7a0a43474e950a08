#pragma once

#include "espalier/ast/ast.h"

#include <functional>

namespace espalier::ast {

/// Calls `action` with each child of a node, in the order of execution.
void foreach_child(const Node &node, const std::function<void(const NodePtr &)> &action);

/// Whether a node is a loop that is not degenerate, or has one inside.
bool contains_loop(const Node &node);

/// The node with each child replaced by what `change` makes of it.
NodePtr map_children(const NodePtr &node, const std::function<NodePtr(const NodePtr &)> &change);

} // namespace espalier::ast
