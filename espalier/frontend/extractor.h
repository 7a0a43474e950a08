#pragma once

#include "espalier/frontend/bodies.h"
#include "espalier/frontend/environment.h"
#include "espalier/frontend/loops.h"

namespace espalier::frontend {

/// Builds the Program of a region, statement by statement.
class ProgramExtractor {
public:
    ProgramExtractor(const clang::ASTContext &ast, isl::ctx ctx,
                     const clang::FunctionDecl *function,
                     const std::vector<const clang::Stmt *> &region, const KeptEffects &kept);

    /// \throws Unmodelled
    program::Program extract();

    /// Whether the region itself declares variables that are used after it.
    bool declares_for_later() const;

    /// Variables and parameters of the function, declared before the region, whose values only it
    /// uses, and functions that it calls and that only this file sees; sorted.
    std::vector<std::string> own_names() const;

private:
    using Nest = program::Nest;

    void sequence(const std::vector<const clang::Stmt *> &statements, Scope &scope, Nest &nest);
    void statement(const clang::Stmt *statement, Scope &scope, Nest &nest);
    void loop(const clang::ForStmt *loop, Scope &scope, Nest &nest);
    void branch(const clang::IfStmt *branch, Scope &scope, Nest &nest);
    void declaration(const clang::DeclStmt *declaration, Scope &scope, Nest &nest);
    void expression(const clang::Expr *expression, Scope &scope, Nest &nest);
    void explicit_kill(const clang::CallExpr *call, const Scope &scope, Nest &nest);
    void assignment(const clang::Expr *target, const std::string &op, const clang::Expr *value,
                    const clang::Expr *where, Scope &scope, Nest &nest);
    void assign(const clang::Expr *target, const std::string &op, program::ExpressionPtr value,
                const clang::Expr *where, Scope &scope, Nest &nest);
    void track(const clang::Expr *target, const clang::Expr *value, Scope &scope);
    void keep_final_value(const LoopModel &loop, const clang::ForStmt *where, Scope &scope,
                          Nest &nest);
    void add_statement(program::ExpressionPtr body, clang::SourceLocation where, const Scope &scope,
                       Nest &nest);
    void kill(const VariableSet &variables, const Scope &scope, Nest &nest);
    std::string statement_name();
    void finish();

    Model model_;
    KeptEffects kept_;
    AffineExtractor affine_;
    AccessExtractor accesses_;
    BodyExtractor bodies_;
    std::string label_;                       ///< of the statement to come
    std::vector<std::size_t> memory_readers_; ///< statements that call a `pure` function
};

} // namespace espalier::frontend
