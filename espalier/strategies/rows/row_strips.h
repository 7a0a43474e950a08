#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

namespace espalier::strategies {

/// \name Strips of rows: in a nest over rows and columns, so many rows that are worked on together,
/// the first of them a multiple of their number.
/// @{

/// \param nest  a loop over rows, outermost
/// \param size  of the strips, rows
/// \return { [row] }: those in strips that have all their rows
isl::set rows_in_full_strips(const transform::MatrixView &view, const transform::Beta &nest,
                             long size);

/// { [row, column] }: what a loop over columns goes through, in three parts that do so one after
/// the other in each row.
struct ColumnParts {
    isl::set before;
    isl::set common; ///< all rows of the strip have these columns
    isl::set after;
};

/// \param loop  over columns, directly inside a loop over rows
/// \param size  of the strips, rows
ColumnParts column_parts(const transform::MatrixView &view, const transform::Beta &loop, long size);

/// Where a nest over rows and columns, whose rows are to be worked on in strips, depends on other
/// rows of the same strip, as a step of Gauss and Seidel's does from the blocks on the diagonal on:
///   for i: { for j: z[i] -= A[i][j] * x[j]; x[i] += z[i]; }
///   strips of 8 rows: { [i, j] : j >= 8 * floor(i / 8) }
/// \param loop  over columns, directly inside a loop over rows
/// \param size  of the strips, rows
/// \return { [row, column] }: iterations of `loop` that cannot run before those of the rows before
///         in their strip that stand behind them, and with each all later columns of its row
isl::set diagonal_blocks(const transform::MatrixView &view,
                         const dependence::Dependences &dependences, const transform::Beta &loop,
                         long size);
/// @}

} // namespace espalier::strategies
