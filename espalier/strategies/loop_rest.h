#pragma once

#include "espalier/transform/matrix_view.h"

#include <isl/union_map.h>

#include <optional>
#include <set>
#include <vector>

namespace espalier::strategies {

/// The children of a loop that wait for iterations before it, or for others of the same one that
/// do: what has to stay in order, where the others need not.
/// \param dependences  { S[i] -> T[j] }: the binding ones (binding_dependences)
/// \return by their positions; empty if the iterations are independent
std::set<long> rest_of(const transform::MatrixView &view, const isl::union_map &dependences,
                       const transform::Beta &loop);

/// Whether there is a loop in what of a loop is not among its rest: enough to do.
bool has_loop_beside(const transform::MatrixView &view, const transform::Beta &loop,
                     const std::set<long> &rest);

/// The scalars and small arrays of which each iteration of a loop has to have its own so that its
/// rest may run later: both parts access them. Positions in Program::arrays.
/// \return nothing if one of them is too large
std::optional<std::vector<std::size_t>> arrays_of_both(const transform::MatrixView &view,
                                                       const transform::Beta &loop,
                                                       const std::set<long> &rest);

} // namespace espalier::strategies
