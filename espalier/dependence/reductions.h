#pragma once

#include "espalier/program/program.h"
#include "espalier/program/reduction.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::dependence {

using program::Reduction;
using program::ReductionOperator;

/// The reductions of a program, by array. An update of the element `x` is one of
///
///     x op= e    x = x op e    x = e op x        op: + * & | ^ and, with x on the left, -
///     x = x && e    x = x || e                   and with the operands exchanged
///     x = x < e ? x : e                          any comparison, minimum or maximum
///     x = fmin(x, e)                             fmax, and those for float and long double
///     if (x > e) x = e                           and with any other comparison
///     if (c) x op= e                             and with any other update
///
/// where c and e access nothing of x's array, and chains of one operator such as x = x + d + e. A
/// statement that computes in integers does so modulo a power of two: updates may overflow in
/// another order than in the source, as with OpenMP. No reduction: an update of an integer by an
/// operand that may not be one; a minimum of values that x's type may not hold; `x && e` where e,
/// which the source need not evaluate, may trap. Types that are not known by their names count as
/// floating.
std::vector<Reduction> find_reductions(const program::Program &program);

/// Those whose updates may change their order, and that threads can collect in copies.
/// \param is_reassociable  floating-point operations may be done in another order
std::vector<Reduction> permitted_reductions(const program::Program &program, bool is_reassociable);

/// { [S[i] -> R[]] }: all instances of the references of a reduction.
isl::union_set tags(const program::Program &program, const Reduction &reduction);

} // namespace espalier::dependence
