#pragma once

#include "espalier/strategies/rows/matrix_order.h"

#include <optional>

namespace espalier::strategies {

/// Rows of a strip, at most.
constexpr long max_rows = 8;

/// Has a nest with sums take several rows of its matrix at a time: loops over columns innermost,
/// which go through all rows of a strip. A nest for the rows of the last strip follows, if that is
/// not full. Loops that can run in parallel, or in vector lanes, get these kinds, also in a nest
/// without sums. Each step is taken only if it is legal.
/// \param order  changed; the nests before `nest` keep their positions
/// \param nest   its position, outermost
/// \param rows   of a strip; nothing: as many as the machine has registers for
/// \return false if there are sums, and they stay as they are
bool block_in_strips(MatrixOrder &order, long nest, std::optional<long> rows);

} // namespace espalier::strategies
