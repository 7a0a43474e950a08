#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::dependence {

/// An associative and commutative operator.
enum class ReductionOperator {
    add,
    multiply,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    minimum,
    maximum,
    logical_and,
    logical_or
};

/// "+", "max": as OpenMP's `reduction` clause names it.
std::string spelling(ReductionOperator op);

/// Whether the operator is `&&` or `||`.
bool is_logical(ReductionOperator op);

/// Updates of the elements of one array by one operator, in one statement or several. As far as
/// nothing else accesses an element between two of its updates, their order does not matter.
struct Reduction {
    ReductionOperator op;
    std::size_t array; ///< position in Program::arrays
    /// What the updates read and write of the array: the R of { [S[i] -> R[]] }.
    std::vector<isl::id> references;
    /// Rounds, or may: another order of the updates can give another result.
    bool is_floating = false;
    /// The operator makes 0 or 1 of any value, and the array can hold others before the region:
    /// not even an update with the neutral element leaves these as they are.
    bool normalizes = false;

    bool has(const isl::id &reference) const;

    /// Whether both are the one reduction of a program with this array and operator.
    bool is_same(const Reduction &other) const { return array == other.array && op == other.op; }
};

/// The reductions of a program, by array. An update of the element `x` is one of
///
///     x op= e    x = x op e    x = e op x        op: + * & | ^ and, with x on the left, -
///     x = x && e    x = x || e                   and with the operands exchanged
///     x = x < e ? x : e                          any comparison, minimum or maximum
///     x = fmin(x, e)                             fmax, and those for float and long double
///
/// where e accesses nothing of x's array, and chains of one operator such as x = x + d + e. A
/// statement that computes in integers does so modulo a power of two: updates may overflow in
/// another order than in the source, as with OpenMP. No reduction: an update of an integer by an
/// operand that may not be one; a minimum of values that x's type may not hold; `x && e` where e,
/// which the source need not evaluate, may trap. Types that are not known by their names count as
/// floating.
std::vector<Reduction> find_reductions(const program::Program &program);

/// { [S[i] -> R[]] }: all instances of the references of a reduction.
isl::union_set tags(const program::Program &program, const Reduction &reduction);

} // namespace espalier::dependence
