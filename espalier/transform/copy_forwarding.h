#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <optional>
#include <string>

namespace espalier::transform {

///   A[i] = B[i];  ...  ... = A[j]   ->   A[i] = B[i];  ...  ... = B[j]
/// Copy propagation by instances: where a read of a statement sees what a copy of an element wrote,
/// it reads the element that was copied instead, and no longer waits for the copy. Instances that
/// see something else become a statement by themselves. The copies stay.
/// \param dependences  of the program
/// \param statement    by its name
/// \return a program that does the same; nothing if no read sees a copy of an array's element that
///         still has that value
std::optional<program::Program> with_copies_forwarded(const program::Program &program,
                                                      const dependence::Dependences &dependences,
                                                      const std::string &statement);

} // namespace espalier::transform
