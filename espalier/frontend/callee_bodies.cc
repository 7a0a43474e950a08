#include "espalier/frontend/callee_bodies.h"

#include "espalier/frontend/assertions.h"
#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/DeclGroup.h>

#include <algorithm>
#include <span>

namespace espalier::frontend {

namespace {

using Statements = std::span<const clang::Stmt *const>;

std::vector<const clang::Stmt *> joined(const clang::Stmt *first, Statements rest)
{
    std::vector<const clang::Stmt *> result;
    if (first)
        result = children_of(first);
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
}

/// Copies a body with assignments to a variable in place of `return`.
class BodyWithoutReturns {
public:
    /// \param result  null where nothing is returned, or the value is not used
    BodyWithoutReturns(clang::ASTContext &ast, TreeCopy &copy, clang::VarDecl *result)
        : ast_(ast), copy_(copy), result_(result)
    {
    }

    /// What statements do until they return:
    ///
    ///     if (c) return v; S; return w;   ->   if (c) r = v; else { S; r = w; }
    std::vector<clang::Stmt *> statements(Statements all)
    {
        std::vector<clang::Stmt *> result;
        for (std::size_t k = 0; k < all.size(); ++k) {
            const clang::Stmt *statement = all[k];
            const Statements rest = all.subspan(k + 1);
            if (!contains_return(statement)) {
                result.push_back(copy_.statement(statement));
                continue;
            }
            if (const auto *end = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
                if (end->getRetValue())
                    result.push_back(returned(end->getRetValue()));
            } else if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
                const auto inner = joined(block, rest);
                for (clang::Stmt *part : statements(inner))
                    result.push_back(part);
            } else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
                result.push_back(this->branch(branch, rest));
            } else {
                throw NotCopied{"a `return` from within a loop"};
            }
            return result;
        }
        return result;
    }

private:
    clang::Stmt *returned(const clang::Expr *value)
    {
        clang::Expr *copied = copy_.expression(value);
        if (!result_)
            return copied;
        auto *target = const_cast<clang::Expr *>(reference_to(result_, ast_));
        return clang::BinaryOperator::Create(
            ast_, target, copied, clang::BO_Assign, result_->getType(), clang::VK_PRValue,
            clang::OK_Ordinary, value->getBeginLoc(), clang::FPOptionsOverride());
    }

    /// A branch of which a part returns: what follows it stands in the other part.
    clang::Stmt *branch(const clang::IfStmt *branch, Statements rest)
    {
        if (branch->hasInitStorage() || branch->hasVarStorage())
            throw NotCopied{"a declaration in a condition"};
        const bool yes_ends = never_goes_on(branch->getThen());
        const bool no_ends = never_goes_on(branch->getElse());
        if (!yes_ends && !no_ends && !rest.empty())
            throw NotCopied{"a branch that may return, or go on"};
        clang::Expr *condition = copy_.expression(branch->getCond());
        const auto yes = joined(branch->getThen(), yes_ends ? Statements() : rest);
        const auto no = joined(branch->getElse(), no_ends ? Statements() : rest);
        clang::Stmt *first = block(yes, branch);
        clang::Stmt *second = no.empty() ? nullptr : block(no, branch);
        return clang::IfStmt::Create(ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary,
                                     nullptr, nullptr, condition, branch->getLParenLoc(),
                                     branch->getRParenLoc(), first, branch->getElseLoc(), second);
    }

    clang::Stmt *block(Statements all, const clang::IfStmt *where)
    {
        return clang::CompoundStmt::Create(ast_, statements(all), clang::FPOptionsOverride(),
                                           where->getBeginLoc(), where->getEndLoc());
    }

    clang::ASTContext &ast_;
    TreeCopy &copy_;
    clang::VarDecl *result_;
};

/// A number, also with a sign.
bool is_number(const clang::Expr *expression)
{
    const clang::Expr *bare = expression->IgnoreParenImpCasts();
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(bare);
    if (unary && unary->getOpcode() == clang::UO_Minus)
        bare = unary->getSubExpr()->IgnoreParenImpCasts();
    return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral>(bare);
}

