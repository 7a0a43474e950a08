#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::schedule {

/// Insertion and removal of nodes (Schedule Trees (2014), section 4.2). An inserted node stands
/// where the cursor stood, over the subtree that was there, and the result is a cursor at it. All
/// throw Error{invalid_schedule_tree} where the new node would break a rule of validity, and
/// Error{impossible_edit} on the domain node, above which nothing can stand, and on a child of a
/// sequence or set, which has to stay a filter: insert below it.

/// node -> context(constraints) over node.
/// The order stays; the subtree may use the symbolic constants that `constraints` introduces.
/// \param constraints  { [t] } or { : }
Cursor insert_context(const Cursor &place, const isl::set &constraints);

/// node -> filter(instances) over node.
/// The instances outside of `instances` are not executed in the subtree.
Cursor insert_filter(const Cursor &place, const isl::union_set &instances);

/// node -> mark(name) over node. The order stays.
Cursor insert_mark(const Cursor &place, const std::string &name);

/// node -> guard(constraints) over node. The order stays.
/// \param constraints  { [t] } or { : }
Cursor insert_guard(const Cursor &place, const isl::set &constraints);

/// node -> extension(relation) over node.
/// The subtree has to schedule the new instances.
/// \param relation  { [t] -> S[i] }
Cursor insert_extension(const Cursor &place, const isl::union_map &relation);

/// node -> expansion(expansion) over node.
/// The subtree has to be about the new instances.
/// \param expansion    { G[g] -> S[i] }
/// \param contraction  { S[i] -> G[g] }: its inverse
Cursor insert_expansion(const Cursor &place, const isl::union_pw_multi_aff &contraction,
                        const isl::union_map &expansion);

/// node -> band(schedule) over node.
/// Instances with different values of `schedule` are ordered by it, before the subtree's order.
/// Needs a subtree that does not refer to schedule dimensions (Error{impossible_edit}).
/// \param schedule  { S[i] -> [b] }
Cursor insert_band(const Cursor &place, const isl::multi_union_pw_aff &schedule);

/// node -> sequence(filter(F1) over node, filter(F2) over node, ...).
/// Executes the instances of each filter, in the order of the subtree, before those of the next.
/// The subtree is shared by all copies. Needs a subtree without extensions
/// (Error{impossible_edit}).
/// \param filters  { S[i] } each; disjoint, and together the instances that reach the place
Cursor insert_sequence(const Cursor &place, const std::vector<isl::union_set> &filters);

/// The same with a set node: in any order.
Cursor insert_set(const Cursor &place, const std::vector<isl::union_set> &filters);

/// domain(instances) over subtree: a tree.
/// \throws Error{invalid_schedule_tree} if the subtree is not valid on `instances`
Tree insert_domain(const NodePtr &subtree, const isl::union_set &instances);

/// node over child -> child; at the child. Below a band that goes, bands lose what they claim of
/// dependences, permutable and coincident.
/// Needs a node with one child other than the domain node, a filter of a sequence or set, or a band
/// above nodes that refer to its dimensions (Error{impossible_edit}); and a child that is still
/// valid (Error{invalid_schedule_tree}).
Cursor remove(const Cursor &node);

/// node -> leaf: leaves the instances that reach the node unordered.
Cursor cut(const Cursor &node);

} // namespace espalier::schedule
