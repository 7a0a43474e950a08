#pragma once

#include "espalier/dependence/parallelism.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::strategies {

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

/// A tree for a CPU.
struct TiledTree {
    schedule::Tree tree; ///< loops have roles
    std::size_t tiled_bands = 0;
    std::size_t wavefronts = 0; ///< tile loops skewed so that those inside them are parallel
};

/// Tiles the outermost permutable bands of two members or more, lets the point loop with the
/// smallest strides run innermost where that is legal, and gives parallel loops
/// their roles (Schedule Trees (2014), section 6). A band's outermost member with independent
/// iterations is preferred; where there is none, the outermost one with permitted reductions, if
/// that pays; one that collects a whole array only where no band further in has independent
/// iterations. Where no loop of a tiled band nor one further in is parallel, the tile loops become
/// wavefronts.
TiledTree tiled(const CpuStrategy &strategy, const program::Program &program,
                const dependence::Dependences &dependences, const schedule::Tree &tree);

/// The reductions on floating-point numbers for which a loop would be parallel if they were
/// permitted: in bands with no parallel loop nor one around them.
/// \param tree  as tiled() makes it
std::vector<program::Reduction> withheld_reductions(const CpuStrategy &strategy,
                                                    const program::Program &program,
                                                    const dependence::Dependences &dependences,
                                                    const schedule::Tree &tree);

} // namespace espalier::strategies
