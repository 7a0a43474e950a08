#pragma once

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::program {

struct Array;

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

    /// The type in which parts of a sum or product wrap around, where they could overflow in that
    /// of the elements, which the source need not: "unsigned int" for int. Nothing where they
    /// cannot.
    std::optional<std::string> modular_type = {};

    bool has(const isl::id &reference) const;

    /// Whether both are the one reduction of a program with this array and operator.
    bool is_same(const Reduction &other) const { return array == other.array && op == other.op; }
};

/// The lengths of the dimensions of an array of which each thread may have a copy to collect a
/// reduction in; none for a scalar.
/// \return nothing where threads cannot have copies: of a field of a structure; of memory that a
///         pointer leads to, of which the program need not own all that a copy is combined with; of
///         an array without constant extents, or with so many elements that copies of it may not
///         fit on a stack
std::optional<std::vector<long>> copied_extents(const Array &array);

} // namespace espalier::program
