#pragma once

#include "espalier/frontend/frontend.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

namespace espalier::frontend {

/// Refuses a statement that is to be executed just where and when the source does:
/// - operations on floating-point numbers where `#pragma STDC FENV_ACCESS ON` holds, or where
///   exceptions are kept;
/// - calls that may store something in `errno`, if that is kept.
/// \throws Unmodelled
void require_no_environment(const clang::Stmt *statement, const clang::ASTContext &ast,
                            const KeptEffects &kept);

/// Whether the file or a header of it declares functions that set the rounding mode (<fenv.h>).
bool can_change_rounding(const clang::ASTContext &ast);

} // namespace espalier::frontend
