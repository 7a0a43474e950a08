#pragma once

#include "espalier/dependence/violations.h"
#include "espalier/transform/matrix_view.h"

#include <functional>
#include <string>
#include <vector>

namespace espalier::transform {

/// The dependences that a control part violates, as dependence::violations finds them.
using FindViolations = std::function<std::vector<dependence::Violation>(const MatrixView &)>;

/// A control part made legal by a smallest set of corrections, as far as one of up to two makes it
/// so; beyond that, each correction is the one after which the fewest pairs of references are at
/// odds.
/// \param what_was_done  gets a line for each correction, as a script would do it
/// \throws Error{impossible_transformation} if no correction helps, or dozens do not suffice
MatrixView legalize(const MatrixView &view, const FindViolations &violations,
                    std::vector<std::string> &what_was_done);

} // namespace espalier::transform
