#pragma once

#include "espalier/dependence/parallelism.h"
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

struct CpuStrategy {
    Tiling tiling;
    bool parallel = false; ///< mark the outermost parallel loop of each nest
};

/// A loop to run in parallel: the one over schedule dimension `depth` below the mark `mark`.
struct ParallelMark {
    std::string mark;
    std::size_t depth;
    dependence::ParallelLoop loop;
};

/// A tree for a CPU, and what was done to get it.
struct CpuPlan {
    schedule::Tree tree;
    std::vector<ParallelMark> parallel_loops;
    std::size_t tiled_bands = 0;
    std::size_t reordered_bands = 0; ///< point loops whose innermost one was chosen for its strides
};

/// Tiles the outermost permutable bands of two members or more, lets the point loop with the
/// smallest strides run innermost where that is legal, and marks parallel loops
/// (Schedule Trees (2014), section 6).
CpuPlan plan(const CpuStrategy &strategy, const program::Program &program,
             const dependence::Dependences &dependences, const schedule::Tree &tree);

} // namespace espalier::codegen
