#pragma once

#include "espalier/ast/value_ranges.h"
#include "espalier/lowering/code.h"
#include "espalier/lowering/names.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::lowering {

/// How many statement instances there are in the text of some code.
std::size_t instances_in(const ast::Node &code);

/// How many statement instances small parallel loops have at most, of which there is code for one
/// thread beside that for several.
constexpr std::size_t most_instances_twice = 40;

/// What of code a device executes.
struct DeviceParts {
    std::set<std::string> kernels = {};   ///< names of the marks above it
    std::set<std::string> barriers = {};  ///< statements at which threads wait for each other
    ast::Intervals numbers = {};          ///< of threads and blocks, by their names
    std::set<std::size_t> registers = {}; ///< arrays, positions in Program::arrays
    /// Loops that one kernel runs, and the threads of its blocks.
    std::map<const ast::For *, long> persistent = {};
};

/// What is known of code beside its loops.
struct CodeOptions {
    /// Arrays that are declared where a mark stands, if the code there uses them (LoweredPlan).
    std::map<std::string, std::vector<std::size_t>> buffers = {};
    DeviceParts device = {};
    /// Whether threads have to round as the one does that starts them.
    bool shares_rounding = false;
    long narrow_vector = 32; ///< bytes of those of loops along rows (LoopKind::narrow_vector)
    /// Whether small loops are there once more for one thread, where they have conditions.
    bool has_code_for_one_thread = false;
};

/// What threads, vectors and registers do of some loops, as their roles have it: threads start in
/// front of a loop instead of many times in it (ast::worksharing_loops), vectors keep the order of
/// sums (vector_loops.h), and what a thread updates again and again is in variables
/// (scalar_replacement.h).
/// \param loops  in which statements that are the program's have the values of
///               requested_expressions
CodePtr target_code(const program::Program &program, const ast::NodePtr &loops, const Names &names,
                    const CodeOptions &options = {});

} // namespace espalier::lowering
