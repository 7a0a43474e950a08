#pragma once

#include "espalier/ast/value_ranges.h"
#include "espalier/lowering/code.h"
#include "espalier/lowering/lowered_plan.h"
#include "espalier/lowering/target_code.h"
#include "espalier/program/outside_variable.h"
#include "espalier/program/pointer_result.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/device/device_code.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::targets {

/// The code that takes the place of a region.
struct RegionCode {
    std::string text;       ///< with line feeds; the first line is not indented, the last not ended
    ast::NodePtr ast;       ///< the loops
    lowering::CodePtr code; ///< what was made of them, which the text prints
    std::set<Helper> helpers; ///< that it calls
    /// Other functions that it calls, in C, in the order in which they are needed.
    std::vector<std::string> definitions;
    std::string function;      ///< ahead of the one around the region; empty if the text needs none
    std::string runtime_check; ///< the condition under which it runs; empty if it always does
    /// In words: the arrays that each thread has for itself, and where.
    std::vector<std::string> thread_arrays;
    /// In words: conditions that are evaluated in innermost loops.
    std::vector<std::string> innermost_guards;
    Kernels kernels = {}; ///< that a device runs
};

/// What the printer must know about the region's surroundings.
struct RegionStyle {
    std::string original; ///< the region's own text, for where the new code may not run
    /// Variables and functions declared before the region, used there only, or so for all that is
    /// known.
    std::vector<std::string> own_names;
    std::vector<program::PointerResult> pointer_results; ///< what the region leaves in pointers
    /// What code in a function of its own would be given; nothing if it is to have none.
    std::optional<std::vector<program::OutsideVariable>> outside = {};
    std::string function;    ///< the name of that function
    std::string indentation; ///< of the region's first line
    lowering::Names names;
    Target target = Target::openmp;
    /// Threads are to round as the one does that starts them: the program may change how.
    bool shares_rounding = false;
    long narrow_vector = 32; ///< bytes, as lowering::CodeOptions has it
    /// Where none of the parallel loops has enough to do, the region's own text runs.
    bool runs_original_if_too_little = false;
    /// Where one of these does not hold, the region's own text runs.
    std::vector<schedule::WorkCondition> least_work = {};
    /// From how many elements on threads share a pass over what data choose, in front of code for
    /// threads; nothing if none do.
    std::optional<long> shared_inspections = {};
    lowering::DeviceParts device_parts = {}; ///< what runs on a device; else the host runs all
    /// Makes what has the device do so; null: there is none.
    std::function<std::unique_ptr<DeviceCode>(CPrinter &host)> device = {};
    ast::NodePtr device_loops = nullptr; ///< with a device: those of the plan
    /// The program without what the device has alone, if there is one.
    std::optional<program::Program> without_device = {};
    /// Whether steady loops (steady_code.h) run the region, which keep what inspections find.
    bool is_in_steady_loop = false;
};

/// C code that executes a plan, with its buffers declared (lowering::with_buffer_scopes). Where the
/// model rests on assumptions about parameters or on arrays that do not overlap, it checks them
/// first, and runs the original text if they fail.
/// \return nothing if the check cannot be written: an array is accessed without bounds
std::optional<RegionCode> generate_region(const lowering::LoweredPlan &plan,
                                          const RegionStyle &style);

} // namespace espalier::targets
