#pragma once

#include "espalier/transform/matrix_view.h"

namespace espalier::strategies {

/// Keeps the iterations of recurrences apart: of loops that hold nothing but a loop in vector lanes
/// (LoopRole::keeps_iterations_apart).
/// \param view  in which loops around those in vector lanes carry dependences
transform::MatrixView with_iterations_apart(transform::MatrixView view);

} // namespace espalier::strategies
