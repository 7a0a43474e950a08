#pragma once

#include "espalier/frontend/expansion_names.h"
#include "espalier/frontend/tree_copy.h"

#include <clang/AST/Decl.h>

#include <vector>

namespace espalier::frontend {

/// Puts the bodies of functions in place of calls.
class CalleeBodies {
public:
    CalleeBodies(clang::ASTContext &ast, ExpansionNames &names) : ast_(ast), names_(names) {}

    /// Starts on the calls in a function: variables are declared there.
    void enter(clang::FunctionDecl *caller);

    /// The block that a call executes: its parameters with their values, then the body, which
    /// leaves what it returns in `result`.
    ///
    ///     f(n, a + k, &s)  ->  { double *x = a + k; for (...) s += x[j]; }
    ///
    /// Arguments stand in place of parameters that the function does not change, where they are
    /// constants, local variables, arrays, or addresses of variables.
    /// \param result  null where the value is not used
    /// \throws NotCopied
    clang::CompoundStmt *block(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                               clang::VarDecl *result);

    /// A variable of the caller for what a call returns.
    clang::VarDecl *result_variable(const clang::CallExpr *call, const clang::FunctionDecl *callee);

    clang::DeclStmt *declaration(clang::VarDecl *variable, clang::SourceLocation begin,
                                 clang::SourceLocation end) const;

private:
    clang::VarDecl *new_variable(const clang::VarDecl *original, clang::QualType type);
    bool stays_the_same(const clang::Expr *argument) const;

    clang::ASTContext &ast_;
    ExpansionNames &names_;
    clang::FunctionDecl *caller_ = nullptr;
    VariableSet addressed_; ///< variables that something may change by their address
};

} // namespace espalier::frontend
