#pragma once

#include "espalier/targets/c/c_printer.h"

#include <string>
#include <vector>

namespace espalier::targets {

/// For each condition that code evaluates in an innermost loop, what it guards, in words; the
/// condition is as `printer` prints it.
std::vector<std::string> describe_innermost_guards(const ast::NodePtr &code, CPrinter &printer);

} // namespace espalier::targets
