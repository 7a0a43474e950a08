#pragma once

#include "espalier/transform/scop.h"

namespace espalier::strategies {

/// Keeps the iterations of recurrences apart: of loops that hold nothing but a loop in vector lanes
/// (LoopRole::keeps_iterations_apart).
/// \param scop  in which loops around those in vector lanes carry dependences
transform::Scop with_iterations_apart(transform::Scop scop);

} // namespace espalier::strategies
