#include "espalier/frontend/switches.h"

#include "espalier/frontend/assertions.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/source_loops.h"
#include "espalier/frontend/tree_copy.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <algorithm>
#include <vector>

namespace espalier::frontend {

namespace {

using clang::Expr;
using clang::Stmt;

/// The statements from labels on.
struct Group {
    std::vector<const clang::CaseStmt *> labels;
    bool is_default = false;
    std::vector<Stmt *> statements;
};

/// Whether `break` in a statement leaves a switch around it.
bool has_break(const Stmt *statement)
{
    bool result = false;
    walk(statement, {.enter = [&](const Stmt &part) {
             result = result || llvm::isa<clang::BreakStmt>(part);
             return !is_loop(&part) && !llvm::isa<clang::SwitchStmt>(part);
         }});
    return result;
}

/// Whether an expression can be evaluated once more.
bool can_be_repeated(const Expr *expression, const clang::ASTContext &ast)
{
    const Usage usage = usage_of({expression});
    return !expression->HasSideEffects(ast, false) && usage.stored.empty() &&
           std::ranges::all_of(usage.functions, [](const clang::FunctionDecl *called) {
               return effect_of(called) != CallEffect::unknown;
           });
}

/// Turns one switch into a branch.
class Branches {
public:
    Branches(clang::SwitchStmt *choice, clang::ASTContext &ast) : choice_(choice), ast_(ast) {}

    /// \return null if the switch stays
    Stmt *branch()
    {
        if (choice_->hasInitStorage() || choice_->hasVarStorage() ||
            !can_be_repeated(choice_->getCond(), ast_) || !take_apart() || shares_variables())
            return nullptr;
        try {
            return chained();
        } catch (const NotCopied &) {
            return nullptr;
        }
    }

private:
    /// \return whether each group is apart from the next one
    bool take_apart()
    {
        auto *body = llvm::dyn_cast<clang::CompoundStmt>(choice_->getBody());
        if (!body)
            return false;
        for (Stmt *statement : body->body()) {
            bool is_labelled = false;
            while (auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
                if (!is_labelled && (groups_.empty() || !groups_.back().statements.empty()))
                    groups_.emplace_back();
                is_labelled = true;
                if (const auto *one = llvm::dyn_cast<clang::CaseStmt>(label))
                    groups_.back().labels.push_back(one);
                else
                    groups_.back().is_default = true;
                statement = label->getSubStmt();
            }
            if (groups_.empty())
                return false;
            groups_.back().statements.push_back(statement);
        }
        for (Group &group : groups_)
            if (!ends(group) && &group != &groups_.back())
                return false;
        return !groups_.empty() && std::ranges::none_of(groups_, [](const Group &group) {
            return std::ranges::any_of(group.statements, [](const Stmt *one) {
                return has_break(one) || has_jump_target(one);
            });
        });
    }

    /// Drops the `break` at the end of a group.
    /// \return whether the group ends there, or does not get to its end
    bool ends(Group &group) const
    {
        if (group.statements.empty())
            return false;
        Stmt *&last = group.statements.back();
        if (llvm::isa<clang::BreakStmt>(last)) {
            group.statements.pop_back();
            return true;
        }
        auto *block = llvm::dyn_cast<clang::CompoundStmt>(last);
        if (block && !block->body_empty() && llvm::isa<clang::BreakStmt>(block->body_back())) {
            std::vector<Stmt *> parts(block->body_begin(), block->body_end() - 1);
            last = clang::CompoundStmt::Create(ast_, parts, clang::FPOptionsOverride(),
                                               block->getLBracLoc(), block->getRBracLoc());
            return true;
        }
        return never_goes_on(last) && !has_break(last);
    }

    /// Whether a group names a variable that another one declares.
    bool shares_variables() const
    {
        for (const Group &one : groups_) {
            VariableSet declared;
            for (const Stmt *statement : one.statements)
                if (llvm::isa<clang::DeclStmt>(statement))
                    declared.merge(VariableSet(usage_of({statement}).declared));
            for (const Group &other : groups_)
                if (&one != &other && !declared.empty())
                    for (const Stmt *statement : other.statements)
                        for (const clang::VarDecl *named : usage_of({statement}).referenced)
                            if (declared.contains(named))
                                return true;
        }
        return false;
    }

    Stmt *chained() const
    {
        Stmt *rest = nullptr;
        for (const Group &group : groups_)
            if (group.is_default)
                rest = block(group, !rest);
        for (std::size_t k = groups_.size(); k-- > 0;)
            if (!groups_[k].is_default) {
                Expr *condition = this->condition(groups_[k]);
                Stmt *yes = block(groups_[k], !rest);
                const clang::SourceLocation where = choice_->getBeginLoc();
                rest = clang::IfStmt::Create(ast_, where, clang::IfStatementKind::Ordinary, nullptr,
                                             nullptr, condition, where, where, yes, where, rest);
            }
        return llvm::isa<clang::IfStmt>(rest) ? rest : nullptr;
    }

    /// \param is_last  of the chain, which ends with it
    Stmt *block(const Group &group, bool is_last) const
    {
        const bool is_empty = group.statements.empty();
        return clang::CompoundStmt::Create(
            ast_, group.statements, clang::FPOptionsOverride(),
            is_empty ? choice_->getBeginLoc() : group.statements.front()->getBeginLoc(),
            is_last || is_empty ? choice_->getEndLoc() : group.statements.back()->getEndLoc());
    }

    Expr *condition(const Group &group) const
    {
        Expr *result = nullptr;
        for (const clang::CaseStmt *label : group.labels) {
            Expr *one = label->getRHS()
                            ? joined(clang::BO_LAnd, comparison(clang::BO_GE, label->getLHS()),
                                     comparison(clang::BO_LE, label->getRHS()))
                            : comparison(clang::BO_EQ, label->getLHS());
            result = result ? joined(clang::BO_LOr, result, one) : one;
        }
        return result;
    }

    Expr *comparison(clang::BinaryOperatorKind kind, const Expr *constant) const
    {
        if (const auto *wrapped = llvm::dyn_cast<clang::ConstantExpr>(constant))
            constant = wrapped->getSubExpr();
        return joined(kind, TreeCopy(ast_, nullptr).expression(choice_->getCond()),
                      TreeCopy(ast_, nullptr).expression(constant));
    }

    Expr *joined(clang::BinaryOperatorKind kind, Expr *left, Expr *right) const
    {
        return clang::BinaryOperator::Create(ast_, left, right, kind, ast_.IntTy, clang::VK_PRValue,
                                             clang::OK_Ordinary, choice_->getBeginLoc(),
                                             clang::FPOptionsOverride());
    }

    clang::SwitchStmt *choice_;
    clang::ASTContext &ast_;
    std::vector<Group> groups_;
};

/// Inner switches first.
void rewrite(Stmt *statement, clang::ASTContext &ast)
{
    for (auto slot = statement->child_begin(); slot != statement->child_end(); ++slot) {
        if (!*slot || llvm::isa<Expr>(*slot))
            continue;
        rewrite(*slot, ast);
        if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(*slot))
            if (Stmt *branch = Branches(choice, ast).branch())
                *slot = branch;
    }
}

} // namespace

void turn_switches_into_branches(clang::ASTContext &ast)
{
    for (const clang::FunctionDecl *function : functions_of(ast))
        rewrite(function->getBody(), ast);
}

} // namespace espalier::frontend
