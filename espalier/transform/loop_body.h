#pragma once

#include "espalier/program/program.h"
#include "espalier/transform/matrix_view.h"

#include <optional>

namespace espalier::transform {

/// \name The body of a loop that is all of a region, as a region of its own, for transformations of
/// one of its iterations.
/// @{

/// The body of the loop: its iterator is a symbolic constant, and the statements S[t, i] are S[i],
/// with the same names and references. Expressions are left as they are.
/// \return nothing if the region is not one loop with other loops inside
std::optional<program::Program> body_of_loop(const program::Program &program);

/// A control part of the body in the loop again.
/// \param body     of body_of_loop(program), with the same statements; references may be to other
///                 arrays, and arrays may have been added
/// \param program  that is one loop
MatrixView in_loop(const MatrixView &body, const program::Program &program);
/// @}

} // namespace espalier::transform
