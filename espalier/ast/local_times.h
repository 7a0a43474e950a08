#pragma once

#include "espalier/ast/executed.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::ast {

/// The times of a part in the dimensions up to the present one, i.
struct LocalTimes {
    /// { [t, i] }: all of them; may have existential variables.
    isl::set exact;
    /// { [t, i] }: the same or more, in constraints that bounds can be read from: without
    /// existential variables, and without integer divisions that depend on i.
    isl::set approximate;
};

/// Projects the times of a part on its first dimensions. What has no explicit form is removed by
/// Fourier-Motzkin elimination, which never makes more disjuncts
/// (Polyhedral AST Generation (2015), section 5.2).
/// \param depth  the present dimension
LocalTimes local_times(const Part &part, std::size_t depth);

/// The same for a set of times.
isl::set approximated(const isl::set &times, std::size_t depth);

/// { [t, i] }: what the constraints on these dimensions alone say of the times of a part. That the
/// loops further in have iterations, the bounds of those loops enforce.
isl::set stated_times(const Part &part, const Stock &stock);

/// The union of the parts' approximate times, of which equal ones count once.
isl::set all_approximate(const std::vector<LocalTimes> &times);

/// Likewise for the exact times.
isl::set all_exact(const std::vector<LocalTimes> &times);

} // namespace espalier::ast
