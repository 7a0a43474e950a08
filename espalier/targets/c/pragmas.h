#pragma once

#include "espalier/targets/c/c_printer.h"

#include <string>
#include <vector>

namespace espalier::targets {

/// The line in front of a loop with a role.
/// \param in_region  the threads that are to share it run already
/// \return empty if compilers need not be told
std::string loop_pragma(CPrinter &printer, const schedule::LoopRole &role, bool in_region);

/// The line in front of a loop that each thread runs, around loops that they share: it starts
/// threads if one of these has enough to do.
std::string region_pragma(CPrinter &printer, const std::vector<schedule::LoopRolePtr> &shared);

} // namespace espalier::targets
