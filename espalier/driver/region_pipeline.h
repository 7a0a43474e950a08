#pragma once

#include "espalier/driver/optimize.h"
#include "espalier/driver/scripting.h"
#include "espalier/lowering/kernel_library.h"
#include "espalier/presburger/context.h"
#include "espalier/targets/c/region_code.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

/// What the regions of a file share.
struct FileWork {
    const OptimizeOptions &options;
    const presburger::Context &context;
    Timings &timings;
    const frontend::Extraction &extraction;
    lowering::Names names;           ///< that the file leaves free
    lowering::KernelLibrary kernels; ///< of the file
    std::optional<ScriptRun> script = {};
};

/// What became of a region.
struct RegionResult {
    std::optional<targets::RegionCode> code = {}; ///< nothing if it stays as it was
    std::vector<Diagnostic> remarks = {};
    std::string help = {}; ///< a change of the source that would help; empty if none is known
    std::optional<double> source_cycles = {}; ///< of the source by the estimate, if there is one
    std::string steps = {};   ///< of a script that does the same; empty if nothing was done
    std::string windows = {}; ///< what they show (OptimizeOptions::windows)
};

struct RegionWork;

/// Finds out what depends on what in a region, and what its own order takes, if no script says how
/// to transform it.
/// \param budget  operations for the region, of which this takes up to half; 0: no limit
void analyze_region(RegionWork &work, unsigned long budget);

/// Takes a region from its program to its code: dependences, an order (by the script, by strategies
/// or by the scheduler), functions in place of loops, loops, C. What goes wrong leaves the region
/// as it is, and so does a step that takes more than the budget allows, if no simpler one is left.
/// Precondition: analyze_region() has seen it
/// \param budget  operations for it; 0: no limit
/// \throws Error of a script, and of --verify
RegionResult optimize_region(RegionWork &work, unsigned long budget);

} // namespace espalier::driver
