#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

namespace espalier::frontend {

/// \name Expressions that the source does not spell, in the memory of its syntax tree
/// @{

/// A variable as the left side of an assignment.
const clang::Expr *reference_to(const clang::VarDecl *variable, const clang::ASTContext &ast);

/// The value of a variable.
const clang::Expr *value_of(const clang::VarDecl *variable, const clang::ASTContext &ast);

/// The value of an lvalue.
const clang::Expr *loaded(const clang::Expr *lvalue, const clang::ASTContext &ast);

/// A member of a structure, an lvalue, as the left side of an assignment.
const clang::Expr *member_of(const clang::Expr *structure, const clang::FieldDecl *field,
                             const clang::ASTContext &ast);

/// `condition ? yes : no`, for values of one type.
const clang::Expr *choice_between(const clang::Expr *condition, const clang::Expr *yes,
                                  const clang::Expr *no, const clang::ASTContext &ast);
/// @}

} // namespace espalier::frontend
