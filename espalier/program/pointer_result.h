#pragma once

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace espalier::program {

/// A pointer that is used after a region and changes in it: what the region leaves in it.
struct PointerResult {
    std::string name;
    /// A variable of its type that the file does not have yet: "a_after", "double *a_after".
    std::string temporary, declaration;
    struct Case {
        isl::set condition; ///< { : ... }
        std::string base;   ///< as C names it when the region starts
        isl::pw_aff offset; ///< { [] -> [n] }: so many elements behind it
    };
    std::vector<Case> cases; ///< disjoint; one of them holds
};

} // namespace espalier::program
