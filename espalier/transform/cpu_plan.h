#pragma once

#include "espalier/program/reduction.h"
#include "espalier/schedule/tree.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace espalier::transform {

/// A tree for a CPU, and what was done to get it.
struct CpuPlan {
    schedule::Tree tree; ///< loops have roles
    /// Reductions of which some loop would be parallel if they were permitted.
    std::vector<program::Reduction> withheld = {};
    std::size_t tiled_bands = 0;
    std::size_t wavefronts = 0;      ///< tile loops skewed so that those inside them are parallel
    std::size_t reordered_bands = 0; ///< point loops whose innermost one was chosen for its strides
    /// Functions that the code calls, in C, in the order in which they are needed.
    std::vector<std::string> definitions = {};
    /// Arrays of the program that are declared where a mark stands.
    std::map<std::string, std::vector<std::size_t>> buffers = {};
};

/// Whether some loop of a plan runs in parallel.
bool has_threads(const CpuPlan &plan);

} // namespace espalier::transform
