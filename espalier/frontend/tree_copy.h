#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <functional>
#include <map>
#include <string>

namespace espalier::frontend {

/// Thrown where a tree has a part that is not copied.
struct NotCopied {
    std::string why; ///< what the part is: "a `goto`"
};

/// Copies trees of Clang's, with other variables and with values in place of variables. The copies
/// keep the places in the source, and share no part with the tree but literals and declarations
/// that are not in it.
///
/// Conversions that C makes where a value goes into a variable become casts where the value takes
/// the place of the variable.
class TreeCopy {
public:
    /// \param declare  makes the variable that takes the place of one declared in the tree
    TreeCopy(clang::ASTContext &ast,
             std::function<clang::VarDecl *(const clang::VarDecl *)> declare)
        : ast_(ast), declare_(std::move(declare))
    {
    }

    /// In copies, `value` stands in place of each reading of `variable`. The value is copied, each
    /// time anew: nothing in it may be replaced.
    void substitute(const clang::VarDecl *variable, const clang::Expr *value)
    {
        values_.insert_or_assign(variable->getCanonicalDecl(), value);
    }

    /// In copies, `other` stands in place of `variable`.
    void rename(const clang::VarDecl *variable, clang::VarDecl *other)
    {
        variables_.insert_or_assign(variable->getCanonicalDecl(), other);
    }

    /// \name Copies
    /// \throws NotCopied
    /// @{
    clang::Expr *expression(const clang::Expr *expression);
    clang::Stmt *statement(const clang::Stmt *statement);
    /// With the conversions at its top as casts.
    clang::Expr *converted(const clang::Expr *value);
    /// @}

    clang::VarDecl *declaration(const clang::VarDecl *variable);

private:
    clang::Expr *reference(const clang::DeclRefExpr *reference);
    clang::Expr *cast(const clang::ImplicitCastExpr *cast);
    clang::Expr *unary(const clang::UnaryOperator *operation);
    clang::Expr *binary(const clang::BinaryOperator *operation);
    clang::Expr *element(const clang::ArraySubscriptExpr *element);
    clang::Expr *member(const clang::MemberExpr *member);
    clang::Expr *call(const clang::CallExpr *call);
    clang::Stmt *declarations(const clang::DeclStmt *statement);
    clang::Expr *optional(const clang::Expr *expression)
    {
        return expression ? this->expression(expression) : nullptr;
    }
    clang::Stmt *optional(const clang::Stmt *statement)
    {
        return statement ? this->statement(statement) : nullptr;
    }

    clang::ASTContext &ast_;
    std::function<clang::VarDecl *(const clang::VarDecl *)> declare_;
    std::map<const clang::VarDecl *, const clang::Expr *> values_;
    std::map<const clang::VarDecl *, clang::VarDecl *> variables_;
};

} // namespace espalier::frontend
