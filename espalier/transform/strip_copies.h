#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>

namespace espalier::transform {

///   for i: { t = ...; ... = t; }  ->  for i: { T[i mod 16] = ...; ... = T[i mod 16]; }
///   for i: { A[a] = ...; ... }    ->  for i: { T[a][i mod 16] = ...; ... }
/// Array expansion of what the iterations of one loop make of an array, down to so many elements
/// that they take turns: iterations that follow each other may then run side by side. What is
/// outside of the loop keeps the array that it has.
/// Whether each read still finds the value that it has to see is for a check at the end to tell
/// (dependence::storage_violations).
/// \param array  position in Program::arrays; local to the region, of known extents
/// \param loop   all parts of each statement in it are there; its values are natural numbers
/// \param size   of the new dimension, which is the innermost: iterations side by side have their
///               elements beside each other. It is the outermost if whole rows of the array are
///               passed to functions
MatrixView with_strip_copies(MatrixView view, std::size_t array, const Beta &loop, long size);

} // namespace espalier::transform
