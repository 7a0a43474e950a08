#pragma once

#include "espalier/schedule/tree.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::schedule {

/// { S[i] }: the instances that reach a node: introduced by the domain node or by expansions and
/// extensions above it, and kept by the filters. The node's own filter, expansion or extension has
/// no part in it. Time depends on the instances that reach the node and on its depth.
isl::union_set reaching_instances(const Cursor &node);

/// { S[i] -> [t] }, t: schedule dimensions of outer bands, on the instances that reach the node. An
/// instance that an extension adds has as many images as the extension says.
isl::union_map prefix_relation(const Cursor &node);

/// The same on some of the instances that reach the node.
isl::union_map prefix_relation(const Cursor &node, const isl::union_set &instances);

/// The same as functions, which may be defined on more instances of the same statements.
/// \throws Error{impossible_edit} if an extension adds an instance at more than one place
isl::multi_union_pw_aff prefix_functions(const Cursor &node);

/// { S[i] -> [t] }: the order of the tree as one relation into one space, as in the "union map"
/// representation (Schedule Trees (2014), section 3.2): bands contribute their members, sequences
/// and sets the position of the child, and shorter branches are padded with zeros. A set's children
/// get an order in this form, that in which they stand.
isl::union_map schedule_relation(const Tree &tree);

/// { A[i] -> B[j] }: the pairs of an instance in `first` and one in `second` of which the tree
/// executes the first before the second. Instances that the tree leaves unordered are in neither
/// direction's relation.
/// Schedule Trees (2014), section 1
isl::union_map precedes(const Tree &tree, const isl::union_set &first,
                        const isl::union_set &second);

/// The deepest node that has both nodes in its subtree, as a cursor into the first one's tree.
/// Precondition: both are places in one tree
Cursor shared_ancestor(const Cursor &first, const Cursor &second);

/// Each statement's beta vector: for each depth k, the number of the child that holds the statement
/// in the sequence or set between band members k-1 and k, counted flat, 0 where there is none; one
/// entry more than the statement has band members above it
/// (composition: Girbal et al. (2006), section 3.1; Schedule Trees (2014), section 3).
/// Children that nothing reaches do not count.
/// \throws Error{impossible_edit} if a statement's instances part at a sequence or set
std::map<std::string, std::vector<long>> beta_vectors(const Tree &tree);

} // namespace espalier::schedule
