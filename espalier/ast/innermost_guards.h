#pragma once

#include "espalier/ast/ast.h"

#include <string>
#include <vector>

namespace espalier::ast {

/// A condition that is evaluated in each iteration of a loop that has no loop inside.
struct InnermostGuard {
    std::string loop; ///< its variable
    ExpressionPtr condition;
    std::vector<std::string> statements; ///< those that it guards, each once
};

/// All of them, in the order of the code: each is a constraint that neither bounds nor guards
/// further out could express.
std::vector<InnermostGuard> innermost_guards(const NodePtr &code);

} // namespace espalier::ast
