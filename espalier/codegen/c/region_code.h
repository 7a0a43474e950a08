#pragma once

#include "espalier/codegen/c/c_printer.h"
#include "espalier/codegen/cpu_strategy.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::codegen {

/// The code that takes the place of a region.
struct RegionCode {
    std::string text; ///< with line feeds; the first line is not indented, the last not ended
    ast::NodePtr ast; ///< that the text prints
    std::set<Helper> helpers; ///< that it calls
    /// Other functions that it calls, in C, in the order in which they are needed.
    std::vector<std::string> definitions;
    std::string runtime_check; ///< the condition under which it runs; empty if it always does
    /// In words: conditions that are evaluated in innermost loops.
    std::vector<std::string> innermost_guards;
};

/// What the printer must know about the region's surroundings.
struct RegionStyle {
    std::string original; ///< the region's own text, for where the new code may not run
    /// Variables and functions declared before the region, used there only, or so for all that is
    /// known.
    std::vector<std::string> own_names;
    std::string indentation; ///< of the region's first line
    Names names;
    Target target = Target::openmp;
    /// Threads are to round as the one does that starts them: the program may change how.
    bool shares_rounding = false;
};

/// { : ... }: the values of the parameters for which the code of a region is made: those that its
/// check lets pass, as far as their types have them.
isl::set code_context(const program::Program &program);

/// The loops that execute `program` as `plan` says, with requested_expressions as the values of
/// each statement.
/// \param iterator_prefix  of the loop variables' names
ast::NodePtr loops(const program::Program &program, const CpuPlan &plan,
                   const std::string &iterator_prefix);

/// C code that executes `program` as `plan` says. Where the model rests on assumptions about
/// parameters or on arrays that do not overlap, it checks them first, and runs the original text if
/// they fail.
/// \return nothing if the check cannot be written: an array is accessed without bounds
std::optional<RegionCode> generate_region(const program::Program &program, const CpuPlan &plan,
                                          const RegionStyle &style);

} // namespace espalier::codegen
