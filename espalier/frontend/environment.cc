#include "espalier/frontend/environment.h"

#include "espalier/frontend/unmodelled.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>
#include <fmt/format.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

bool may_set_errno(const clang::FunctionDecl *function)
{
    unsigned id = function->getBuiltinID();
    const clang::Builtin::Context &builtins = function->getASTContext().BuiltinInfo;
    return !function->hasAttr<clang::ConstAttr>() && !function->hasAttr<clang::PureAttr>() &&
           (id == 0 || !(builtins.isConst(id) || builtins.isConstWithoutExceptions(id)));
}

/// Refuses expressions that have to stay where they are.
class EnvironmentUse {
public:
    EnvironmentUse(const clang::ASTContext &ast, const KeptEffects &kept) : ast_(ast), kept_(kept)
    {
    }

    void require_none(const clang::Stmt *statement) const
    {
        walk(statement, {.enter = [this](const clang::Stmt &part) {
                 if (const auto *expression = llvm::dyn_cast<clang::Expr>(&part))
                     check_operation(expression);
                 if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&part))
                     check_call(call);
                 return true;
             }});
    }

private:
    void check_operation(const clang::Expr *expression) const
    {
        const bool computes =
            llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::CastExpr,
                      clang::CallExpr>(expression) &&
            (is_floating(expression) ||
             std::any_of(expression->child_begin(), expression->child_end(), is_floating));
        if (!computes)
            return;
        if (expression->getFPFeaturesInEffect(ast_.getLangOpts()).getAllowFEnvAccess())
            refuse(expression, DiagnosticKind::unmodelled_expression,
                   "`#pragma STDC FENV_ACCESS ON` holds for this floating-point operation");
        if (kept_.exceptions && !is_a_copy(expression))
            refuse(expression, DiagnosticKind::unmodelled_expression,
                   "this floating-point operation may set flags, which --keep=exceptions keeps");
    }

    void check_call(const clang::CallExpr *call) const
    {
        const clang::FunctionDecl *callee = call->getDirectCallee();
        if (kept_.errno_values && callee && may_set_errno(callee))
            refuse(call, DiagnosticKind::unmodelled_call,
                   fmt::format("`{}` may set errno, which --keep=errno keeps",
                               callee->getNameAsString()));
    }

    static bool is_floating(const clang::Stmt *statement)
    {
        const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
        return expression && expression->getType()->isRealFloatingType();
    }

    /// Reads and plain assignments of values of one type set no flags.
    static bool is_a_copy(const clang::Expr *expression)
    {
        if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
            return cast->getCastKind() == clang::CK_LValueToRValue ||
                   cast->getCastKind() == clang::CK_NoOp;
        const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
        return operation && operation->getOpcode() == clang::BO_Assign;
    }

    [[noreturn]] static void refuse(const clang::Expr *expression, DiagnosticKind kind,
                                    const std::string &message)
    {
        throw Unmodelled{kind, expression->getExprLoc(), message};
    }

    const clang::ASTContext &ast_;
    const KeptEffects &kept_;
};

} // namespace

void require_no_environment(const clang::Stmt *statement, const clang::ASTContext &ast,
                            const KeptEffects &kept)
{
    EnvironmentUse(ast, kept).require_none(statement);
}

bool can_change_rounding(const clang::ASTContext &ast)
{
    auto sets_rounding = [](const clang::Decl *one) {
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(one);
        return function && function->getDeclName().isIdentifier() &&
               function->getName() == "fesetround";
    };
    const clang::TranslationUnitDecl *file = ast.getTranslationUnitDecl();
    return std::any_of(file->decls_begin(), file->decls_end(), sets_rounding);
}

} // namespace espalier::frontend
