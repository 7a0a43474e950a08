#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <optional>

namespace espalier::strategies {

///   t = x * A[i][k];  for j: C[i][j] += t * B[k][j];
///     ->  for j: C[i][j] += x * A[i][k] * B[k][j];
///   t = A[i][k] / p;  A[i][k] = t;  for j: A[i][j] -= t * A[k][j];
///     ->  A[i][k] = A[i][k] / p;  for j: A[i][j] -= A[i][k] * A[k][j];
/// Undoes what a programmer did to compute something once: statements in three loops or more have
/// what a scalar stands for in its place, where it is arithmetic on numbers of the scalar's type
/// that have not changed since. They are contractions then, if they are without the scalar; what
/// packs their operands computes it once again (with_scaled_operands). Assignments whose scalar
/// nothing uses any more are dropped.
/// \param dependences  of the program
/// \return a program that does the same; nothing if there are no such scalars
std::optional<program::Program>
with_scalars_substituted(const program::Program &program,
                         const dependence::Dependences &dependences);

} // namespace espalier::strategies
