#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <string>

namespace espalier::transform {

/// A program in which each iteration of a loop finds an extremum of its own.
struct PartialExtremum {
    program::Program program;
    /// The statement that keeps it.
    std::string finding;
    /// The statement that takes it over, once in each iteration, behind what else there is.
    std::string collecting;
};

/// \name The greatest and the least number
///
///   for i: for j: { x = e(i, j); if (x > m) m = x; }
///   ->  for i: { part = -inf;
///                for j: { x = e(i, j); if (x > part) part = x; }
///                if (part > m) m = part; }
///
/// for floating-point numbers and each of
///
///     1. m = x > m ? x : m;    if (x > m) m = x;    and with >=
///     2. m = m > x ? m : x;                         and with >=
///     3. m = fmax(m, x);       m = fmax(x, m);
///
/// and the same of the least number, with < and inf; an `x` that takes an operation, as that of a
/// macro which names it twice, is computed once. The result has the same bits for all data and
/// all values that `m` starts from, up to the payload of a NaN. For the greatest number:
///
/// 1. A NaN is never taken, and if `m` starts as one it stays. Else, of the numbers from `m` on,
/// the
///    first one that no other exceeds is left; with >=, the last one. Zeros of both signs, the only
///    numbers that are equal and not the same, are told apart by that. The iterations of `i` are
///    parts of that sequence, one after the other. Each leaves, in `part`, its first (last) one
///    that no other exceeds, or -inf if that is all there is; and of these, in their order, `m`
///    takes the first (last). A `part` that is -inf only replaces an `m` that is -inf.
/// 2. Likewise, but a NaN is taken, and then whatever comes next: what was before is forgotten.
///    `part` starts as -inf, which the first number replaces; what is left behind is what the
///    iteration leaves if it forgets. Whether it does is seen by a second extremum, that starts
///    as inf: only a NaN ever ends that, and it is inf again only if `part` is, too. If it does,
///    `m` is compared with a NaN in place of `part`, and so takes `part`.
/// 3. `fmax` ignores NaNs, so that `part` can start as one: it is replaced by the first number, and
///    ignored if there was none. Whichever zero `fmax` prefers, which C leaves open, it is the
///    first, the last, or one of a sign, and may be sought in parts.
/// @{

/// Whether a statement keeps an extremum of which the iterations of a loop can find parts: the same
/// one in all loops further in.
/// \param loop  which of the loops around it, counted from the outermost; not the innermost
bool keeps_extremum(const program::Program &program, const program::Statement &statement,
                    std::size_t loop);

/// The statement with parts for the iterations of a loop. Right as long as nothing else in that
/// loop accesses the extremum.
/// \param statement  one that keeps an extremum, by its name; all values of x are of its type, or
///                   converted to it before they are compared (collecting_statements)
/// \param loop       as for keeps_extremum
PartialExtremum with_partial_extremum(program::Program program, const std::string &statement,
                                      std::size_t loop);
/// @}

} // namespace espalier::transform
