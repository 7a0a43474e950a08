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

} // namespace espalier::frontend
