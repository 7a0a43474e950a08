#pragma once

#include "espalier/program/program.h"
#include "espalier/program/reduction.h"

#include <string>

namespace espalier::targets {

/// How OpenMP's `reduction` clause names an array: "s" for a scalar, "A[0:4][0:8]" for an array.
/// Precondition: it has copied_extents
std::string clause_item(const program::Array &array);

} // namespace espalier::targets
