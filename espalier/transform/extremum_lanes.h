#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <string>

namespace espalier::transform {

///   for i: for j: { x = |e(i, j)|; if (x > m) m = x; }
///   ->  for l < 16: part[l] = -inf;
///       for i: for j: { x = |e(i, j)|; if (x > part[j mod 16]) part[j mod 16] = x; }
///       for l < 16: if (part[l] > m) m = part[l];
///
/// Every 16th iteration of the innermost loop finds an extremum of its own, so that iterations next
/// to each other are independent. That changes which ones of equal numbers are taken, and when NaNs
/// are seen. The result has the same bits for all data where neither can be told: for numbers that
/// never are -0 (program::is_never_negative), so that equal ones are the same, and the forms
///
/// 1. m = x > m ? x : m;  if (x > m) m = x;  and with >=, and the same of the least number: these
///    never take a NaN, and if `m` starts as one it stays. A part without a number is -inf, which
///    is not greater than any `m`, and equal only to the same.
/// 2. m = fmax(m, x), which is the greatest of all numbers, or a NaN if there is none. Parts are of
///    the first form; one without a number is -inf, which no `x` can be, and ignored.
/// @{

/// The outermost loop that can go on in such lanes throughout: nothing in it but the statement
/// accesses the extremum, which is the same one in all its iterations.
/// \param statement  position in Program::statements; all values of x are of the extremum's type,
///                   or converted to it before they are compared (collecting_statements)
/// \return which of the loops around it, counted from the outermost; nothing if there is none, or
///         the statement keeps no such extremum
std::optional<std::size_t> loop_for_lanes(const program::Program &program, std::size_t statement);

/// \param loop   as found by loop_for_lanes
/// \param lanes  how many, at least 1
program::Program with_extremum_lanes(program::Program program, std::size_t statement,
                                     std::size_t loop, long lanes);
/// @}

} // namespace espalier::transform
