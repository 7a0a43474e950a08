#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <optional>

namespace espalier::transform {

///   for i: A[i] = ... A[i + 1] ...  ->  for i: B[i] = A[i];  for i: A[i] = ... B[i + 1] ...
/// Has references that see nothing but what was in an array in front of the region read a copy of
/// it, which is made first: what is written to the array meanwhile need not wait for them.
/// \param dependences  of the program
/// \return nothing if no write has to wait for such a reference; if one of them is in no more loops
///         than the array has dimensions, so that a copy takes as long as what waits; or if
///         it reads elements that have no number from 0 on, or no bound
std::optional<program::Program> with_input_copy(const program::Program &program,
                                                const dependence::Dependences &dependences,
                                                std::size_t array);

} // namespace espalier::transform
