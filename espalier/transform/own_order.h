#pragma once

#include "espalier/transform/matrix_view.h"

#include <optional>

namespace espalier::transform {

/// The program of a view, with the order of the view as its own, in front of which and behind it
/// local arrays are killed: what a later transformation can be checked against. The dimensions of a
/// statement's domain are its rows.
/// \return nothing if a row is another function than an iterator of the statement
/// Precondition: statements are those of the program as a whole
std::optional<program::Program> with_own_order(const MatrixView &view);

} // namespace espalier::transform
