#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

namespace espalier::strategies {

/// { S[i] -> T[j] }: the dependences between instances, but for the order of accesses to variables
/// of which each iteration of all the loops around can have its own: no value in them goes from one
/// iteration to another.
/// \param dependences  of the view's program
isl::union_map binding_dependences(const transform::MatrixView &view,
                                   const dependence::Dependences &dependences);

} // namespace espalier::strategies
