#include "espalier/frontend/callee_values.h"

#include "espalier/frontend/callees.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <algorithm>
#include <span>
#include <vector>

namespace espalier::frontend {

namespace {

using Statements = std::span<const clang::Stmt *const>;

/// Longer expressions are left to calls.
constexpr std::size_t most_parts = 100;
constexpr unsigned most_choices = 12;

/// Whether an expression has a call that may do this, or more.
bool has_call(const clang::Expr *expression, CallEffect least)
{
    bool result = false;
    walk(expression, {.enter = [&](const clang::Stmt &part) {
             const auto *call = llvm::dyn_cast<clang::CallExpr>(&part);
             const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
             result = result || (call && (!callee || effect_of(callee) >= least));
             return !result;
         }});
    return result;
}

/// How often a tree names a variable.
std::size_t uses_of(const clang::VarDecl *variable, const clang::Stmt *body)
{
    std::size_t result = 0;
    walk(body, {.enter = [&](const clang::Stmt &part) {
             const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(&part);
             result += named && variable_of(named) == variable->getCanonicalDecl();
             return true;
         }});
    return result;
}

/// The last array of `a[i]`, as a pointer to its first element, is one that may go on behind it:
/// `&a[i][0]`. Other pointers stay.
const clang::Expr *as_pointer_to_element(const clang::Expr *pointer, clang::ASTContext &ast)
{
    const auto *decay = llvm::dyn_cast<clang::ImplicitCastExpr>(pointer->IgnoreParens());
    if (!decay || decay->getCastKind() != clang::CK_ArrayToPointerDecay ||
        llvm::isa<clang::DeclRefExpr>(decay->getSubExpr()->IgnoreParens()))
        return pointer;
    auto *base = const_cast<clang::ImplicitCastExpr *>(decay);
    const clang::QualType element = decay->getType()->getPointeeType();
    auto *zero =
        clang::IntegerLiteral::Create(ast, llvm::APInt(32, 0), ast.IntTy, decay->getBeginLoc());
    auto *first = new (ast) clang::ArraySubscriptExpr(base, zero, element, clang::VK_LValue,
                                                      clang::OK_Ordinary, decay->getEndLoc());
    return clang::UnaryOperator::Create(ast, first, clang::UO_AddrOf, decay->getType(),
                                        clang::VK_PRValue, clang::OK_Ordinary, decay->getBeginLoc(),
                                        false, clang::FPOptionsOverride());
}

/// Finds what a body returns.
class ReturnedValue {
public:
    ReturnedValue(const clang::FunctionDecl *callee, clang::ASTContext &ast)
        : callee_(callee), ast_(ast)
    {
    }

    clang::Expr *of(const clang::CallExpr *call)
    {
        const Usage usage = usage_of({callee_->getBody()});
        if (!usage.assigned.empty() || !usage.address_taken.empty() || !usage.stored.empty())
            throw NotCopied{"an assignment"};
        for (unsigned k = 0; k < call->getNumArgs(); ++k) {
            const clang::Expr *argument = call->getArg(k);
            if (argument->HasSideEffects(ast_, false) || !usage_of({argument}).stored.empty() ||
                has_call(argument, CallEffect::unknown))
                throw NotCopied{"an argument with side effects"};
            replace(callee_->getParamDecl(k), as_pointer_to_element(argument, ast_));
        }
        const clang::Stmt *body = callee_->getBody();
        return value(Statements(&body, 1));
    }

private:
    void replace(const clang::VarDecl *variable, const clang::Expr *value)
    {
        if (has_call(value, CallEffect::none) && uses_of(variable, callee_->getBody()) > 1)
            throw NotCopied{"a value that would be computed several times"};
        copy_.substitute(variable, value);
    }

    /// What is returned by the first of some statements that returns. What follows a block with a
    /// statement behind it is not looked for.
    clang::Expr *value(Statements statements)
    {
        if (statements.empty())
            throw NotCopied{"a path without `return`"};
        const clang::Stmt *first = statements.front();
        const Statements rest = statements.subspan(1);
        if (const auto *result = llvm::dyn_cast<clang::ReturnStmt>(first);
            result && result->getRetValue())
            return copy_.converted(as_pointer_to_element(result->getRetValue(), ast_));
        if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(first)) {
            std::vector<const clang::Stmt *> all(block->body_begin(), block->body_end());
            all.insert(all.end(), rest.begin(), rest.end());
            return value(all);
        }
        if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(first)) {
            for (const clang::Decl *declared : declaration->decls())
                let(declared);
            return value(rest);
        }
        if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(first);
            branch && !branch->hasInitStorage() && !branch->hasVarStorage())
            return choice(branch, rest);
        if (llvm::isa<clang::NullStmt>(first))
            return value(rest);
        throw NotCopied{"a statement that is no `return`"};
    }

    void let(const clang::Decl *declared)
    {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
        if (!variable || !variable->hasLocalStorage() || !variable->hasInit() ||
            !variable->getType()->isArithmeticType() || variable->getType().isVolatileQualified())
            throw NotCopied{"a variable without a value"};
        replace(variable, copy_.converted(variable->getInit()));
    }

    clang::Expr *choice(const clang::IfStmt *branch, Statements rest)
    {
        if (++choices_ > most_choices)
            throw NotCopied{"many choices"};
        std::vector<const clang::Stmt *> yes = {branch->getThen()}, no;
        if (branch->getElse())
            no.push_back(branch->getElse());
        for (std::vector<const clang::Stmt *> *part : {&yes, &no})
            part->insert(part->end(), rest.begin(), rest.end());
        clang::Expr *condition = copy_.expression(branch->getCond());
        clang::Expr *if_true = value(yes), *if_false = value(no);
        if ((parts_ += parts_of(if_true) + parts_of(if_false)) > most_parts)
            throw NotCopied{"a long expression"};
        const clang::SourceLocation where = branch->getBeginLoc();
        return new (ast_) clang::ConditionalOperator(condition, where, if_true, where, if_false,
                                                     callee_->getReturnType().getUnqualifiedType(),
                                                     clang::VK_PRValue, clang::OK_Ordinary);
    }

    const clang::FunctionDecl *callee_;
    clang::ASTContext &ast_;
    TreeCopy copy_{ast_, nullptr};
    std::size_t parts_ = 0;
    unsigned choices_ = 0;
};

} // namespace

clang::Expr *value_of_call(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                           clang::ASTContext &ast)
{
    if (callee->getReturnType()->isVoidType())
        return nullptr;
    try {
        clang::Expr *result = ReturnedValue(callee, ast).of(call);
        return parts_of(result) <= most_parts ? result : nullptr;
    } catch (const NotCopied &) {
        return nullptr;
    }
}

} // namespace espalier::frontend
