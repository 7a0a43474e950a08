#pragma once

#include "espalier/transform/matrix_view.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// The statements of a program, by name, that a loop over lines of an array executes in front of
/// the pivot of a step, the line with the number of the step, at it, and behind it.
struct PivotSides {
    std::vector<std::string> front, at, behind;
};

/// Whether statements in a loop over lines of an array read the pivots of steps, the lines with
/// their numbers.
/// \param line  the row of the loop over lines
/// \param step  that of the loop over steps
bool read_pivots(const transform::MatrixView &view,
                 const std::vector<const transform::Statement *> &statements, std::size_t line,
                 std::size_t step);

/// Index-set splitting of the statements in a loop over lines at the pivot of each step: lines in
/// front of it, the pivot and those behind it are statements of the program by themselves, and
/// have loops of their own, one behind the other.
/// \param step  the row of the loop over steps, around that over lines
/// \return nothing if there are no lines in front of the pivot, or none behind it
std::optional<PivotSides> divide_at_pivots(transform::MatrixView &view,
                                           const transform::Beta &lines, std::size_t step);

/// What lines in front of a pivot read of it is copied in front of them, and they read the copy;
/// the same for those behind it. Either copy is of what both sides read and the pivot itself writes,
/// and is kept for so many steps.
/// \param loop  that over steps, or inside of it, with the lines right inside
/// \return whether they read any of it, element by element, of arrays of known extents
bool copy_pivots(transform::MatrixView &view, const PivotSides &sides, const transform::Beta &loop,
                 std::size_t step, long steps);

///   for i: { x = D[i][k]; for j: D[i][j] = min(D[i][j], x + D[k][j]); }
/// Scalars of the region's own that a line sets beside its loops, and reads in them, get an element
/// for each of so many steps.
/// \param lines  the loop over lines
void expand_scalars(transform::MatrixView &view, const transform::Beta &lines, std::size_t step,
                    long steps);

/// The place of the loop, or so much of the beta vectors, with statements of the program.
/// \param within  the loop to look in
transform::Beta place_of(const transform::MatrixView &view, const std::vector<std::string> &names,
                         const transform::Beta &within);

} // namespace espalier::strategies
