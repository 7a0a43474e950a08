#pragma once

#include "espalier/ast/ast.h"
#include "espalier/lowering/lowered_plan.h"

#include <string>
#include <vector>

namespace espalier::lowering {

/// The expressions { S[i] -> [v] } that printing a statement needs at each instance
/// (ast::Request::expressions): its subscripts, then the affine values of its body.
std::vector<isl::pw_aff> requested_expressions(const program::Statement &statement);

/// The loops that execute a plan, with requested_expressions as the values of each statement.
/// \param iterator_prefix  of the loop variables' names
ast::NodePtr loops(const LoweredPlan &plan, const std::string &iterator_prefix);

/// The same as the source has them, which has no interiors apart (interiors.h).
ast::NodePtr plain_loops(const LoweredPlan &plan, const std::string &iterator_prefix);

} // namespace espalier::lowering
