#include "espalier/frontend/guards.h"

#include "espalier/frontend/synthetic_expressions.h"

#include <llvm/ADT/FoldingSet.h>

#include <algorithm>
#include <ranges>

namespace espalier::frontend {

namespace {

using program::make_expression;

/// Whether an expression reads a variable whenever it is evaluated.
bool surely_reads(const clang::Expr *expression, const clang::VarDecl *variable)
{
    const clang::Expr *bare = expression->IgnoreParenImpCasts();
    if (variable_of(bare) == variable)
        return true;
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare))
        return surely_reads(operation->getLHS(), variable) ||
               (!operation->isLogicalOp() && surely_reads(operation->getRHS(), variable));
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare))
        return surely_reads(operation->getSubExpr(), variable);
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(bare))
        return surely_reads(cast->getSubExpr(), variable);
    return false;
}

/// What changes nothing where an operator updates an integer of a type with it; null if there is
/// nothing of the kind.
program::ExpressionPtr neutral_value(const std::string &op, clang::QualType type,
                                     const Model &model)
{
    const program::ExpressionPtr zero = make_expression(program::Literal{"0"});
    if (op == "+=" || op == "-=" || op == "|=" || op == "^=")
        return zero;
    if (op == "&=")
        return make_expression(program::CastOperation{
            model.spell(type), make_expression(program::UnaryOperation{"~", zero})});
    return op == "*=" ? make_expression(program::Literal{"1"}) : nullptr;
}

/// The one assignment that a branch consists of; null if it is something else.
const clang::BinaryOperator *only_assignment(const clang::Stmt *branch)
{
    while (const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(branch)) {
        if (compound->size() != 1)
            return nullptr;
        branch = compound->body_front();
    }
    const auto *operation = llvm::dyn_cast_or_null<clang::BinaryOperator>(branch);
    return operation && operation->isAssignmentOp() ? operation : nullptr;
}

bool is_same(const clang::Expr *one, const clang::Expr *other, const clang::ASTContext &ast)
{
    llvm::FoldingSetNodeID first, second;
    one->Profile(first, ast, true);
    other->Profile(second, ast, true);
    return first == second;
}

/// The type of a choice between two values of some types, if it rounds neither before they are
/// assigned; null if it may.
clang::QualType type_of_choice(clang::QualType one, clang::QualType other,
                               const clang::ASTContext &ast)
{
    const auto is_double = [&](clang::QualType type) {
        return ast.hasSameUnqualifiedType(type, ast.DoubleTy);
    };
    const auto is_exact_in_double = [&](clang::QualType type) {
        return type->isIntegerType() && ast.getIntWidth(type) <= 32;
    };
    if (ast.hasSameUnqualifiedType(one, other))
        return one;
    return (is_double(one) && is_exact_in_double(other)) ||
                   (is_double(other) && is_exact_in_double(one))
               ? clang::QualType(ast.DoubleTy)
               : clang::QualType();
}

/// The type that C computes with a value in, before it is converted to that of what it is assigned
/// to.
clang::QualType own_type(const clang::Expr *value, const clang::ASTContext &ast)
{
    const clang::Expr *bare = value->IgnoreParenImpCasts();
    clang::QualType result;
    if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(bare))
        result = type_of_choice(own_type(choice->getTrueExpr(), ast),
                                own_type(choice->getFalseExpr(), ast), ast);
    if (result.isNull())
        result = bare->getType();
    return ast.isPromotableIntegerType(result) ? ast.getPromotedIntegerType(result) : result;
}

/// Whether C would compute with a target in floating point that holds integers, because of a value.
bool is_rounded_by(const clang::Expr *value, const clang::Expr *target)
{
    return value && target->getType()->isIntegerType() &&
           value->IgnoreParenImpCasts()->getType()->isRealFloatingType();
}

bool has_side_effects(const clang::Expr *expression, const clang::ASTContext &ast)
{
    return expression->HasSideEffects(ast, false) || !usage_of({expression}).stored.empty();
}

