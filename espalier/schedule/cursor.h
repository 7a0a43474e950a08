#pragma once

#include "espalier/schedule/node.h"

#include <memory>
#include <optional>
#include <vector>

namespace espalier::schedule {

class Tree;

/// A place in a schedule tree: a zipper. It holds the subtree at the place and the path above it,
/// so that a step up or down, and an edit of the subtree, take time that does not depend on the
/// size of the tree. Edits are functions from cursors to cursors (band_edits.h, order_edits.h,
/// insert.h, group.h): they return a cursor into a new tree, at the place of the node that the edit
/// made, and leave the old tree and all cursors into it as they were. That makes undo a matter of
/// keeping the old cursor.
class Cursor {
public:
    /// At the root of a tree.
    explicit Cursor(const Tree &tree);

    const Node &node() const { return *node_; }
    const NodePtr &node_ptr() const { return node_; }
    NodeType type() const { return node_->type(); }

    template <class Kind>
    bool is() const
    {
        return node_->is<Kind>();
    }

    /// Precondition: is<Kind>()
    template <class Kind>
    const Kind &as() const
    {
        return node_->as<Kind>();
    }

    std::size_t child_count() const { return node_->child_count(); }

    /// Precondition: position < child_count()
    Cursor child(std::size_t position) const;

    bool has_parent() const { return above_ != nullptr; }

    /// Precondition: has_parent()
    Cursor parent() const;

    /// The parent as it was before edits at this place and below: for what the path says of this
    /// place, without the cost of rebuilding it.
    /// Precondition: has_parent()
    Cursor above() const { return Cursor(above_->above, above_->node); }

    /// Which child of its parent this node is.
    /// Precondition: has_parent()
    std::size_t position() const { return above_->position; }

    /// Number of nodes above this one.
    std::size_t depth() const { return above_ ? above_->depth + 1 : 0; }

    /// Number of schedule dimensions of outer bands.
    std::size_t schedule_depth() const { return above_ ? above_->schedule_depth : 0; }

    /// The ancestor so many generations up; 0: this node.
    /// Precondition: generations <= depth()
    Cursor ancestor(std::size_t generations) const;

    /// The positions of the nodes on the way from the root to this one.
    std::vector<std::size_t> path() const;

    /// The node at the end of a path down from this one.
    Cursor descendant(const std::vector<std::size_t> &path) const;

    /// The isl context of the tree's sets. Precondition: the root is a domain node
    isl::ctx ctx() const;

    /// The whole tree, with the edits made through this cursor. O(depth()).
    Tree tree() const;

    /// This place with another subtree.
    /// \throws Error{invalid_schedule_tree} if `subtree` breaks a rule of validity here
    Cursor grafted(NodePtr subtree) const;

    /// The same without the check: for edits whose results are valid by construction.
    Cursor grafted_unchecked(NodePtr subtree) const;

private:
    /// A node on the path, without what hangs off the path at `position`.
    struct Frame {
        std::shared_ptr<const Frame> above;
        NodePtr node;
        std::size_t position;
        std::size_t depth;
        std::size_t schedule_depth; ///< of the child
    };

    Cursor(std::shared_ptr<const Frame> above, NodePtr node)
        : above_(std::move(above)), node_(std::move(node))
    {
    }

    std::shared_ptr<const Frame> above_;
    NodePtr node_;
};

/// "band at 0.1.0": type and path of a node, for messages.
std::string describe(const Cursor &node);

} // namespace espalier::schedule
