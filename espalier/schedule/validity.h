#pragma once

#include "espalier/schedule/cursor.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::schedule {

/// A schedule tree is valid if and only if
///
///  1. the root, and no other node, is a domain node; its sets have tuples, { S[i] } or { [i] };
///  2. leaves have no child, sequences and sets one or more, all others exactly one;
///  3. the children of a sequence or set are filters, which are disjoint and together cover the
///     instances that reach their parent;
///  4. a band has as many members as its partial schedule has dimensions, and the schedule has an
///     integer value for each instance that reaches the band;
///  5. an expansion maps each instance that reaches it to at least one other, and its contraction
///     is the inverse of that;
///  6. an extension adds no instance that reaches it already;
///  7. contexts and guards are about all outer schedule dimensions or none, extensions about all,
///     isolations about all and those of their band; none of them gives the dimensions a name;
///  8. a symbolic constant is introduced before a node uses it: by the domain node, or by a context
///     node on the way from the root;
///  9. a mark's name is not empty, and free of quotes, backslashes and control characters, which
///     isl's form of the tree cannot hold.
///
/// What reaches a node is taken within the contexts above it, as far as these are about symbolic
/// constants.
/// Schedule Trees (2014), section 4.1; Polyhedral AST Generation (2015), section 6.2

/// A node that breaks a rule.
struct Violation {
    std::vector<std::size_t> path; ///< of the node, from the root
    std::string message;           ///< names the node's type, and the rule's point
};

/// The first violation at or below a node, given that the path above it is valid; in depth-first
/// order.
std::optional<Violation> find_violation(const Cursor &subtree);

/// \throws Error{invalid_schedule_tree} if there is one
void check_validity(const Cursor &subtree);

/// The same for the rules about one node, for edits that leave all below it valid; time does not
/// depend on the size of the subtree.
void check_node_validity(const Cursor &node);

} // namespace espalier::schedule
