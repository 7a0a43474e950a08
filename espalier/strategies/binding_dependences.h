#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <vector>

namespace espalier::strategies {

/// { S[i] -> T[j] }: the dependences between instances, but for the order of accesses to variables
/// of which each iteration of all the loops around can have its own: no value in them goes from one
/// iteration to another.
/// \param dependences  of the view's program
isl::union_map binding_dependences(const transform::MatrixView &view,
                                   const dependence::Dependences &dependences);

/// { [t] -> [t'] }: iterations of the outermost loops around some statements, and those that depend
/// on them.
/// \param dependences  { S[i] -> T[j] }
/// \param loops        how many; all of the statements are in them
isl::map related_iterations(const std::vector<const transform::Statement *> &statements,
                            const isl::union_map &dependences, std::size_t loops);

/// { [o, x] -> [o, y] : x < y }: pairs of iterations of a loop.
/// \param rows  of it and the loops around
isl::map later_iterations(isl::ctx ctx, unsigned rows);

/// { [o, x] -> [o, y] : x < y }: iterations of a loop of which the second, in the same iterations o
/// of the loops around, depends on the first, by instances of two statements.
/// \param dependences  { S[i] -> T[j] }
/// \param loop         around both statements
isl::map carried_between(const transform::Statement &source, const transform::Statement &target,
                         const isl::union_map &dependences, const transform::Beta &loop);

} // namespace espalier::strategies
