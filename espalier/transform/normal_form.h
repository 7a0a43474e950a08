#pragma once

#include "espalier/transform/matrix_view.h"

#include <optional>
#include <string>

namespace espalier::transform {

/// The normalization rules of section 2.5, which every primitive leaves in force:
///
///  1. schedule matrix structure: a statement has one row fewer than entries in its beta vector,
///     and rows have integer coefficients;
///  2. sequentiality: A is square and not singular, all beta vectors differ, and none is a prefix
///     of another;
///  3. schedule density: the entries of beta vectors that share a prefix are 0, 1, 2, ...;
///  4. statements that share a label do not exist, and the parts of one are disjoint.
///
/// \return the first rule that is broken, with the statement; nothing if none is
std::optional<std::string> find_irregularity(const MatrixView &view);

/// The same order with dense beta vectors (rule 3), and the statements in that order.
MatrixView normalized(MatrixView view);

} // namespace espalier::transform
