#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <vector>

namespace espalier::strategies {

/// Statements directly in loops inside of a loop that do no more than to copy something to arrays,
/// or from them, run along with what else writes these, wherever dependences have it
/// (transform::with_copy_attached): lines are gone through once less each.
/// \param arrays       positions in Program::arrays of the view: each iteration of the loop has its
///                     own
/// \param program      of the dependences; the view may have more statements
/// \param dependences  but for those that keep iterations with arrays of their own apart
transform::MatrixView with_line_copies_attached(transform::MatrixView view,
                                                const transform::Beta &loop,
                                                const std::vector<std::size_t> &arrays,
                                                const program::Program &program,
                                                const dependence::Dependences &dependences);

} // namespace espalier::strategies
