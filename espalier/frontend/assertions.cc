#include "espalier/frontend/assertions.h"

#include <clang/AST/Stmt.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// Without parentheses, casts to `void` and `__extension__`.
const clang::Expr *bare(const clang::Expr *expression)
{
    const clang::Expr *inner = expression->IgnoreParenImpCasts();
    const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(inner);
    if (cast && cast->getCastKind() == clang::CK_ToVoid)
        return bare(cast->getSubExpr());
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(inner);
    return unary && unary->getOpcode() == clang::UO_Extension ? bare(unary->getSubExpr()) : inner;
}

const clang::FunctionDecl *called(const clang::Expr *expression)
{
    const auto *call = llvm::dyn_cast<clang::CallExpr>(bare(expression));
    return call ? call->getDirectCallee() : nullptr;
}

bool ends_program(const clang::Expr *expression)
{
    const clang::FunctionDecl *function = called(expression);
    return function && function->isNoReturn();
}

bool does_nothing(const clang::Expr *expression)
{
    return llvm::isa<clang::IntegerLiteral, clang::UnaryExprOrTypeTraitExpr>(bare(expression));
}

/// The condition of `if (c) ; else abort();`.
const clang::Expr *condition_of_branch(const clang::Stmt *statement)
{
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement);
    if (!branch || branch->hasInitStorage() || branch->hasVarStorage() || !branch->getElse() ||
        !llvm::isa<clang::NullStmt>(branch->getThen()))
        return nullptr;
    const auto *failure = llvm::dyn_cast<clang::Expr>(branch->getElse());
    return failure && ends_program(failure) ? branch->getCond() : nullptr;
}

} // namespace

bool never_goes_on(const clang::Stmt *statement)
{
    if (!statement)
        return false;
    if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::BreakStmt,
                  clang::ContinueStmt>(statement))
        return true;
    if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
        return std::ranges::any_of(compound->body(), never_goes_on);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
        return never_goes_on(branch->getThen()) && never_goes_on(branch->getElse());
    const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    return expression && ends_program(expression);
}

const clang::Expr *asserted_condition(const clang::Expr *expression)
{
    const clang::Expr *inner = bare(expression);
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(inner))
        return does_nothing(choice->getTrueExpr()) && ends_program(choice->getFalseExpr())
                   ? choice->getCond()
                   : nullptr;
    if (const auto *block = llvm::dyn_cast<clang::StmtExpr>(inner)) {
        const clang::CompoundStmt *body = block->getSubStmt();
        return body->size() == 1 ? condition_of_branch(body->body_front()) : nullptr;
    }
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
    if (!operation)
        return nullptr;
    if (operation->getOpcode() == clang::BO_Comma && does_nothing(operation->getLHS()))
        return asserted_condition(operation->getRHS());
    if (operation->getOpcode() == clang::BO_LOr) {
        const auto *failure = llvm::dyn_cast<clang::BinaryOperator>(bare(operation->getRHS()));
        if (failure && failure->getOpcode() == clang::BO_Comma && ends_program(failure->getLHS()))
            return operation->getLHS();
    }
    return nullptr;
}

const clang::Expr *promised_condition(const clang::Expr *expression)
{
    const clang::FunctionDecl *function = called(expression);
    if (!function || !function->getDeclName().isIdentifier() ||
        (function->getName() != "__builtin_assume" && function->getName() != "__pencil_assume"))
        return nullptr;
    const auto *call = llvm::cast<clang::CallExpr>(bare(expression));
    return call->getNumArgs() == 1 ? call->getArg(0) : nullptr;
}

} // namespace espalier::frontend
