#pragma once

#include "espalier/dependence/parallelism.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::codegen {

/// How loops are tiled.
struct Tiling {
    enum class Mode { automatic, off, fixed } mode = Mode::automatic;
    std::vector<long> sizes = {}; ///< for `fixed`, outermost first; the last one repeats
};

struct CpuStrategy {
    Tiling tiling;
    bool parallel = false; ///< mark the outermost parallel loop of each nest
    /// What parallel loops may collect, and what they are only reported for.
    std::optional<dependence::Relaxation> permitted = {}, withheld = {};
};

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

/// Tiles the outermost permutable bands of two members or more, lets the point loop with the
/// smallest strides run innermost where that is legal, and gives parallel loops
/// their roles (Schedule Trees (2014), section 6). A band's outermost member with independent
/// iterations is preferred; where there is none, the outermost one with permitted reductions, if
/// that pays; one that collects a whole array only where no band further in has independent
/// iterations. Where no loop of a tiled band nor one further in is parallel, the tile loops become
/// wavefronts.
CpuPlan plan(const CpuStrategy &strategy, const program::Program &program,
             const dependence::Dependences &dependences, const schedule::Tree &tree);

} // namespace espalier::codegen