/// What one of two parts of a branch assigns; nothing if they do not assign to the same.
std::optional<Choice> choice_of(const clang::Expr *condition, const Choice &one,
                                const Choice &other, const clang::ASTContext &ast)
{
    const clang::QualType type = own_type(one.value, ast), other_type = own_type(other.value, ast);
    // An update with a value may be in its type, and a value may be out of an integer's range.
    const bool is_exact = ast.hasSameUnqualifiedType(type, other_type) ||
                          (one.op == "=" && one.target->getType()->isRealFloatingType() &&
                           !type_of_choice(type, other_type, ast).isNull());
    if (one.op != other.op || !one.target->getType()->isArithmeticType() || !is_exact ||
        !is_same(one.target, other.target, ast) || has_side_effects(one.value, ast) ||
        has_side_effects(other.value, ast))
        return std::nullopt;
    return Choice{one.target, one.op, choice_between(condition, one.value, other.value, ast)};
}

/// The assignments that a part of a branch consists of, in their order; none if it has something
/// else.
std::vector<Choice> assignments_of(const clang::Stmt *part, const Model &model, const Scope &scope)
{
    if (const clang::BinaryOperator *only = only_assignment(part))
        return {{only->getLHS(), only->getOpcodeStr().str(), only->getRHS()}};
    const auto *inner = llvm::dyn_cast_or_null<clang::IfStmt>(part);
    if (inner && !inner->hasInitStorage() && !inner->hasVarStorage() &&
        !has_side_effects(inner->getCond(), model.ast()))
        return choices_of(inner, model, scope);
    const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(part);
    std::vector<Choice> result;
    for (unsigned k = 0; compound && k < compound->size(); ++k) {
        const auto assigned = assignments_of(compound->body_begin()[k], model, scope);
        if (assigned.empty())
            return {};
        result.insert(result.end(), assigned.begin(), assigned.end());
    }
    return result;
}

} // namespace

Guards::Guarding::Guarding(Guards &guards, const clang::Expr *condition, bool holds)
    : guards_(guards), on_condition_(guards.model_)
{
    guards_.conditions_.push_back({condition, holds});
}

Guards::Guarding::~Guarding() { guards_.conditions_.pop_back(); }

std::vector<program::ExpressionPtr> Guards::conditions(const Scope &scope)
{
    std::vector<program::ExpressionPtr> result;
    for (const Condition &one : conditions_) {
        const Model::AheadOfConditions ahead(model_, conditions_.size() - result.size());
        program::ExpressionPtr value = bodies_.condition(one.expression, scope, scope.domain);
        result.push_back(one.holds ? value : make_expression(program::UnaryOperation{"!", value}));
    }
    return result;
}

/// Whether a target can be written whatever the conditions say: nobody else sees it, and it has a
/// value.
bool Guards::is_always_there(const clang::Expr *target, const std::string &op) const
{
    const clang::VarDecl *variable = variable_of(target);
    return variable && variable->hasLocalStorage() && !declared_.contains(variable) &&
           (op != "=" || surely_reads(conditions_.front().expression, variable));
}

program::ExpressionPtr Guards::assignment(const clang::Expr *target, const std::string &op,
                                          program::ExpressionPtr value, const Scope &scope,
                                          const clang::Expr *source)
{
    using program::AccessKind;
    if (conditions_.empty())
        return bodies_.assignment(target, op, std::move(value), AccessKind::write, scope);
    if (is_always_there(target, op))
        return choice(target, op, std::move(value), is_rounded_by(source, target),
                      conditions(scope), scope);
    return guarded(bodies_.assignment(target, op, std::move(value), AccessKind::may_write, scope),
                   scope);
}

program::ExpressionPtr Guards::guarded(program::ExpressionPtr statement, const Scope &scope)
{
    for (const program::ExpressionPtr &condition : conditions(scope) | std::views::reverse)
        statement = make_expression(program::Guarded{condition, std::move(statement)});
    return statement;
}

