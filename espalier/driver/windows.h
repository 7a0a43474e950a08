#pragma once

#include "espalier/driver/planning.h"
#include "espalier/lowering/lowered_plan.h"
#include "espalier/lowering/names.h"

#include <optional>
#include <string>

namespace espalier::driver {

/// \name Windows: the values on the way from a region to its code, as text.
/// @{

/// What `espalier view` prints of it.
std::string shown(const program::Program &program);

/// What `espalier deps` prints of them, without input dependences.
std::string shown(const program::Program &program, const dependence::Dependences &dependences);

/// The order that the scheduler has found, as YAML.
std::string shown(const std::optional<schedule::Tree> &tree);

/// The estimates of what could become of the region, the steps of what does, and its tree, as YAML
/// with comments.
std::string shown(const PlanningOutcome &planning);

/// The definitions that statements call, as comments, and the tree, as YAML.
std::string shown(const lowering::LoweredPlan &plan);

/// Loops, as C.
std::string shown(const lowering::LoweredPlan &plan, const ast::NodePtr &code,
                  const lowering::Names &names);
/// @}

} // namespace espalier::driver
