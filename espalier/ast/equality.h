#pragma once

#include "espalier/ast/ast.h"

namespace espalier::ast {

/// \name Whether two are written in the same way.
/// @{
bool is_equal(const Expression &first, const Expression &second);
bool is_equal(const Node &first, const Node &second);
/// @}

} // namespace espalier::ast
