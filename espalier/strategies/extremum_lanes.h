#pragma once

#include "espalier/program/program.h"
#include "espalier/strategies/strategy.h"
#include "espalier/transform/beta.h"
#include "espalier/transform/matrix_view.h"

#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

/// Has iterations of innermost loops that find extrema, among those of some statements, find them
/// in lanes (transform::with_extremum_lanes).
/// \param statements  by their names
/// \param lanes       how many
/// \return the names of statements in these loops
std::vector<std::string> find_in_lanes(program::Program &program,
                                       const std::set<std::string> &statements, long lanes);

/// The innermost loops around some statements in strips, through which vectors go.
/// \param statements  by their names
/// \param size        of a strip
transform::MatrixView with_vectors_of_lanes(transform::MatrixView view,
                                            const std::vector<std::string> &statements, long size);

/// Loops in which nothing but the greatest or least number, of those that never are negative, is
/// carried from one iteration to the next, as in tests of convergence: every 16th iteration finds
/// one of its own, in vectors. Where loops can run in parallel for strips of which extrema are
/// collected behind them, they do (with_sums_behind).
Strategy extremum_lanes();

} // namespace espalier::strategies
