#pragma once

#include "espalier/driver/commands.h"

#include <functional>
#include <string>

namespace espalier::driver {

/// Calls `action` on each region of a C file, within the operation budget, and adds the remarks and
/// timings to `result`.
void foreach_region(const std::string &input, const OptimizeOptions &options,
                    const presburger::Context &context, CommandResult &result,
                    const std::function<void(const frontend::Region &)> &action);

/// "kernel.c:12, in `f`": names a region for people.
std::string title(const frontend::Region &region);

} // namespace espalier::driver
