#pragma once

#include "espalier/transform/matrix_view.h"
#include "espalier/transform/plan.h"

#include <string>

namespace espalier::script {

/// A script that makes `target` of `original`, in the terms of composition: Girbal et al. (2006),
/// figures 18 and 19: first edits of the rows of statements, in the nests of the source, then
/// motion of statements to their places, tiling, and what loops say of their iterations. Rows for
/// which there is no unimodular matrix are given as explicit functions (`schedule`).
/// \param target  has each statement of `original` once
/// \return lines of Lua; none if the two are the same
std::string emit(const transform::MatrixView &original, const transform::MatrixView &target);

/// The same for a plan of the program in its own order.
std::string emit(const transform::Plan &plan);

} // namespace espalier::script
