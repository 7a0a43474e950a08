#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

namespace espalier::strategies {

/// The order of the source, but with the two innermost loops of each outermost one interchanged
/// where they are around all statements in it, elements are beside each other along the outer one
/// of them, and that is legal.
/// \param dependences  of the program
transform::MatrixView with_contiguous_loop_inside(const program::Program &program,
                                                  const dependence::Dependences &dependences);

} // namespace espalier::strategies
