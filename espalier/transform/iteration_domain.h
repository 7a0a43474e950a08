#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace espalier::transform {

/// \name Edits of iteration domains (figures 18 and 19). A loop is named by the prefix of the beta
/// vectors of the statements in it; its depth, counted from 1, is the size of the prefix.
/// @{

/// EXTEND(P, l, c): a new loop at depth `depth` around each statement in `prefix`, restricted to a
/// single iteration, and with it a new iterator. A loop at that depth, or further in, that the
/// statements share with others is the new one for them, and what it was for them is inside.
/// \param value  the one value that the iterator has: an expression in the symbolic constants and
///               in the names of the loops around each statement
/// \throws Error{impossible_transformation} if it cannot be read, or there is no such depth
MatrixView extend(MatrixView view, const Beta &prefix, std::size_t depth, const std::string &value,
                  const std::string &name);

/// CUTDOM(P, c): the statements in `prefix` keep the instances that satisfy a condition.
/// A check finds out whether what goes is dead.
/// \param condition  in the names of the loops around each statement and the symbolic constants, in
///                   isl's notation
/// \throws Error{impossible_transformation} if it cannot be read
MatrixView cut_domain(MatrixView view, const Beta &prefix, const std::string &condition);

/// Index-set splitting: the loop executes the iterations that satisfy a condition first, and then,
/// in a loop of its own, the others. Each statement L in it becomes two, L_1 and L_2 (part_label).
/// \param condition  as in cut_domain
MatrixView split(MatrixView view, const Beta &loop, const std::string &condition);

/// The same for what says of each statement which instances the first loop executes: { S[i] }.
MatrixView split(MatrixView view, const Beta &loop,
                 const std::function<isl::set(const MatrixView &, const Statement &)> &first_part);

/// Index-set splitting of one statement L: its instances that satisfy a condition become the
/// statement L_2, in loops of its own at `place`, before what stood there; the others L_1, which
/// stays.
/// \param statement  its whole vector
/// \param place      at most as long
MatrixView split_off(MatrixView view, const Beta &statement, const std::string &condition,
                     const Beta &place);

/// PEEL (section 6): the split at a value; the first loop executes the iterations before it.
/// \param value  an expression in the names of the loops around and the symbolic constants
MatrixView peel(MatrixView view, const Beta &loop, const std::string &value);

/// STRIPMINE(P, k): the loop becomes two, of which the outer one goes in steps of `size`, from one
/// multiple to the next, and the inner one through the strip. The order stays.
/// \param name  of the outer loop; empty: that of the loop, its first letter doubled
/// \throws Error{impossible_transformation} if `size` is less than 1
MatrixView strip_mine(MatrixView view, const Beta &loop, long size, const std::string &name = "");

/// A statement beside a loop moves into it: into its first iteration if the statement stands before
/// the loop, into its last one if it stands behind. What the loop does not execute at all for the
/// values of the loops around runs as iteration 0.
/// \param statement  the whole vector of a statement, or a prefix that names a loop
/// \throws Error{impossible_transformation} if the two do not have the same parent
MatrixView sink(MatrixView view, const Beta &statement, const Beta &loop);

/// TILE(P, o, k1, k2), for any number of nested loops: strip-mines each and moves the loops over
/// strips outwards. Statements that stand between the loops are sunk into them first.
/// \param loop   the innermost of the loops
/// \param sizes  of the tiles, for the loop that encloses all others first
/// \throws Error{impossible_transformation} if there are more sizes than loops, or a size is less
///         than 1
MatrixView tile(MatrixView view, const Beta &loop, const std::vector<long> &sizes);
/// @}

} // namespace espalier::transform
