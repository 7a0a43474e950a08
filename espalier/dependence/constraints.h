#pragma once

#include "espalier/dependence/dependences.h"

namespace espalier::dependence {

/// What a schedule must, should and may respect (Live-Range Reordering (2016), section 3.3), on the
/// instances of all statements but kills.
struct Constraints {
    isl::union_set domain;
    isl::set context;
    isl::union_map validity, proximity, coincidence; ///< { S[i] -> T[j] }
    /// Tagged, { [S[i] -> R[]] -> [T[j] -> Q[]] }: where a band does not make a condition local,
    /// the conditioned dependences adjacent to it are validity constraints (section 3.2).
    isl::union_map condition, conditional_validity;
};

/// With live-range reordering, proximity constraints are the flow dependences alone: false
/// dependences, which the paper adds, would pull live ranges together that need no order, along the
/// diagonals of listing 1 for one.
/// \param live_range_reordering  whether live ranges may change their order; otherwise false
///                               dependences are validity, proximity and coincidence constraints
Constraints constraints(const program::Program &program, const Dependences &dependences,
                        bool live_range_reordering);

/// Whether each thread of a parallel loop can have its own copy of the array: of one that is
/// declared by its extents, or of a scalar or an array of the region's own that fits on a stack.
bool is_privatizable(const program::Array &array);

} // namespace espalier::dependence
