#pragma once

#include "espalier/program/program.h"

#include <cstddef>

namespace espalier::strategies {

/// How often, at most, one iteration of a loop executes a statement, with the sizes that programs
/// are assumed to have (machine::assumed_sizes).
/// \param loop  which of the loops around the statement, counted from the outermost
double iterations_inside(const program::Program &program, const program::Statement &statement,
                         std::size_t loop);

} // namespace espalier::strategies
