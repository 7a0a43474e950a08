#pragma once

#include "espalier/ilp/lexicographic_minimum.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::ilp {

/// A part of a solution that must not be zero: trivial where all of the functions are 0.
struct NontrivialRegion {
    std::vector<LinearFunction> functions; ///< their constant terms are 0
};

/// The point that is trivial in no region and whose first `prefix` values (objectives, then
/// variables) are lexicographically smallest; nothing if there is none, or none was found.
///
/// A region where the smallest point is trivial is taken apart by the signs of its functions r:
/// r_1 > 0, then r_1 < 0, then r_1 = 0 and r_2 > 0, and so on. A branch ends where its smallest
/// point, regions that it has not come to aside, is not better than the best one so far. Among
/// points with equal prefix, this finds the first one in this order of signs.
///
/// \param minimum  is left as it was; once it has no steps left, the best point so far is taken too
/// \param budget  how many branches are visited at most; then the best point so far is taken, so
///     that for a problem with more branches the prefix need not be the smallest
/// Precondition: that of `LexicographicMinimum`, for each branch
/// (Spatial Locality (2018), section 3.3)
std::optional<LexicographicMinimum::Solution>
smallest_nontrivial(LexicographicMinimum &minimum, const std::vector<NontrivialRegion> &regions,
                    std::size_t prefix, std::size_t budget = 10'000);

} // namespace espalier::ilp
