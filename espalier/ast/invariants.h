#pragma once

#include "espalier/ast/ast.h"

#include <string>

namespace espalier::ast {

/// Computes what loops would compute again in each iteration once, in front of the outermost loop
/// that does not change it: conditions of several comparisons, conditions and bounds with divisions
/// or remainders, and choices in subscripts.
/// \param prefix  the values are named prefix0, prefix1, ...
NodePtr with_invariants_hoisted(const NodePtr &code, const std::string &prefix);

} // namespace espalier::ast
