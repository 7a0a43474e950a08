#pragma once

#include "espalier/schedule/cursor.h"

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace espalier::ast {

/// A context with the symbolic constants of all nodes of a subtree, without more constraints.
/// \param context  { : ... }
isl::set with_constants(isl::set context, const schedule::Node &subtree);

/// The symbolic constants of a context node that the nodes above it do not have in contexts or in
/// the domain: it introduces them.
std::vector<std::string> introduced_constants(const schedule::Cursor &context);

/// A set that has all points of another, and more, and does not depend on some symbolic constants.
isl::set without_constants(const isl::set &set, const std::vector<std::string> &constants);

} // namespace espalier::ast
