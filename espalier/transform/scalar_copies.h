#pragma once

#include "espalier/program/program.h"

#include <optional>

namespace espalier::transform {

///   v = a; for k: v -= ...; r = v; A[i][j] = r / d;   ->   ...; A[i][j] = v / d;
/// Copy propagation of scalars, as calls that were expanded leave them: what reads a local scalar
/// that is nothing but a copy of another one reads that. The other scalar keeps its value until
/// then: nothing assigns to it behind the copy, in the same iteration of the loops around, and it
/// ends its life where the copy did.
/// \return nothing if there is no such scalar
std::optional<program::Program> with_scalar_copies_merged(program::Program program);

} // namespace espalier::transform
