#pragma once

#include "espalier/ast/executed.h"
#include "espalier/ast/graft.h"
#include "espalier/ast/request.h"

namespace espalier::ast {

/// Code for instances that the schedule makes no more distinctions between: a statement for each
/// part, in loops over its coordinates if it has several instances at one time
/// (Polyhedral AST Generation (2015), section 5.1).
/// \param executed  { [t] -> S[i] }, t: the stock's dimensions
/// \return grafts in terms of the stock's dimensions
/// \throws Error{impossible_code} if the instances have no statement name, or coordinates have no
///         lower bound
Grafts terminate(const Request &request, const Stock &stock, const Executed &executed);

} // namespace espalier::ast
