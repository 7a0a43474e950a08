#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/schedule/tree.h"
#include "espalier/scheduler/options.h"

#include <optional>

namespace espalier::test {

/// The schedule that isl's own scheduler finds with the same options; nothing if it finds none.
std::optional<schedule::Tree> isl_schedule(const dependence::Constraints &constraints,
                                           const scheduler::Options &options);

} // namespace espalier::test
