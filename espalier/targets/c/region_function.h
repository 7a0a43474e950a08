#pragma once

#include "espalier/program/outside_variable.h"
#include "espalier/program/program.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::targets {

/// Code of a region in a function of its own.
struct RegionFunction {
    std::string definition; ///< lines of C
    std::string call;       ///< lines of C, for a block
};

/// Whether compilers would read symbolic constants again and again, since these are in variables
/// outside of functions, and integers are written that may be there.
/// \param outside  variables of the function around the region
bool reads_constants_again(const program::Program &program,
                           const std::vector<program::OutsideVariable> &outside);

/// What code of a program may name of the variables outside, the symbolic constants in memory, and
/// those that compilers would read again and again.
/// Pointers are restricted where the program's arrays are apart when the code runs, and all
/// pointers that it names lead to these.
/// \param outside       those of the function, without symbolic constants
/// \param in_one_place  arrays that need not be apart
std::vector<program::OutsideVariable> outside_of(const program::Program &program,
                                                 std::vector<program::OutsideVariable> outside,
                                                 const std::string &code,
                                                 const std::set<std::size_t> &in_one_place = {});

/// Puts code into a function that is not inlined: compilers allocate registers for all of a
/// function, and inline small ones, so that code for large sizes would slow down the text of the
/// source beside it where that runs.
/// \param name     of the function
/// \param body     lines of C
/// \param unit     by which they are indented
/// \param outside  what the body may name, in an order in which parameters can be declared
/// \return nothing if the body names one that is neither given, copied nor declared anew, or an
///         array in a directive: threads would have the pointer for themselves, not the array
std::optional<RegionFunction> region_function(const std::string &name, const std::string &body,
                                              const std::string &unit,
                                              const std::vector<program::OutsideVariable> &outside);

} // namespace espalier::targets
