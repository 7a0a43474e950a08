#pragma once

#include <isl/cpp.h>

#include <string>
#include <utility>
#include <vector>

namespace espalier::presburger {

/// One element of a relation { A[i] -> B[j] }, for values of the symbolic constants.
struct Witness {
    std::vector<std::pair<std::string, isl::val>> constants; ///< that the relation mentions
    isl::set domain;                                         ///< { A[i] }, one point
    isl::set range;                                          ///< { B[j] }, one point
};

/// An element of `relation` for small values of the symbolic constants: no negative ones if it has
/// others, the smallest that it is not empty for, one after the other, then the smallest element.
/// Precondition: not empty
Witness find_witness(const isl::map &relation);

/// The coordinates of a point.
std::vector<isl::val> coordinates(const isl::point &point);

} // namespace espalier::presburger
