#pragma once

#include "espalier/base/persistent_vector.h"
#include "espalier/schedule/band.h"

#include <isl/cpp.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace espalier::schedule {

/// \name What the nodes of a schedule tree hold (Schedule Trees (2014), section 4.1, and Polyhedral
/// AST Generation (2015), section 6.2). In all of them, t stands for the schedule dimensions of the
/// outer bands: the members of all bands above the node, the outermost first.
/// @{

/// The root: introduces the statement instances.
struct Domain {
    isl::union_set instances; ///< { S[i] }
};

/// Introduces symbolic constants and what is known of them.
struct Context {
    isl::set constraints; ///< { [t] }; { : } or { [] } if about symbolic constants alone
};

/// Selects some of the instances that reach it.
struct Filter {
    isl::union_set instances; ///< { S[i] }
};

/// Executes its children, all filters, in order.
struct Sequence {};

/// Executes its children, all filters, in any order.
struct Set {};

/// Orders nothing; the end of each path.
struct Leaf {};

/// Names a subtree for later steps.
struct Mark {
    std::string name;
};

/// Replaces each instance that reaches it by one or more others.
struct Expansion {
    isl::union_pw_multi_aff contraction; ///< { S[i] -> G[g] }: where each new instance comes from
    isl::union_map expansion;            ///< { G[g] -> S[i] }: the same, from the old instances
};

/// Adds instances to those that reach it.
struct Extension {
    isl::union_map relation; ///< { [t] -> S[i] }
};

/// Has the code around it enforce constraints.
struct Guard {
    isl::set constraints; ///< { [t] }; { : } or { [] } if about symbolic constants alone
};

using Payload = std::variant<Domain, Context, Filter, Sequence, Set, Band, Leaf, Mark, Expansion,
                             Extension, Guard>;
/// @}

/// In the order of Payload's alternatives.
enum class NodeType {
    domain,
    context,
    filter,
    sequence,
    set,
    band,
    leaf,
    mark,
    expansion,
    extension,
    guard
};

/// The type's name in the papers' words: "domain", "context", ...
const char *name(NodeType type);

/// Whether the constraints of a context or guard are of the form { : } or { [] }.
bool is_symbolic(const isl::set &constraints);

/// The constraints of a context or guard as { [t] }, with so many dimensions.
/// Precondition: they have so many, or is_symbolic(constraints)
isl::set with_dimensions(const isl::set &constraints, std::size_t count);

class Node;
using NodePtr = std::shared_ptr<const Node>;

/// A node with all below it. It never changes: an edit makes new nodes that share the subtrees that
/// it leaves alone. Leaves have no child, sequences and sets one or more, all others one. That and
/// the other rules of validity hold for nodes in a Tree (see validity.h).
class Node {
public:
    Node(Payload payload, PersistentVector<NodePtr> children)
        : payload_(std::move(payload)), children_(std::move(children))
    {
    }

    NodeType type() const { return static_cast<NodeType>(payload_.index()); }
    const Payload &payload() const { return payload_; }

    template <class Kind>
    bool is() const
    {
        return std::holds_alternative<Kind>(payload_);
    }

    /// Precondition: is<Kind>()
    template <class Kind>
    const Kind &as() const
    {
        return std::get<Kind>(payload_);
    }

    std::size_t child_count() const { return children_.size(); }
    const NodePtr &child(std::size_t position) const { return children_[position]; }
    std::vector<NodePtr> children() const { return children_.elements(); }

    /// The same node over other children. O(log child_count()).
    NodePtr with_child(std::size_t position, NodePtr child) const;

private:
    Payload payload_;
    PersistentVector<NodePtr> children_;
};

/// The one leaf, shared by all trees.
const NodePtr &leaf();

/// A node over one child.
/// Precondition: not a leaf, sequence or set
NodePtr node(Payload payload, NodePtr child = leaf());

/// \name A node over several children, all filters.
/// @{
NodePtr sequence(const std::vector<NodePtr> &children);
NodePtr set(const std::vector<NodePtr> &children);
/// @}

/// `model`'s payload over other children.
NodePtr with_children(const Node &model, const std::vector<NodePtr> &children);

/// Whether two subtrees have the same shape, and equal sets, functions and attributes in each node.
bool is_equal(const Node &first, const Node &second);

/// The subtree with no band permutable and no member coincident: for edits after which these claims
/// need not hold, because the bands have to respect dependences that another band carried before.
NodePtr without_claims(const NodePtr &subtree);

/// Whether a node of the subtree is an extension.
bool has_extension(const Node &subtree);

/// Whether a node of the subtree refers to schedule dimensions of bands above the subtree: a
/// context, guard or extension node over schedule dimensions, or a band with an isolation.
bool is_anchored(const Node &subtree);

} // namespace espalier::schedule
