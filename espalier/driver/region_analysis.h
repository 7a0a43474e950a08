#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/driver/optimize.h"
#include "espalier/driver/relaxations.h"
#include "espalier/frontend/frontend.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/cpu_strategy.h"

namespace espalier::driver {

/// What is known of a region before it is planned.
struct RegionAnalysis {
    program::Program program; ///< the region's, with updates in their one form
    schedule::Tree original;  ///< the order of the source, with kills
    dependence::Dependences dependences;
    strategies::CpuStrategy strategy; ///< what the command line asks for, and permitted reductions
};

/// Whether the model has no instances, but where it need not be right.
bool is_never_executed(const program::Program &program);

ReductionOptions reduction_options(const OptimizeOptions &options);

/// Adds to the phases "dependences" and "reductions".
RegionAnalysis analyze(const frontend::Region &region, const OptimizeOptions &options,
                       Timings &timings);

/// The same with more dependences than there are, and no reductions, for where it takes too long to
/// find out which writes come last: no write is taken to overwrite another. What respects these
/// dependences respects the others.
RegionAnalysis analyze_roughly(const frontend::Region &region, const OptimizeOptions &options,
                               Timings &timings);

} // namespace espalier::driver
