#pragma once

#include "espalier/base/timings.h"
#include "espalier/driver/optimize.h"
#include "espalier/driver/region_analysis.h"
#include "espalier/frontend/frontend.h"
#include "espalier/presburger/context.h"

namespace espalier::driver {

/// A region to plan, what is known of it, and what planning may take.
struct RegionTask {
    const frontend::Region &region;
    const RegionAnalysis &analysis;
    const OptimizeOptions &options;
    const presburger::Context &context;
    Timings &timings;
};

} // namespace espalier::driver
