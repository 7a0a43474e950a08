#pragma once

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

} // namespace espalier::targets