/// The assignment of a value that leaves the target as it is where a condition fails.
/// \param would_round  whether the target would be rounded where it is kept
program::ExpressionPtr Guards::choice(const clang::Expr *target, const std::string &op,
                                      program::ExpressionPtr value, bool would_round,
                                      const std::vector<program::ExpressionPtr> &conditions,
                                      const Scope &scope)
{
    program::ExpressionPtr all = conditions.front();
    for (const program::ExpressionPtr &next : conditions | std::views::drop(1))
        all = make_expression(program::BinaryOperation{"&&", all, next});
    const auto assign = [&](const std::string &by, const program::ExpressionPtr &yes,
                            const program::ExpressionPtr &no) {
        return bodies_.assignment(target, by,
                                  make_expression(program::ConditionalOperation{all, yes, no}),
                                  program::AccessKind::write, scope);
    };
    // Not even zero leaves a zero of floating point as it is, in each way of rounding.
    if (op != "=" && target->getType()->isIntegerType() && !would_round)
        if (const program::ExpressionPtr neutral = neutral_value(op, target->getType(), model_))
            return assign(op, value, neutral);
    const program::ExpressionPtr old = bodies_.read_element(target, scope);
    if (op != "=")
        value = make_expression(
            program::BinaryOperation{op.substr(0, op.size() - 1), old, std::move(value)});
    if (would_round)
        value = make_expression(
            program::CastOperation{model_.spell(target->getType()), std::move(value)});
    return assign("=", value, old);
}

bool may_change_condition(const clang::IfStmt *branch, const Scope &scope)
{
    const clang::BinaryOperator *only = only_assignment(branch->getThen());
    if (!branch->getElse() && only && usage_of({only}).stored.size() == 1)
        return false;
    std::vector<const clang::Stmt *> parts = {branch->getThen()};
    if (branch->getElse())
        parts.push_back(branch->getElse());
    const Usage changes = usage_of(parts), reads = usage_of({branch->getCond()});
    const auto is_known_pointer = [&](const clang::VarDecl *variable) {
        return scope.pointers.contains(variable) || changes.declared.contains(variable);
    };
    // What pointers lead to that are modelled by that has other names, and functions may read all.
    const auto may_change = [&](const Place &place) {
        return reads.referenced.contains(place.first) || !reads.functions.empty() ||
               (!place.second.empty() && (is_known_pointer(place.first) ||
                                          std::ranges::any_of(reads.referenced, is_known_pointer)));
    };
    return std::ranges::any_of(changes.modified,
                               [&](const clang::VarDecl *variable) {
                                   return reads.referenced.contains(variable);
                               }) ||
           std::ranges::any_of(changes.stored, may_change);
}

std::vector<const clang::Expr *> conjuncts_of(const clang::Expr *condition)
{
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
    if (!operation || operation->getOpcode() != clang::BO_LAnd)
        return {condition};
    std::vector<const clang::Expr *> result = conjuncts_of(operation->getLHS());
    for (const clang::Expr *conjunct : conjuncts_of(operation->getRHS()))
        result.push_back(conjunct);
    return result;
}

std::vector<Choice> choices_of(const clang::IfStmt *branch, const Model &model, const Scope &scope)
{
    const std::vector<Choice> yes = assignments_of(branch->getThen(), model, scope),
                              no = assignments_of(branch->getElse(), model, scope);
    if (yes.size() != no.size() || (yes.size() > 1 && may_change_condition(branch, scope)))
        return {};
    std::vector<Choice> result;
    for (std::size_t k = 0; k < yes.size(); ++k) {
        const auto choice = choice_of(branch->getCond(), yes[k], no[k], model.ast());
        if (!choice)
            return {};
        result.push_back(*choice);
    }
    return result;
}

} // namespace espalier::frontend
