#pragma once

#include "espalier/program/loops.h"

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace espalier::dependence {

/// How many iterations of one loop later the sink of a dependence runs than its source; negative
/// for earlier, whichever way the loop counts.
struct Direction {
    isl::val least, greatest; ///< may be infinite

    bool is_constant() const { return least.eq(greatest); }
};

/// One direction for each loop, outermost first.
using DirectionVector = std::vector<Direction>;

/// The directions of a dependence in the loops that source and sink share: a vector for each of
/// these loops that carries a part of it, outermost first, then one for the part that none carries.
/// \param relation  { S[i] -> T[j] }
/// \param loops     the shared loops
/// \return empty if there are no shared loops, or no dependences
std::vector<DirectionVector> directions(const isl::map &relation, const program::LoopPath &loops);

/// "2" for a constant, else "+", "-", "0+" (not negative), "0-" (not positive) or "*".
std::string to_string(const Direction &direction);

/// "(0, +, *)"
std::string to_string(const DirectionVector &vector);

/// "(+, *) or (0, +)"
std::string to_string(const std::vector<DirectionVector> &vectors);

} // namespace espalier::dependence
