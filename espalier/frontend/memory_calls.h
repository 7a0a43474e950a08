#pragma once

#include "espalier/frontend/expansion_names.h"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace espalier::frontend {

/// Puts loops in place of calls that copy or clear the elements of arrays, a loop for each factor
/// of how many there are:
///
///     memcpy(to, from, n * m * sizeof(double));
///       ->  for (size_t i = 0; i < n; i++) for (size_t j = 0; j < m; j++)
///               to[i * m + j] = from[i * m + j];
///     memset(x, 0, sizeof x);   ->   for (size_t i = 0; i < 8; i++) x[i] = 0;
class MemoryCalls {
public:
    MemoryCalls(clang::ASTContext &ast, ExpansionNames &names) : ast_(ast), names_(names) {}

    /// Starts on the calls in a function: counters are declared there.
    void enter(clang::FunctionDecl *caller) { caller_ = caller; }

    /// The loops in place of a call.
    /// \return null for other calls, and where the elements are no numbers, or parts of elements or
    ///         what has effects is said to be copied
    clang::Stmt *loops(const clang::CallExpr *call);

private:
    clang::Expr *element(const clang::Expr *pointer, const std::vector<clang::VarDecl *> &counters,
                         const std::vector<const clang::Expr *> &extents) const;
    clang::Expr *row(clang::Expr *pointer, clang::Expr *at) const;
    clang::Expr *operation(clang::BinaryOperatorKind opcode, clang::Expr *left, clang::Expr *right,
                           clang::QualType type) const;
    clang::Expr *converted(const clang::Expr *value, clang::QualType type) const;
    clang::Expr *value_of(clang::VarDecl *counter) const;
    clang::Stmt *loop(clang::VarDecl *counter, const clang::Expr *extent, clang::Stmt *body) const;

    clang::ASTContext &ast_;
    ExpansionNames &names_;
    clang::FunctionDecl *caller_ = nullptr;
    clang::SourceLocation where_; ///< of the call
};

} // namespace espalier::frontend
