#pragma once

#include <isl/cpp.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace espalier::presburger {

/// What spans the rational relaxation of a polyhedron [n] -> { [x] } (Minkowski, Weyl): it has the
/// convex combinations of its points plus the combinations with factors >= 0 of its rays plus any
/// combinations of its lines. Each is a homogeneous vector (weight, n, x) of integers without
/// common divisor.
///
/// An affine function c0 + c . (n, x) is not negative on the polyhedron iff c0 * weight + c . (n,
/// x) is not negative on each point and ray and zero on each line; this is dual to Farkas's lemma
/// (Spatial Locality (2018), section 2.1), and takes no multipliers.
///
/// All are empty iff the polyhedron has no rational point; otherwise some weight is positive.
struct Generators {
    /// weight > 0: the point (n, x) / weight; weight = 0: the direction (n, x). In lexicographic
    /// order, no two the same up to the lines.
    std::vector<std::vector<std::int64_t>> points_and_rays;
    /// weight = 0, the first nonzero is positive. In lexicographic order, linearly independent.
    std::vector<std::vector<std::int64_t>> lines;
};

/// The generators of a set [n] -> { [x] } whose existential variables and integer divisions are
/// relaxed to rational ones and projected out, which may leave some that the others generate;
/// without them, none of the points and rays can be spared.
/// The vectors have the weight, then the symbolic constants in the order of the set's space, then
/// the set's dimensions.
/// There may be exponentially many in the number of dimensions.
/// \return nothing where a number does not fit into 64 bits
/// The constraints are taken as they are: equalities that all integer points fulfil, say, are not
/// looked for.
/// \throws BudgetExhausted if there are too many
std::optional<Generators> generators(const isl::basic_set &set);

/// The same for [n] -> { [x] -> [y] }; dimensions: first the input, then the output.
std::optional<Generators> generators(const isl::basic_map &map);

} // namespace espalier::presburger
