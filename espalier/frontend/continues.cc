#include "espalier/frontend/continues.h"

#include "espalier/frontend/source_loops.h"
#include "espalier/frontend/usage.h"

#include <clang/AST/Expr.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace espalier::frontend {

namespace {

using clang::Stmt;
using Statements = std::vector<Stmt *>;

Statements parts_of(Stmt *statement)
{
    if (!statement)
        return {};
    if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement))
        return {block->body_begin(), block->body_end()};
    return {statement};
}

/// What stands before the `continue` at the end of a statement; nothing if there is none.
std::optional<Statements> before_continue(Stmt *statement)
{
    Statements parts = parts_of(statement);
    if (parts.empty() || !llvm::isa<clang::ContinueStmt>(parts.back()))
        return std::nullopt;
    parts.pop_back();
    return parts;
}

/// Rewrites the body of one loop.
class Body {
public:
    Body(clang::CompoundStmt *body, clang::ASTContext &ast) : body_(body), ast_(ast) {}

    Stmt *rewritten() const
    {
        return clang::CompoundStmt::Create(ast_, rewritten(parts_of(body_)),
                                           clang::FPOptionsOverride(), body_->getLBracLoc(),
                                           body_->getRBracLoc());
    }

private:
    Statements rewritten(Statements statements) const
    {
        if (!statements.empty() && llvm::isa<clang::ContinueStmt>(statements.back()))
            statements.pop_back();
        for (auto at = statements.begin(); at != statements.end(); ++at) {
            auto *branch = llvm::dyn_cast<clang::IfStmt>(*at);
            const Statements behind(at + 1, statements.end());
            if (!branch || branch->hasInitStorage() || branch->hasVarStorage() ||
                std::ranges::any_of(behind, has_jump_target))
                continue;
            if (Stmt *whole = with_rest(branch, behind)) {
                statements.erase(at, statements.end());
                statements.push_back(whole);
                return statements;
            }
        }
        return statements;
    }

    /// A branch that goes on with the next iteration, and what it leaves out then.
    /// \return null if it does not do that
    Stmt *with_rest(clang::IfStmt *branch, const Statements &rest) const
    {
        if (auto before = before_continue(branch->getThen())) {
            if (branch->getElse())
                return nullptr;
            if (before->empty() && !rest.empty())
                return chosen(branch, opposite(branch->getCond()), rest_of_body(branch, rest),
                              nullptr);
            return chosen(branch, branch->getCond(), block(branch, *before),
                          rest.empty() ? nullptr : rest_of_body(branch, rest));
        }
        if (auto before = before_continue(branch->getElse())) {
            Stmt *yes = clang::CompoundStmt::Create(
                ast_, {branch->getThen(), rest_of_body(branch, rest)}, clang::FPOptionsOverride(),
                branch->getThen()->getBeginLoc(), body_->getRBracLoc());
            return chosen(branch, branch->getCond(), yes,
                          before->empty() ? nullptr : block(branch, *before));
        }
        return nullptr;
    }

    /// What stands behind a branch, as a block from there to the end of the body.
    Stmt *rest_of_body(const clang::IfStmt *branch, const Statements &rest) const
    {
        return clang::CompoundStmt::Create(ast_, rewritten(rest), clang::FPOptionsOverride(),
                                           branch->getEndLoc(), body_->getRBracLoc());
    }

    Stmt *chosen(const clang::IfStmt *branch, clang::Expr *condition, Stmt *yes, Stmt *no) const
    {
        return clang::IfStmt::Create(ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary,
                                     nullptr, nullptr, condition, branch->getLParenLoc(),
                                     branch->getRParenLoc(), yes, branch->getElseLoc(), no);
    }

    Stmt *block(const clang::IfStmt *branch, const Statements &statements) const
    {
        return clang::CompoundStmt::Create(
            ast_, statements, clang::FPOptionsOverride(),
            statements.empty() ? branch->getBeginLoc() : statements.front()->getBeginLoc(),
            statements.empty() ? branch->getEndLoc() : statements.back()->getEndLoc());
    }

    clang::Expr *opposite(clang::Expr *condition) const
    {
        return clang::UnaryOperator::Create(
            ast_, condition, clang::UO_LNot, ast_.getLogicalOperationType(), clang::VK_PRValue,
            clang::OK_Ordinary, condition->getBeginLoc(), false, clang::FPOptionsOverride());
    }

    clang::CompoundStmt *body_;
    clang::ASTContext &ast_;
};

/// Inner loops first.
void rewrite(Stmt *statement, clang::ASTContext &ast)
{
    for (auto slot = statement->child_begin(); slot != statement->child_end(); ++slot) {
        if (!*slot || llvm::isa<clang::Expr>(*slot))
            continue;
        rewrite(*slot, ast);
        auto *body = llvm::dyn_cast<clang::CompoundStmt>(*slot);
        if (body && is_loop(statement) && leaves_early(statement))
            *slot = Body(body, ast).rewritten();
    }
}

} // namespace

void turn_continues_into_branches(clang::ASTContext &ast)
{
    for (const clang::FunctionDecl *function : functions_of(ast))
        rewrite(function->getBody(), ast);
}

} // namespace espalier::frontend
