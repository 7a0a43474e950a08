#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <vector>

namespace espalier::transform {

/// \name Iteration reordering: edits of the matrices A and Gamma alone (figures 18 and 19), of all
/// statements whose beta vectors start with `prefix`. Rows count from 0, the outermost.
/// @{

/// UNIMODULAR(P, U): A := U A, Gamma := U Gamma, for a matrix that is as large as the statements
/// are deep, or smaller: then it is about the outermost rows.
/// \throws Error{impossible_transformation} if it is not square, not unimodular or too large
MatrixView unimodular(MatrixView view, const Beta &prefix,
                      const std::vector<std::vector<long>> &matrix);

/// Whether a matrix is square and has an inverse of integers.
bool is_unimodular(const std::vector<std::vector<long>> &matrix);

///   rows (..., i, j, ...) -> (..., j, i, ...)
/// INTERCHANGE(P, o), for any two rows.
MatrixView interchange(MatrixView view, const Beta &prefix, std::size_t row, std::size_t other);

///   row i -> i + factor * j
/// SKEW(P, l, c, s).
MatrixView skew(MatrixView view, const Beta &prefix, std::size_t row, std::size_t other,
                long factor);

///   row i -> -i
/// REVERSE(P, o).
MatrixView reverse(MatrixView view, const Beta &prefix, std::size_t row);

///   row i -> i + amount
/// SHIFT(P, M), a row at a time: delays the statements by `amount` iterations of a loop around
/// them.
/// \param amount  { [] -> [m] }: in the symbolic constants
/// \throws Error{impossible_transformation} if it has an integer division
MatrixView shift(MatrixView view, const Beta &prefix, std::size_t row, const isl::aff &amount);
/// @}

} // namespace espalier::transform
