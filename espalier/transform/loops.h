#pragma once

#include "espalier/transform/matrix_view.h"

#include <set>

namespace espalier::transform {

/// \name What a loop says of its iterations. The order stays; a loop is named by the prefix of the
/// beta vectors of the statements in it.
/// @{

/// The loop runs its iterations one after the other, on several threads or in vector lanes.
/// Legal iff its iterations are independent, up to reductions and to variables of which each
/// iteration can have its own.
MatrixView with_kind(MatrixView view, const Beta &loop, LoopKind kind);

/// The same loops, of whose roles nothing is left but what can be asked for: their kinds. Those in
/// which sums keep their order are vector loops.
MatrixView with_kinds_alone(MatrixView view);

/// How AST generation is to write the loop.
MatrixView with_option(MatrixView view, const Beta &loop, schedule::LoopOption option);

/// FULLUNROLL (section 6): a copy of the body for each iteration, made by AST generation. The
/// number of iterations has to have a constant bound by then.
MatrixView full_unroll(MatrixView view, const Beta &loop);

/// The iterations of `loop` in which whole strips run, or none of it, get code of their own; what
/// is in them may be unrolled without conditions (section 3.2).
/// \param strips   the loop over the starts of strips: `loop` or one around it
/// \param divided  the loop over the iterations of a strip, inside `strips`
/// \param size     of a strip
/// \throws Error{impossible_transformation} if the loops are not nested so
MatrixView separate_full_strips(MatrixView view, const Beta &loop, const Beta &strips,
                                const Beta &divided, long size);

/// Strip-mining by `factor` and full unrolling of the strip (section 3.2); full strips get code of
/// their own, so that the unrolled body has no conditions.
/// \throws Error{impossible_transformation} if `factor` is less than 1
MatrixView unroll(MatrixView view, const Beta &loop, long factor);

///   for i, for j: S  ->  for i in steps of 2, for j: S(i), S(i + 1)
/// Unrolls a loop and fuses the copies of the loops directly inside: strip-mining, interchange of
/// the strip inwards, and unrolling (section 3.4.1). What stands beside these loops is unrolled
/// where it is: before and after them.
/// \param inner  the loop to move the strip into, nested in `loop`
/// \throws Error{impossible_transformation} if it is not, or `factor` is less than 1
MatrixView unroll_and_jam(MatrixView view, const Beta &loop, const Beta &inner, long factor);

///   for i: { R; S; for j: T; for k: U }
///     ->  for i in steps of 2: { for i: { R; S }; for j: T(i), T(i + 1); for k: U(i), U(i + 1) }
/// The same with several loops directly inside: each of them, and what stands together between
/// them, goes through all iterations of a strip before the next one.
/// \param jammed  the positions of these loops among the children of `loop`
/// \throws Error{impossible_transformation} if `factor` is less than 1
MatrixView unroll_and_jam_children(MatrixView view, const Beta &loop, const std::set<long> &jammed,
                                   long factor);

///   for i: { R; S; for j: { T; U }; for k: V }
///     ->  for i in steps of 16: { for i: { R; S }; for j: for i: { T; U }; for i: for k: V }
/// Outer-loop strip-mining: iterations of a strip run side by side, one statement after the other.
/// The loops through strips are innermost, one around each group of statements between other loops;
/// with the loops of `whole`, here k, among the statements. Full strips get code of their own in
/// the loops that these are inside of, so that they have a constant number of iterations there.
/// D. Nuzman and A. Zaks, Outer-Loop Vectorization (2008)
/// Legal if the iterations of the loop are independent.
/// \param whole  loops inside `loop`
/// \throws Error{impossible_transformation} if `size` is less than 1
MatrixView strip_mine_inwards(MatrixView view, const Beta &loop, long size,
                              const std::set<Beta> &whole);
/// @}

} // namespace espalier::transform
