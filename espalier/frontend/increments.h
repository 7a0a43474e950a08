#pragma once

#include "espalier/frontend/model.h"

namespace espalier::frontend {

/// The statements of a body, one or those in its braces, with the operands of commas as statements,
/// and with increments and decrements inside of expressions as statements of their own
/// (Model::do_apart):
///
///     a[i++] = b[--j], k = 0;   ->   --j; a[i++] = b[--j]; i++; k = 0;   the second reads i and j
///
/// Such are those of local integers and pointers that the statement names nowhere else, and that it
/// always evaluates.
std::vector<const clang::Stmt *> statements_of(const clang::Stmt *body, Model &model);

/// The same of a list of statements.
std::vector<const clang::Stmt *>
with_increments_apart(const std::vector<const clang::Stmt *> &statements, Model &model);

/// Whether a statement changes a variable otherwise than by increments that are done apart.
bool changes(const clang::Stmt *statement, const clang::VarDecl *variable, const Model &model);

/// What is added to a variable.
struct Addition {
    const clang::Expr *value; ///< null for one
    bool is_subtracted;
};

/// What an expression that stands as a statement adds to a variable: `v++`, `v -= e`, `v = e + v`.
/// \return nothing if it does anything else
std::optional<Addition> addition_to(const clang::VarDecl *variable, const clang::Expr *expression);

} // namespace espalier::frontend
