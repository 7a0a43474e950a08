#pragma once

#include "espalier/program/program.h"

#include <cstddef>

namespace espalier::targets {

/// Whether any order of a program's instances computes the same where two arrays are in one place,
/// as where a function has the same argument for what it reads and what it writes:
///
///     for (i = 0; i < n; i++)
///         y[i] = 2 * x[i];
///
/// They have the same shape, the same elements are touched of both, and whoever writes one of these
/// is the only instance that touches it in the other array, to read it before.
/// \param one, two  positions in Program::arrays
bool may_be_same(const program::Program &program, std::size_t one, std::size_t two);

} // namespace espalier::targets
