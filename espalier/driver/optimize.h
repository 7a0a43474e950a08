#pragma once

#include "espalier/base/timings.h"
#include "espalier/driver/phase.h"
#include "espalier/frontend/frontend.h"
#include "espalier/machine/device.h"
#include "espalier/machine/machine.h"
#include "espalier/scheduler/scheduler.h"
#include "espalier/script/script.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/registry.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/device/device_target.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace espalier::driver {

using targets::Target;

struct OptimizeOptions {
    frontend::Options frontend;
    Target target = Target::openmp; ///< of code for the host
    /// That run what they can, the host the rest; null: the host runs all.
    std::shared_ptr<const targets::DeviceTarget> device = {};
    std::string device_stem = {};   ///< of the names of the files for it
    machine::Device device_machine; ///< what is known of it
    /// How regions are scheduled; nothing keeps the order of the source.
    std::optional<scheduler::Options> scheduler = scheduler::Options();
    /// Replaces the strategy in `scheduler`; nothing: the one that suits (see heuristics()).
    std::optional<scheduler::Strategy> strategy = {};
    /// Makes schedules in place of the scheduler, to compare it with others.
    std::function<scheduler::Result(const dependence::Constraints &)> make_schedule = {};
    /// A script that transforms the regions, in place of the scheduler, the strategy and directives
    /// in the source.
    std::optional<script::Source> script = {};
    /// Which alternative of a `choose` in the script is taken; empty: the first.
    std::function<std::size_t(const script::Choice &)> choose = {};
    bool emit_script = false; ///< write what was done as a script, without choices
    /// That regions and nests are offered to.
    std::vector<strategies::Strategy> strategies = strategies::registry();
    /// The choice that regions take, if they have one of that name, in place of the fastest by the
    /// estimate (named()); empty: none.
    std::string choice = {};
    strategies::Tiling tiling;
    machine::Machine machine; ///< that the code is for
    bool live_range_reordering = true;
    bool fast_math = false; ///< floating-point operations may be done in another order
    bool verify = false;
    bool explain = false; ///< remarks on what was done, and what was not
    /// Operations (presburger::Context) for a function of up to 500 lines: about three seconds; 0:
    /// no limit. In commands that do one thing with each region, for a region.
    unsigned long budget = 17'000'000;
    Windows windows = {}; ///< what to print on the way
};

/// A region of a file, and what became of it.
struct RegionOutcome {
    std::size_t begin, end; ///< byte offsets of its text
    bool is_changed;
    std::optional<double> cycles = {};     ///< of the source by the estimate, if there is one
    std::vector<Diagnostic> why_kept = {}; ///< why it is not changed
    std::string help = {};                 ///< what would help then; empty if nothing is known
};

struct OptimizeResult {
    /// The new file; the old one where nothing was transformed. Where a window is the last one,
    /// what all of them show.
    std::string text;
    std::vector<targets::DeviceFile> beside = {}; ///< with what devices run
    std::vector<Diagnostic> remarks;
    std::vector<RegionOutcome> regions;           ///< in the order of the text
    std::vector<frontend::SourceLoop> loops = {}; ///< of the file
    std::vector<frontend::Refusal> refusals = {}; ///< why its other parts are in no region
    std::string script = {};                      ///< that does the same, if it was asked for
    std::vector<std::string> prints = {};         ///< lines that the script printed, and windows
};

/// Optimizes every region of a C file: as the script says, or else as directives in the region say,
/// or else as the scheduler and the strategy see fit.
/// \throws Error
OptimizeResult optimize(const std::string &file, const OptimizeOptions &options, Timings &timings);

} // namespace espalier::driver
