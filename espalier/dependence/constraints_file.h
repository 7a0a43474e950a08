#pragma once

#include "espalier/dependence/constraints.h"

#include <string>

namespace espalier::dependence {

/// Schedule constraints in the form that isl reads and writes (`.sc`): a YAML map with `domain`
/// and, where there are any, `context`, `validity`, `proximity`, `coincidence`, `condition` and
/// `conditional_validity`. Pairs with an instance outside of the domain are left out, and so are those
/// of an instance with itself where an order is asked for, which is none.
/// \throws Error{malformed_model}
Constraints read_constraints_file(isl::ctx ctx, const std::string &text, const std::string &file);

/// The same as text.
std::string to_yaml(const Constraints &constraints);

} // namespace espalier::dependence
