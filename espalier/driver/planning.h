#pragma once

#include "espalier/driver/choices.h"
#include "espalier/driver/region_task.h"

#include <optional>
#include <vector>

namespace espalier::driver {

/// How a region is to run.
struct RegionPlan {
    transform::Plan plan;
    std::vector<Diagnostic> missed = {}; ///< what keeps loops from running in parallel
    /// As Choice has it.
    std::optional<strategies::Candidate> made = {};
    /// On one thread it is no faster than the source, which is to run where there is too little to
    /// do for several.
    bool gains_by_threads_alone = false;
    /// Where one of these does not hold, the source is faster, and is to run.
    std::vector<schedule::WorkCondition> least_work = {};
};

/// What became of the attempt to plan a region.
struct PlanningOutcome {
    std::optional<RegionPlan> planned; ///< nothing if the region is to stay as it is
    std::vector<Diagnostic> remarks = {};
    std::optional<schedule::Tree> schedule = {}; ///< what the scheduler has found
    std::vector<Choice> choices = {};            ///< among which the plan was chosen
    std::optional<std::size_t> chosen = {};      ///< of these
    std::vector<Diagnostic> search_remarks = {}; ///< those of `remarks` on how choices were found
};

/// The order of the source as choices: by itself, and, where threads are asked for, with the loops
/// in parallel that pay. Adds to the phases "strategy" and "estimate".
std::vector<Choice> source_choices(const RegionAnalysis &analysis, const OptimizeOptions &options,
                                   const presburger::Context &context, Timings &timings);

/// What the scheduler and the strategies make of a region: the best of it by the estimates, where
/// nobody asks for something certain. Every plan is checked against the region's dependences. Adds
/// to the phases "strategy", "check", "estimate" and "script", and to those of schedule_region.
/// \param sources  source_choices(): what else may become of it
/// \param search   operations that it may take to find choices: strategies all of them, or
///                 a third if they find what is much faster than the source by then, and after them
///                 the scheduler what is left of two thirds; 0: no limit
PlanningOutcome plan_region(const RegionTask &task, const std::vector<Choice> &sources,
                            unsigned long search);

/// A plan for the best of some choices that plan_region() has found.
/// \param source  the order of the source by itself
PlanningOutcome plan_among(const RegionTask &task, const Choice &source,
                           std::vector<Choice> choices);

/// What strategies for nests of one kind make of a nest.
struct NestChoice {
    std::optional<Choice> made; ///< nothing where the order of the source is as good
    std::string explanation;    ///< what was chosen among what, for people
};

/// The best of what strategies make of a region, checked.
NestChoice best_by_strategies(const RegionTask &task, const std::vector<Choice> &sources);

/// One of the source's choices, checked, where other plans take too long; nothing if it has no
/// parallel loops.
PlanningOutcome plan_source(const RegionTask &task, const Choice &source);

} // namespace espalier::driver
