#pragma once

#include <clang/AST/Expr.h>

namespace espalier::frontend {

/// Whether what follows a statement in its block is never got to from it: it returns, jumps away,
/// or calls a function that does not return.
/// \param statement  may be null
bool never_goes_on(const clang::Stmt *statement);

/// The condition without which an expression that stands as a statement ends the program, and that
/// is all that it does: `assert(c)` as <assert.h> expands it, `c ? (void)0 : abort()`,
/// `c || (abort(), 0)`.
/// \return null for other expressions
const clang::Expr *asserted_condition(const clang::Expr *expression);

/// The condition that an expression promises: `__builtin_assume(c)`, `__pencil_assume(c)`.
/// \return null for other expressions
const clang::Expr *promised_condition(const clang::Expr *expression);

} // namespace espalier::frontend
