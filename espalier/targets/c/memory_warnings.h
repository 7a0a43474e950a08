#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/program.h"

#include <string>

namespace espalier::targets {

/// Whether a region touches memory of which compilers know the size, or whether it has been
/// written: where the source is kept for values of symbolic constants for which it has no meaning,
/// they warn of what it would do to that.
bool has_watched_memory(const program::Program &program);

/// Whether text of C calls functions of whose sizes compilers warn: `memcpy(a, b, m)` for an m that
/// is negative where the new code does not run.
bool calls_memory_functions(const std::string &text);

/// Whether code may take constants as subscripts that lie outside of an array's dimension for
/// compilers to see: in tiles that are larger than the array, and before its first element. They
/// belong to values of symbolic constants for which the source has no meaning either.
/// \param code     of the whole region
/// \param context  { : ... }: what is known of the symbolic constants
bool may_leave_arrays(const program::Program &program, const ast::NodePtr &code,
                      const isl::set &context);

/// Lines of C among pragmas that keep GCC from warning of accesses outside of memory, and of memory
/// that is not initialised.
/// \param text         whole lines
/// \param indentation  of the pragmas
std::string without_memory_warnings(const std::string &text, const std::string &indentation);

} // namespace espalier::targets
