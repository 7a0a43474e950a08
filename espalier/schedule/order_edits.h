#pragma once

#include "espalier/schedule/tree.h"

#include <vector>

namespace espalier::schedule {

/// Edits of sequences and sets (Schedule Trees (2014), section 4.2). All throw
/// Error{impossible_edit}, with the reason, where they do not apply.

/// sequence(..., F1 over B1 over A1, F2 over B2 over A2, ...)
///   -> sequence(..., F1 + F2 over B1|F1 + B2|F2 over sequence(F1 over A1, F2 over A2), ...)
/// for two bands B1 and B2: the band values now order the instances of both children before the
/// children do; loop fusion (figure 3). The fused band is not permutable, and its members are not
/// coincident, since dependences between the two children now count. Members keep the AST options
/// in which the two agree. Returns a cursor at the fused band.
/// Legal iff no dependence goes from the first child to the second at a greater value of B1 than of
/// B2.
/// \param parent  a sequence, or a set, of whose children any two may be fused
/// \param first   position of the first child
/// \param second  position of the second one; in a sequence, first + 1
Cursor fuse(const Cursor &parent, std::size_t first, std::size_t second);

/// node -> sequence(F1 over node, F2 over node): the instances in `first` before those in `second`;
/// at the sequence (figure 4).
/// Legal iff no dependence goes from `second` to `first`.
/// \param first, second  { S[i] }: a partition of the instances that reach the node
Cursor order(const Cursor &node, const isl::union_set &first, const isl::union_set &second);

/// sequence(A, B, C) -> sequence(A, C, B), for the order {0, 2, 1}; also for sets, which it changes
/// in appearance only. Legal iff no dependence goes from a child to one that is now earlier.
/// \param order  each position of a child once
Cursor reorder(const Cursor &parent, const std::vector<std::size_t> &order);

/// set(A, B) -> sequence(A, B). Legal always: it fixes one of the orders that the set allows.
Cursor set_to_sequence(const Cursor &set);

/// sequence(A, B) -> set(A, B). Legal iff there is no dependence between children.
Cursor sequence_to_set(const Cursor &sequence);

/// The same tree with all sets made sequences.
Tree with_sets_ordered(const Tree &tree);

} // namespace espalier::schedule
