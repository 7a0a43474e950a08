#pragma once

#include "espalier/schedule/cursor.h"
#include "espalier/schedule/node.h"

namespace espalier::schedule {

/// An execution order of statement instances, as a tree (Schedule Trees (2014), section 4): a
/// value, cheap to copy, that never changes. Two instances are ordered by the outermost band that
/// gives them different values, or the outermost sequence that has them in different children,
/// whichever is further out; a set node that parts them leaves them unordered.
class Tree {
public:
    /// \param root  a domain node
    /// \throws Error{invalid_schedule_tree} if it breaks a rule of validity
    explicit Tree(NodePtr root);

    /// All instances of `instances`, unordered.
    static Tree from_domain(const isl::union_set &instances);

    /// The same without the check, for those who check it another way.
    static Tree unchecked(NodePtr root) { return Tree(std::move(root), Unchecked()); }

    const Node &node() const { return *root_; }
    const NodePtr &node_ptr() const { return root_; }
    Cursor root() const { return Cursor(*this); }
    isl::ctx ctx() const { return domain().ctx(); }

    /// { S[i] }: the instances that the root introduces.
    isl::union_set domain() const { return root_->as<Domain>().instances; }

    /// { : ... }: what the context nodes that follow the root say of the symbolic constants.
    isl::set context() const;

private:
    struct Unchecked {};
    Tree(NodePtr root, Unchecked) : root_(std::move(root)) {}

    NodePtr root_;
};

/// Whether two trees have the same nodes (see is_equal for nodes), not only the same order.
bool is_equal(const Tree &first, const Tree &second);

} // namespace espalier::schedule
