#pragma once

#include "espalier/driver/candidates.h"
#include "espalier/driver/optimize.h"
#include "espalier/driver/region_analysis.h"
#include "espalier/driver/relaxations.h"
#include "espalier/transform/plan.h"
#include "espalier/transform/scop.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// How a region is to run.
struct Planned {
    transform::Plan plan;
    std::vector<Diagnostic> missed = {};      ///< what keeps loops from running in parallel
    std::optional<transform::Scop> scop = {}; ///< as Candidate has it
};

/// What may become of contractions.
enum class Contractions { in_blocks, in_loops };

/// What became of the attempt to plan a region.
struct Planning {
    std::optional<Planned> planned; ///< nothing if the region is to stay as it is
    std::vector<Diagnostic> remarks = {};
    std::optional<schedule::Tree> schedule = {}; ///< what the scheduler has found
    std::vector<Candidate> candidates = {};      ///< among which the plan was chosen
};

/// The order of the source as candidates: by itself, and, where threads are asked for, with the
/// loops in parallel that pay. Adds to the phases "strategy" and "estimate".
std::vector<Candidate> source_candidates(const RegionAnalysis &analysis,
                                         const OptimizeOptions &options,
                                         const presburger::Context &context, Timings &timings);

/// What the scheduler and the strategies for CPUs make of a region. Every plan is checked against
/// the region's dependences. Adds to the phases
/// "strategy", "check" and "script", and to those of schedule_region.
/// \param sources  source_candidates(): what else may become of it
Planning plan_region(const frontend::Region &region, const RegionAnalysis &analysis,
                     const std::vector<Candidate> &sources, const OptimizeOptions &options,
                     Contractions contractions, const presburger::Context &context,
                     Timings &timings);

/// The best of what strategies for nests of one kind make of a region, checked; nothing where the
/// order of the source is as good, or no strategy is for it.
std::optional<Candidate> best_by_strategies(const frontend::Region &region,
                                            const RegionAnalysis &analysis,
                                            const std::vector<Candidate> &sources,
                                            const OptimizeOptions &options,
                                            const presburger::Context &context, Timings &timings);

/// One of the source's candidates, checked, where other plans take too long; nothing if it has no
/// parallel loops.
Planning plan_source(const frontend::Region &region, const RegionAnalysis &analysis,
                     const Candidate &source, const OptimizeOptions &options,
                     const presburger::Context &context, Timings &timings);

} // namespace espalier::driver
