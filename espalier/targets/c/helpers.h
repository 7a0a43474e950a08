#pragma once

#include "espalier/lowering/names.h"

#include <set>
#include <string>

namespace espalier::targets {

/// The helper functions that generated code calls.
enum class Helper {
    minimum,
    maximum,
    floor_division,
    disjoint,
    disjoint_or_same,
    enough,
    rows,
    steady,
    threads
};

/// Definitions of helpers, one `static inline` function each, but two for `threads`: the number of
/// threads that a parallel region may have, and that of the one that runs, counted from 0. Every
/// argument is evaluated once.
std::string define(const std::set<Helper> &helpers, const lowering::Names &names,
                   const std::string &wide_type);

} // namespace espalier::targets
