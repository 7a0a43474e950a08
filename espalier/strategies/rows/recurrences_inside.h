#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

#include <optional>

namespace espalier::strategies {

///   for j: for i: x[j][i] = f(x[j-1][i])   ->   for i: for j: x[j][i] = f(x[j-1][i])
/// Takes a loop that carries dependences inside of those directly in it whose iterations are
/// independent, as where all lines of a grid are swept in step. Each line is then a recurrence of
/// its own, as where lines are swept one after the other.
/// \param binding  { S[i] -> T[j] }: what keeps instances of the view in order
/// \return with these in order; nothing if the loop carries none, those in it do, or it has to stay
std::optional<transform::MatrixView> with_recurrence_inside(const transform::MatrixView &view,
                                                            const transform::Beta &loop,
                                                            const isl::union_map &binding);

/// Does so with each nest of a program.
/// \param program       in its own order
/// \param dependences   of the program
/// \return legal; nothing if there is no such nest
std::optional<transform::MatrixView>
with_recurrences_inside(const program::Program &program,
                        const dependence::Dependences &dependences);

} // namespace espalier::strategies
