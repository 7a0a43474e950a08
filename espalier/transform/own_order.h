#pragma once

#include "espalier/transform/matrix_view.h"

namespace espalier::transform {

/// The program of a view, with the order of the view as its own, in front of which and behind it
/// local arrays are killed: what a later transformation can be checked against.
/// Precondition: each row of a statement is its iterator in the same place, and statements are those
/// of the program as a whole
program::Program with_own_order(const MatrixView &view);

} // namespace espalier::transform
