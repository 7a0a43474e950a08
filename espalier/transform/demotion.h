#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <optional>

namespace espalier::transform {

///   t = A[i][j];  for k: t -= ...;  A[i][j] = t / ...;
///   ->  for k: A[i][j] -= ...;  A[i][j] = A[i][j] / ...;
///   t = 0;  for k: t += ...;  A[i][j] = t;
///   ->  A[i][j] = 0;  for k: A[i][j] += ...;
/// Undoes what a programmer did to keep an element in a register: where a scalar starts as a copy
/// of an element or, if that is one of a matrix, as any other value, in every iteration that uses
/// it ends in this element, and nothing else accesses that in between, the element takes its place.
/// What the scalar kept in one nest can then move apart. Copies of scalars are merged before
/// (with_scalar_copies_merged).
/// \param dependences  of the program
/// \return a program that does the same; nothing if there is no such scalar
std::optional<program::Program> with_scalars_demoted(const program::Program &program,
                                                     const dependence::Dependences &dependences);

} // namespace espalier::transform
