#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::program {

/// A statement T[i][j] op= f(A[i][k], ..., B[k][j], ..., x, ...), in loops over i, j, k and others
/// around these: each element of T is updated for successive k, each element of A is used for all
/// j, and each of B for all i; other i or j are other elements of T. The dimensions are those of
/// the statement's domain; A and B may be indexed by theirs in any way, and may be other elements
/// of T.
struct Contraction {
    std::size_t row;                    ///< i
    std::size_t column;                 ///< j: T's elements for successive j lie next to each other
    std::size_t step;                   ///< k
    std::vector<std::size_t> outer;     ///< dimensions of other loops, in their order
    std::size_t target;                 ///< position of the access that writes T[i][j]
    std::vector<std::size_t> by_row;    ///< of the accesses A[i][k]
    std::vector<std::size_t> by_column; ///< of the accesses B[k][j]
    std::vector<std::size_t> fixed;     ///< of the accesses x, scalars that nothing writes

    bool operator==(const Contraction &) const = default;
};

/// The contraction that a statement is; nothing if it is none, computes with anything but + - * /
/// on numbers of one floating-point type, or is left out for some k between others.
std::optional<Contraction> find_contraction(const Program &program, const Statement &statement);

} // namespace espalier::program
