#pragma once

#include "espalier/report/dependence_summary.h"

#include <string>

namespace espalier::report {

/// The dependences of a region for people: the lines of its statements, then the dependences by
/// kind and array, a pair of references a line, with the directions in the loops that they share
/// and, where these do not say it all, the instances:
///
///     flow: a write and the reads that may see its value
///       C
///         17: S0 writes C[i][j]  ->  19: S1 reads C[i][j]  (0, 0)     S0[i, j] -> S1[i, j, 0]
///         19: S1 writes C[i][j]  ->  19: S1 reads C[i][j]  (0, 0, 1)
std::string to_text(const RegionDependences &region);

} // namespace espalier::report