/// Whether an expression is a variable or a field of one, without subscripts and pointers.
bool is_object(const clang::Expr *lvalue)
{
    const clang::Expr *bare = lvalue->IgnoreParens();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(bare))
        return !member->isArrow() && is_object(member->getBase());
    const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(bare);
    return named && variable_of(named);
}

} // namespace

void CalleeBodies::enter(clang::FunctionDecl *caller)
{
    caller_ = caller;
    names_.enter(caller);
    addressed_ = usage_of({caller->getBody()}).address_taken;
}

/// Whether an argument has the same value throughout a call, and can be evaluated anywhere in it.
bool CalleeBodies::stays_the_same(const clang::Expr *argument) const
{
    const clang::Expr *bare = argument->IgnoreParenImpCasts();
    if (is_number(bare))
        return true;
    if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(bare))
        return address->getOpcode() == clang::UO_AddrOf && is_object(address->getSubExpr());
    const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(bare);
    const clang::VarDecl *variable = named ? variable_of(named) : nullptr;
    return variable && (variable->getType()->isArrayType() ||
                        (variable->hasLocalStorage() && !addressed_.contains(variable) &&
                         !variable->getType().isVolatileQualified()));
}

clang::VarDecl *CalleeBodies::new_variable(const clang::VarDecl *original, clang::QualType type)
{
    return clang::VarDecl::Create(ast_, caller_, original->getBeginLoc(), original->getLocation(),
                                  names_.name_for(original), type,
                                  ast_.getTrivialTypeSourceInfo(type), clang::SC_None);
}

clang::VarDecl *CalleeBodies::result_variable(const clang::CallExpr *call,
                                              const clang::FunctionDecl *callee)
{
    const clang::QualType type = callee->getReturnType().getUnqualifiedType();
    return clang::VarDecl::Create(ast_, caller_, call->getBeginLoc(), call->getBeginLoc(),
                                  names_.name_after(callee->getNameAsString()), type,
                                  ast_.getTrivialTypeSourceInfo(type), clang::SC_None);
}

clang::DeclStmt *CalleeBodies::declaration(clang::VarDecl *variable, clang::SourceLocation begin,
                                           clang::SourceLocation end) const
{
    return new (ast_) clang::DeclStmt(clang::DeclGroupRef(variable), begin, end);
}

clang::CompoundStmt *CalleeBodies::block(const clang::CallExpr *call,
                                         const clang::FunctionDecl *callee, clang::VarDecl *result)
{
    TreeCopy copy(ast_, [&](const clang::VarDecl *variable) {
        return new_variable(variable, variable->getType().getUnqualifiedType());
    });
    const Usage usage = usage_of({callee->getBody()});
    std::vector<clang::Stmt *> all;
    for (unsigned k = 0; k < call->getNumArgs(); ++k) {
        const clang::ParmVarDecl *parameter = callee->getParamDecl(k);
        const clang::Expr *argument = call->getArg(k);
        const bool changes =
            usage.modified.contains(parameter) || usage.address_taken.contains(parameter);
        if (!changes && stays_the_same(argument)) {
            copy.substitute(parameter, argument);
            continue;
        }
        clang::Expr *value = TreeCopy(ast_, nullptr).expression(argument);
        const clang::QualType type = parameter->getType()->isVariablyModifiedType()
                                         ? value->getType()
                                         : parameter->getType();
        clang::VarDecl *variable = new_variable(parameter, type.getUnqualifiedType());
        variable->setInit(value);
        copy.rename(parameter, variable);
        all.push_back(declaration(variable, call->getBeginLoc(), call->getEndLoc()));
    }
    const clang::Stmt *body = callee->getBody();
    for (clang::Stmt *part :
         BodyWithoutReturns(ast_, copy, result).statements(Statements(&body, 1)))
        all.push_back(part);
    for (const clang::Stmt *part : all) {
        const Usage inner = usage_of({part});
        addressed_.insert(inner.address_taken.begin(), inner.address_taken.end());
    }
    return clang::CompoundStmt::Create(ast_, all, clang::FPOptionsOverride(), call->getBeginLoc(),
                                       call->getEndLoc());
}

} // namespace espalier::frontend
