#pragma once

#include "espalier/frontend/bodies.h"

#include <string>
#include <vector>

namespace espalier::frontend {

/// Turns loops whose iterations data decide about, inside of others, into parts of bodies
/// (program::DataLoop): one statement with what it reads and may write, executed as a whole:
///
///     for (j = first[i]; j < first[i + 1]; j++) s += a[j] * x[column[j]];
///
/// Variables that live in such a loop alone are the statement's own.
class DataLoopExtractor {
public:
    DataLoopExtractor(Model &model, AccessExtractor &accesses, BodyExtractor &bodies)
        : model_(model), accesses_(accesses), bodies_(bodies)
    {
    }

    /// The tree of a loop, whose accesses are left in the BodyExtractor.
    /// \param init  what is to be done of its first clause, in order
    /// \throws Unmodelled
    program::ExpressionPtr loop(const clang::Stmt *loop, const std::vector<Initialization> &init,
                                const Scope &scope);

    /// What of the first clause of a loop sets variables that outlive it, and can be done in front
    /// of the rest.
    std::vector<Initialization> settled_in_front(const clang::Stmt *loop) const;

private:
    VariableSet temporaries(const clang::Stmt *loop) const;
    program::ExpressionPtr nested(const clang::Stmt *loop, const std::vector<Initialization> &init,
                                  Scope scope);
    bool counts_without_wrapping(const clang::VarDecl *variable) const;
    Scope in_body(Scope scope, const clang::Stmt *loop, const std::vector<Initialization> &init);
    std::vector<program::ExpressionPtr> statement(const clang::Stmt *statement, Scope &scope);
    program::ExpressionPtr block(const clang::Stmt *statement, Scope scope);
    std::vector<program::ExpressionPtr> declaration(const clang::VarDecl *variable,
                                                    const clang::Expr *value, Scope &scope);
    std::vector<program::ExpressionPtr> pointer(const clang::VarDecl *variable, Scope &scope);
    std::vector<program::ExpressionPtr> computation(const clang::Expr *expression, Scope &scope);
    program::ExpressionPtr assignment(const clang::Expr *target, const std::string &op,
                                      program::ExpressionPtr value, const Scope &scope);

    Model &model_;
    AccessExtractor &accesses_;
    BodyExtractor &bodies_;
};

} // namespace espalier::frontend
