#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/expectation.h"
#include "espalier/ast/verdict.h"

namespace espalier::ast {

/// Executes `code` for several small values of the symbolic constants, and compares the instances
/// and their order with what is expected, point by point. Values for which there are too many
/// instances are left out; the verdict is undecided if these are all.
Verdict check_samples(const NodePtr &code, const Expectation &expectation);

} // namespace espalier::ast
