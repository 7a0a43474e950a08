#pragma once

#include "espalier/strategies/strategy.h"

namespace espalier::strategies {

/// Several steps at a time of nests in which each step has all rows wait for one, the pivot, as in
/// all-pairs shortest paths (G. Venkataraman, S. Sahni and S. Mukhopadhyaya, A Blocked All-Pairs
/// Shortest-Paths Algorithm (2003)): first the rows that are pivots of these steps, then, row by
/// row, all others, each of which is read and written once for all of the steps.
///   for k: for i: for j: D[i][j] = min(D[i][j], D[i][k] + D[k][j])
///     ->  for k in steps of 4:
///           for the 4 steps: rows k, ..., k + 3; what the other rows read of row k is copied
///           for i outside of these, in parallel:
///             for the 4 steps: columns k, ..., k + 3; what the others read of column k is copied
///             for j outside of these, in vectors: for the 4 steps: D[i][j] = ...
/// The values are those of the source, to the bit, since rows are copied as they are when the
/// source reads them: in front of the step that has them as its pivot, for the rows in front of it,
/// and behind it, for those behind.
Strategy pivot_blocking();

} // namespace espalier::strategies
