#pragma once

#include "espalier/dependence/violations.h"

#include <string>

namespace espalier::dependence {

/// A violation in words: the two references with their lines, the array element, two concrete
/// instances for small values of the symbolic constants, their distance in the loops of the source,
/// and what part of the schedule is at fault:
///
///     S1[i=0, j=1] (line 12) writes A[1][0], which S1[i=1, j=0] (line 12) reads and has to see (n
///     = 2, distance (1, -1)), but schedule dimension 0 has 1 for the first and 0 for the second
/// With another layout of data, what the read finds:
///
///     S0[i=0] (line 7) writes a, which S1[i=0] (line 9) has to see (n = 2), but in a it finds what
///     S0[i=1] (line 7) wrote
///
/// \param program  with that layout
std::string explain(const program::Program &program, const Violation &violation);

} // namespace espalier::dependence
