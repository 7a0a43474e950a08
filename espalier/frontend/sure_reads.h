#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <vector>

namespace espalier::frontend {

/// The reads of integers in memory, `out->stride`, that both parts of a branch surely make: one of
/// each pair.
std::vector<const clang::Expr *> reads_in_both_parts(const clang::IfStmt *branch,
                                                     const clang::ASTContext &ast);

} // namespace espalier::frontend
