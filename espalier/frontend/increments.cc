#include "espalier/frontend/increments.h"

#include "espalier/frontend/walk.h"

#include <clang/AST/Expr.h>

#include <map>

namespace espalier::frontend {

namespace {

using Statements = std::vector<const clang::Stmt *>;

/// Whether parts of an expression need not be evaluated.
bool is_choice(const clang::Stmt &part)
{
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
    return llvm::isa<clang::AbstractConditionalOperator, clang::UnaryExprOrTypeTraitExpr,
                     clang::StmtExpr, clang::GenericSelectionExpr>(part) ||
           (binary && (binary->isLogicalOp() || binary->isCommaOp()));
}

/// The increments of one statement.
class Increments {
public:
    Increments(const clang::Stmt *statement, const Model &model) : model_(model)
    {
        if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
            itself_ = expression->IgnoreParens();
        walk(statement,
             {.enter =
                  [this](const clang::Stmt &part) {
                      choices_ += is_choice(part);
                      note(part);
                      return true;
                  },
              .leave = [this](const clang::Stmt &part) { choices_ -= is_choice(part); }});
    }

    /// Those that can be done apart, in the order of the source.
    std::vector<const clang::UnaryOperator *> separable() const
    {
        std::vector<const clang::UnaryOperator *> result;
        for (const clang::UnaryOperator *one : found_)
            if (named_.at(variable_of(one->getSubExpr())) == 1)
                result.push_back(one);
        return result;
    }

private:
    void note(const clang::Stmt &part)
    {
        if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part))
            ++named_[variable_of(reference)];
        const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&part);
        if (!operation || !operation->isIncrementDecrementOp() || operation == itself_ ||
            choices_ > 0)
            return;
        const clang::VarDecl *variable = variable_of(operation->getSubExpr());
        if (variable && variable->hasLocalStorage() && !model_.may_be_aliased(variable) &&
            (is_modelled_integer(model_.ast(), variable->getType()) ||
             variable->getType()->isPointerType()))
            found_.push_back(operation);
    }

    const Model &model_;
    const clang::Stmt *itself_ = nullptr;
    int choices_ = 0;
    std::vector<const clang::UnaryOperator *> found_;
    std::map<const clang::VarDecl *, int> named_;
};

/// Adds what a statement is made of.
void append(const clang::Stmt *statement, Statements &result, Model &model)
{
    const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
    if (!expression && !llvm::isa<clang::DeclStmt>(statement)) {
        result.push_back(statement);
        return;
    }
    const auto *pair =
        expression ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens()) : nullptr;
    if (pair && pair->isCommaOp()) {
        append(pair->getLHS(), result, model);
        append(pair->getRHS(), result, model);
        return;
    }
    Statements after;
    for (const clang::UnaryOperator *increment : Increments(statement, model).separable()) {
        (increment->isPrefix() ? result : after).push_back(increment);
        model.do_apart(increment);
    }
    result.push_back(statement);
    result.insert(result.end(), after.begin(), after.end());
}

} // namespace

Statements with_increments_apart(const Statements &statements, Model &model)
{
    Statements result;
    for (const clang::Stmt *statement : statements)
        append(statement, result, model);
    return result;
}

Statements statements_of(const clang::Stmt *body, Model &model)
{
    return with_increments_apart(children_of(body), model);
}

std::optional<Addition> addition_to(const clang::VarDecl *variable, const clang::Expr *expression)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(bare))
        if (step->isIncrementDecrementOp() && variable_of(step->getSubExpr()) == variable)
            return Addition{nullptr, step->isDecrementOp()};
    const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(bare);
    if (!assignment || variable_of(assignment->getLHS()) != variable)
        return std::nullopt;
    const clang::Expr *value = assignment->getRHS();
    if (assignment->getOpcode() == clang::BO_AddAssign ||
        assignment->getOpcode() == clang::BO_SubAssign)
        return Addition{value, assignment->getOpcode() == clang::BO_SubAssign};
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
    if (assignment->getOpcode() != clang::BO_Assign || !sum || !sum->isAdditiveOp())
        return std::nullopt;
    if (variable_of(sum->getLHS()) == variable)
        return Addition{sum->getRHS(), sum->getOpcode() == clang::BO_Sub};
    if (variable_of(sum->getRHS()) == variable && sum->getOpcode() == clang::BO_Add)
        return Addition{sum->getLHS(), false};
    return std::nullopt;
}

bool changes(const clang::Stmt *statement, const clang::VarDecl *variable, const Model &model)
{
    // An increment that is done apart does change it where it is a statement of its own, and what
    // is in inner statements belongs to these.
    if (const auto *increment = llvm::dyn_cast_or_null<clang::UnaryOperator>(statement))
        if (model.is_done_apart(increment))
            return variable_of(increment->getSubExpr()) == variable;
    const bool is_taken_apart = statement && llvm::isa<clang::Expr, clang::DeclStmt>(statement);
    const Usage usage =
        is_taken_apart ? usage_of({statement}, model.done_apart()) : usage_of({statement});
    return usage.modified.contains(variable);
}

} // namespace espalier::frontend
