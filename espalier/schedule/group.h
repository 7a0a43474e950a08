#pragma once

#include "espalier/schedule/cursor.h"

#include <string>

namespace espalier::schedule {

/// node -> expansion over node, at the expansion: the instances that reach the node become, in all
/// nodes above it, one instance name[t] of a virtual statement for each value t of the outer
/// schedule dimensions; the expansion replaces it by the instances again. The order stays. Needs a
/// path from the root without extensions, and a name that no statement has
/// (Error{impossible_edit}).
/// Schedule Trees (2014), sections 4.2 and 6; Polyhedral AST Generation (2015), section 6.2
Cursor group(const Cursor &node, const std::string &name);

} // namespace espalier::schedule
