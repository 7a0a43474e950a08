#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

#include <optional>

namespace espalier::strategies {

///   for j: for i: x[j][i] = f(x[j-1][i])   ->   for i: for j: x[j][i] = f(x[j-1][i])
/// Takes loops that carry dependences inside of those directly in them whose iterations are
/// independent, as where all lines of a grid are swept in step. Each line is then a recurrence of
/// its own, as where lines are swept one after the other.
/// \param program       in its own order
/// \param dependences   of the program
/// \return legal; nothing if there is no such nest
std::optional<transform::MatrixView>
with_recurrences_inside(const program::Program &program,
                        const dependence::Dependences &dependences);

} // namespace espalier::strategies
