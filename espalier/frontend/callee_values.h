#pragma once

#include "espalier/frontend/tree_copy.h"

#include <clang/AST/Decl.h>

namespace espalier::frontend {

/// The value of a call as an expression of its arguments, which have no side effects: what a
/// function returns that consists of variables with values, branches and `return` alone.
///
///     { if (x < low) return low; double d = x - low; return d * d; }
///       ->  x < low ? low : (x - low) * (x - low)
///
/// \param callee  the function's definition
/// \return null if there is no such expression, or only a long one
clang::Expr *value_of_call(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                           clang::ASTContext &ast);

} // namespace espalier::frontend
