#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::codegen {

/// How loops are tiled.
struct Tiling {
    enum class Mode { automatic, off, fixed } mode = Mode::automatic;
    std::vector<long> sizes = {}; ///< for `fixed`, outermost first; the last one repeats
};

/// The mark over a loop whose iterations may run in parallel: "parallel@d", d: the loop's schedule
/// dimension.
inline const std::string parallel_mark = "parallel";

struct CpuStrategy {
    Tiling tiling;
    bool parallel = false; ///< mark the outermost coincident loop of each nest
};

/// What a strategy did, for remarks.
struct StrategyReport {
    std::size_t tiled_bands = 0;
    std::size_t parallel_loops = 0;
    std::size_t reordered_bands = 0; ///< point loops whose innermost one was chosen for its strides
};

/// Tiles the outermost permutable bands of two members or more, lets the point loop with the
/// smallest strides run innermost where that is legal, and marks parallel loops
/// (Schedule Trees (2014), section 6).
schedule::Tree apply(const CpuStrategy &strategy, const program::Program &program,
                     const schedule::Tree &tree, StrategyReport &report);

} // namespace espalier::codegen
