#pragma once

#include "espalier/ast/local_times.h"

#include <optional>
#include <vector>

namespace espalier::ast {

/// Finds that the values of a dimension are strided in each part, with offsets that differ by
/// constants, { A[i] -> [2i]; B[i] -> [2i + 1] }, and moves the offsets into a dimension of their
/// own, { A[i] -> [2i, 0]; B[i] -> [2i, 1] }, so that the stride can be exploited
/// (Polyhedral AST Generation (2015), section 5.8).
/// Precondition: nothing below refers to the schedule dimensions
/// \param local  the parts' times up to dimension `depth`
/// \param known  { [t] }
/// \return the parts with one more dimension, after `depth`; nothing if there are no such strides
std::optional<Executed> with_offsets_apart(const Executed &executed,
                                           const std::vector<LocalTimes> &local,
                                           const isl::set &known, std::size_t depth);

/// Lets a dimension count the iterations, { A[i] -> [3i + 1] } as { A[i] -> [i] }, if it is strided
/// and the instances' coordinates can do without a division then.
/// Precondition: nothing below refers to the schedule dimensions
std::optional<Executed> with_unit_stride(const Executed &executed,
                                         const std::vector<LocalTimes> &local,
                                         const isl::set &known, std::size_t depth);

} // namespace espalier::ast
