#pragma once

#include "espalier/lowering/names.h"

#include <set>
#include <string>

namespace espalier::targets {

/// The helper functions that generated code calls.
enum class Helper { minimum, maximum, floor_division, disjoint };

/// Definitions of helpers, one `static inline` function each; every argument is evaluated once.
std::string define(const std::set<Helper> &helpers, const lowering::Names &names,
                   const std::string &wide_type);

} // namespace espalier::targets
