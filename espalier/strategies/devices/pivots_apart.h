#pragma once

#include "espalier/program/program.h"

#include <optional>

namespace espalier::strategies {

///   for k, i, j: D[i][j] = min(D[i][j], D[i][k] + D[k][j]);
///     ->  i < k, i = k and i > k apart, and each of these at j < k, j = k and j > k
/// Index-set splitting (Griebl, Feautrier and Lengauer, Index Set Splitting (2000)) where a
/// statement writes rows of an array and reads one of them, the pivot: where it comes to write
/// that, those in front of it have read what was there, and those behind it read what is there
/// then. Apart, each may have independent iterations.
/// \return a program that does the same, in the same order; nothing if there is no pivot
std::optional<program::Program> with_pivots_apart(const program::Program &program);

} // namespace espalier::strategies
