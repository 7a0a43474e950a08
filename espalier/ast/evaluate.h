#pragma once

#include "espalier/ast/ast.h"

#include <map>
#include <string>

namespace espalier::ast {

/// Values of the names in expressions.
using Values = std::map<std::string, long>;

/// The value of an expression; a truth value is 0 or 1.
/// \throws Error{internal_error} if it uses a name that has no value
/// \throws NumberTooLarge
long evaluate(const Expression &expression, const Values &values);

} // namespace espalier::ast
