#pragma once

#include <isl/cpp.h>

#include <vector>

namespace espalier::presburger {

/// A constraint on one dimension i of a set { [t] }: coefficient * i + rest >= 0. An equality makes
/// two.
struct Bound {
    /// { [t] -> [v] }: the limit that the constraint sets to i, a rational function of the other
    /// dimensions.
    isl::aff limit;
    /// { [t] -> [v] }: not negative where the constraint holds.
    isl::aff slack;
    bool is_lower;

    /// { [t] }: where the constraint holds.
    isl::set half_space() const;
};

/// The bounds on a dimension, in the order of the constraints.
/// Precondition: the set has one disjunct, and no existential variable or integer division that
/// depends on the dimension
std::vector<Bound> bounds(const isl::set &set, unsigned dimension);

} // namespace espalier::presburger
