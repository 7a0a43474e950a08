#pragma once

#include "espalier/program/value_type.h"
#include "espalier/targets/c/c_printer.h"

#include <string>
#include <vector>

namespace espalier::targets {

/// The line in front of a loop with a role.
/// \param in_region  the threads that are to share it run already
/// \return empty if compilers need not be told
std::string loop_pragma(CPrinter &printer, const schedule::LoopRole &role, bool in_region);

/// The condition that there is enough work of one kind for threads; of the same kind of work, the
/// least that is enough counts.
std::string enough_work(CPrinter &printer, const std::vector<schedule::WorkCondition> &conditions);

/// The line in front of a loop that each thread runs, around loops that they share: it starts
/// threads if one of these has enough to do.
std::string region_pragma(CPrinter &printer, const std::vector<schedule::LoopRolePtr> &shared);

/// Types of what is written to arrays and may be integers: these may be sizes, for all that
/// compilers know of variables whose addresses others may have.
std::vector<program::ValueType> written_integers(const program::Program &program);

/// The clause by which threads have variables of their own in place of those that compilers would
/// read again and again: threads share variables by their addresses, and data that is written may
/// be what is there.
/// \param pragma  that starts the threads, without the clause
/// \param body    lines of C that they run
/// \return empty if there is no such variable
std::string firstprivate_clause(const CPrinter &printer, const std::string &pragma,
                                const std::string &body);

/// The lines of directives for compilers.
std::string directives_in(const std::string &code);

} // namespace espalier::targets
