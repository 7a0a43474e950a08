#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>

namespace espalier::transform {

/// A dimension of a buffer: the values of a loop, counted from the start of the tile that they are
/// in. Tiles start at multiples of their size.
struct BufferDimension {
    std::size_t row; ///< of the statement
    long tile;
};

/// How the values that a reference reads in a tile are laid out: [x / strip][k][x % strip].
struct OperandLayout {
    BufferDimension across; ///< x
    BufferDimension along;  ///< k
    long strip;             ///< divides across.tile
    /// How much of x is copied at a time where the array has the values of k next to each other;
    /// divides `strip`.
    long transposed = strip;
};

///   for i, for j, for k: ... = A[f(i, k)]
///   ->  for i, for k: A_packed[i / 8][k][i % 8] = A[f(i, k)];  for i, for j, for k: ... =
///       A_packed[i / 8][k][i % 8]
/// Packing for vectors: in each iteration of the outermost loops, a new statement copies the values
/// that a reference reads in it, strip by strip, in the order in which they are read, and another
/// one puts zeros where a strip is not full. Copies are made along the rows of the array, or, where
/// these go along k, in the order of the buffer. Other than `pack`, which copies a part of an array
/// as it is, it does so for one reference, and indexes the buffer by loops. Whether the copies see
/// the values that they have to is for `can_pack` to tell, or for a check.
/// \param statement  label of the statement, which is all that its statement of the program is
/// \param reference  by its name
/// \param depth      of the outermost loops: the copies come first in the loop in row `depth` - 1
/// \throws Error{impossible_transformation} if the element depends on other loops further in, or if
///         the array cannot be declared with another layout
MatrixView pack_operand(MatrixView view, const std::string &statement, const std::string &reference,
                        std::size_t depth, const OperandLayout &layout);

/// Whether copies that `pack_operand` makes see what the reference sees: in no iteration of the
/// outermost loops is an element written before the reference reads it. Where other statements in
/// these loops write it, their order does not count.
bool can_pack(const MatrixView &view, const std::string &statement, const std::string &reference,
              std::size_t depth);

} // namespace espalier::transform
