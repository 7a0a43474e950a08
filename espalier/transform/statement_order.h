#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <vector>

namespace espalier::transform {

/// \name Statement reordering: edits of beta vectors alone (figure 18). Bounds of loops do not
/// matter to them, nor what else was done before. Whether the new order is legal is for a check at
/// the end to tell.
/// @{

/// The constructor MOVE(P, Q, o) of section 3: adds `offset` to the entry behind `context` of all
/// beta vectors that start with `context` and with, or after, `start`. It inserts or deletes
/// `offset` free slots, and leaves normalizing to its users.
/// Precondition: is_prefix(context, start)
MatrixView move(MatrixView view, const Beta &context, const Beta &start, long offset);

/// FUSION(P, o): the loop (P, o + 1) becomes one with the loop (P, o); its statements run in each
/// iteration after those that were there.
/// \throws Error{impossible_transformation} if one of the two is no loop
MatrixView fusion(MatrixView view, const Beta &prefix, long position);

/// FISSION(P, o, b): the loop (P, o) becomes two, of which the second executes the statements from
/// (P, o, b) on.
/// \throws Error{impossible_transformation} if (P, o) is no loop, or one part would be empty
MatrixView fission(MatrixView view, const Beta &prefix, long position, long start);

/// How many children a loop has, or the region if `prefix` is empty: one more than the largest
/// entry behind it.
long child_count(const MatrixView &view, const Beta &prefix);

/// The statement at `place` alone in its loops, by FISSION of them from the innermost one outwards;
/// what was in them before it and behind it has loops of its own, too.
/// \param place  the whole beta vector of a statement
MatrixView isolated(MatrixView view, Beta place);

/// MOTION(P, T): cut and paste. The statements in `block` move to the place `target`, before what
/// stood there; their rows stay. If `target` has as many entries as `block`, the block moves as a
/// whole into the loops around `target`, in place of those that were around it. If it has one
/// more, what is in the loop `block` moves into the loop around `target`: fusion. If it has fewer,
/// the block takes loops of its own with it: distribution. `target` may also be the place behind
/// the last one.
/// \throws Error{impossible_transformation} if `target` is in `block`, inside a statement, or more
///         than one level deeper than the block
MatrixView motion(MatrixView view, const Beta &block, const Beta &target);

/// The children of a loop, or of the region if `prefix` is empty, in another order.
/// \param order  each position of a child once
/// \throws Error{impossible_transformation} if it is not that
MatrixView reorder(MatrixView view, const Beta &prefix, const std::vector<std::size_t> &order);
/// @}

/// Whether two loops at places of the same depth go through the same iterations, with those of the
/// loops around them, where both have any.
bool run_together(const MatrixView &view, const Beta &one, const Beta &other);

} // namespace espalier::transform
