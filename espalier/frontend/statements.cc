#include "espalier/frontend/statements.h"

#include "espalier/frontend/induction.h"
#include "espalier/frontend/pointers.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/structure_copies.h"
#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/presburger/id.h"

#include <clang/AST/Attr.h>
#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <utility>

namespace espalier::frontend {

using program::Nest;

void StatementExtractor::kill(const VariableSet &variables, const Scope &scope, Nest &nest)
{
    std::vector<std::size_t> dying;
    for (const clang::VarDecl *variable : pointers_.with_kept_subscripts(variables))
        for (std::size_t array : accesses_.arrays().arrays_of(variable))
            if (model_.program().arrays[array].is_local)
                dying.push_back(array);
    std::sort(dying.begin(), dying.end());
    for (std::size_t array : dying)
        for (bool at_start : {true, false}) {
            Nest single;
            bodies_.add(accesses_.whole(array, program::AccessKind::kill, scope.domain));
            list_.add(nullptr, clang::SourceLocation(), scope, single);
            auto where = at_start ? nest.children.begin() : nest.children.end();
            nest.children.insert(where, single.children.front());
        }
}

void StatementExtractor::keep_final_value(const LoopModel &loop, const clang::Stmt *where,
                                          Scope &scope, Nest &nest)
{
    if (loop.final_place)
        scope.pointers.insert_or_assign(loop.variable, loop.final_place);
    if (!loop.final_value)
        return;
    scope.values.insert_or_assign(loop.variable, *loop.final_value);
    if (!model_.function().is_live_outside(loop.variable, {where}))
        return;
    auto value = program::make_expression(
        program::AffineValue{*loop.final_value, model_.spell(loop.variable->getType())});
    auto body = guards_.assignment(reference_to(loop.variable, model_.ast()), "=", value, scope);
    list_.add(body, where->getBeginLoc(), scope, nest);
}

void StatementExtractor::data_loop(const clang::Stmt *loop, Scope &scope, Nest &nest)
{
    const std::vector<Initialization> in_front = data_loops_.settled_in_front(loop);
    for (const Initialization &part : in_front)
        expression(part.expression, scope, nest);
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
    const std::vector<Initialization> rest =
        counted && in_front.empty() ? first_clause(counted) : std::vector<Initialization>();
    program::ExpressionPtr body = data_loops_.loop(loop, rest, scope);
    list_.add(guards_.guarded(std::move(body), scope), loop->getBeginLoc(), scope, nest);
}

void StatementExtractor::declaration(const clang::DeclStmt *declaration, Scope &scope, Nest &nest)
{
    for (const clang::Decl *declared : declaration->decls()) {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
        if (!variable || !variable->hasLocalStorage())
            no_statement(declaration, "only declarations of automatic variables are modelled");
        declare(variable, scope, nest);
    }
}

void StatementExtractor::declare(const clang::VarDecl *variable, Scope &scope, Nest &nest)
{
    if (variable->hasAttr<clang::CleanupAttr>())
        throw Unmodelled{DiagnosticKind::unmodelled_statement, variable->getBeginLoc(),
                         "a variable with a clean-up function is not modelled"};
    guards_.declare(variable);
    if (!variable->hasInit())
        return;
    if (variable->getType()->isPointerType() && !model_.may_be_aliased(variable)) {
        return pointers_.set(variable->getCanonicalDecl(), variable->getInit(), scope, nest);
    }
    const bool is_copy = is_structure(variable->getInit()) && copied_structure(variable->getInit());
    if (!variable->getType()->isArithmeticType() && !variable->getType()->isEnumeralType() &&
        !is_copy)
        throw Unmodelled{
            DiagnosticKind::unmodelled_variable, variable->getLocation(),
            fmt::format("the initial value of `{}` is not modelled", variable->getNameAsString())};
    const clang::Expr *target = reference_to(variable, model_.ast());
    assignment(target, "=", variable->getInit(), target, scope, nest);
}

void StatementExtractor::expression(const clang::Expr *expression, Scope &scope, Nest &nest)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *whole = llvm::dyn_cast<clang::FullExpr>(bare))
        return this->expression(whole->getSubExpr(), scope, nest);
    if (const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(bare))
        if (cast->getCastKind() == clang::CK_ToVoid)
            bare = cast->getSubExpr()->IgnoreParens();
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare)) {
        if (operation->isAssignmentOp())
            return assignment(operation->getLHS(), operation->getOpcodeStr().str(),
                              operation->getRHS(), operation, scope, nest);
        if (operation->getOpcode() == clang::BO_Comma) {
            this->expression(operation->getLHS(), scope, nest);
            return this->expression(operation->getRHS(), scope, nest);
        }
    }
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare))
        if (operation->isIncrementDecrementOp())
            return assignment(operation->getSubExpr(),
                              operation->isIncrementOp() ? "+=" : "-=", nullptr, operation, scope,
                              nest);
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(bare); call && is_kill(call))
        return explicit_kill(call, scope, nest);
    // Nothing but a value: evaluated for the side effects that `value` refuses.
    bodies_.value(bare, scope, scope.domain);
    bodies_.take_accesses();
    bodies_.take_reads_memory();
}

/// `__pencil_kill(a, b[i])`: no value flows through what the arguments name (Live-Range Reordering
/// (2016), section 2.2).
void StatementExtractor::explicit_kill(const clang::CallExpr *call, const Scope &scope, Nest &nest)
{
    constexpr auto kind = program::AccessKind::kill;
    for (const clang::Expr *argument : call->arguments()) {
        bodies_.add(
            argument->getType()->isPointerType()
                ? accesses_.argument(argument, kind, scope, scope.domain)
                : accesses_.access(argument->IgnoreParenImpCasts(), kind, scope, scope.domain));
        list_.add(nullptr, call->getBeginLoc(), scope, nest);
    }
}

/// \param value  null for one
void StatementExtractor::assignment(const clang::Expr *target, const std::string &op,
                                    const clang::Expr *value, const clang::Expr *where,
                                    Scope &scope, Nest &nest)
{
    if (const clang::VarDecl *variable = variable_of(target))
        if (scope.dimension_of(variable))
            no_statement(where, "the loop variable changes in the loop");
    if (target->getType()->isPointerType())
        return pointers_.change(target, op, value, where, scope, nest);
    if (is_structure(target))
        return copy_structure(target, value, where, scope, nest);
    // a = b = c: first b = c, then a = b.
    const auto *inner =
        value ? llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts()) : nullptr;
    if (inner && inner->isAssignmentOp()) {
        assignment(inner->getLHS(), inner->getOpcodeStr().str(), inner->getRHS(), inner, scope,
                   nest);
        assign(target, op, bodies_.read(inner->getLHS(), scope, scope.domain), inner->getLHS(),
               where, scope, nest);
        return assigned_.note(variable_of(target), where, scope);
    }
    program::ExpressionPtr computed = value ? bodies_.value(value, scope, scope.domain)
                                            : program::make_expression(program::Literal{"1"});
    const std::optional<Polynomial> stepped =
        values_.value_after_step(variable_of(target), op, value, scope);
    assign(target, op, computed, value, where, scope, nest);
    if (stepped)
        give(scope, variable_of(target), *stepped);
    else
        values_.track(target, op == "=" ? value : nullptr, scope);
    assigned_.note(variable_of(target), where, scope);
}

/// A structure takes the value of another one, one member after the other.
void StatementExtractor::copy_structure(const clang::Expr *target, const clang::Expr *value,
                                        const clang::Expr *where, Scope &scope, Nest &nest)
{
    const clang::Expr *source = copied_structure(value);
    if (const auto *inner = llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParens());
        inner && inner->isAssignmentOp()) {
        copy_structure(inner->getLHS(), inner->getRHS(), inner, scope, nest);
        source = inner->getLHS();
    }
    if (!source)
        throw Unmodelled{
            DiagnosticKind::unmodelled_access, where->getExprLoc(),
            fmt::format("values of type `{}` are not modelled", model_.spell(target->getType()))};
    for (const MemberCopy &copy : copies_of_members(target, source, model_))
        assignment(copy.target, "=", copy.value, where, scope, nest);
}

void StatementExtractor::require_condition(const clang::Expr *condition, const Scope &scope)
{
    try {
        bodies_.condition(condition, scope, scope.domain);
    } catch (Unmodelled &unmodelled) {
        unmodelled.kind = DiagnosticKind::unmodelled_condition;
        throw;
    }
    bodies_.take_accesses();
    bodies_.take_reads_memory();
}

void StatementExtractor::choose(const Choice &choice, const clang::Stmt *where, Scope &scope,
                                Nest &nest)
{
    program::ExpressionPtr value = bodies_.value(choice.value, scope, scope.domain);
    list_.add(guards_.assignment(choice.target, choice.op, std::move(value), scope, choice.value),
              where->getBeginLoc(), scope, nest);
    values_.track(choice.target, choice.op == "=" ? choice.value : nullptr, scope);
    assigned_.note(variable_of(choice.target), where, scope);
}

const clang::VarDecl *StatementExtractor::keep_condition(const clang::Expr *condition, Scope &scope,
                                                         Nest &nest)
{
    const clang::VarDecl *variable = model_.new_variable("condition", model_.ast().IntTy);
    program::ExpressionPtr value = bodies_.condition(condition, scope, scope.domain);
    if (!condition->isKnownToHaveBooleanValue())
        value = program::make_expression(
            program::BinaryOperation{"!=", value, program::make_expression(program::Literal{"0"})});
    list_.add(
        guards_.assignment(reference_to(variable, model_.ast()), "=", std::move(value), scope),
        condition->getBeginLoc(), scope, nest);
    return variable;
}

/// \param source  what has the value in the source; null for one
void StatementExtractor::assign(const clang::Expr *target, const std::string &op,
                                program::ExpressionPtr value, const clang::Expr *source,
                                const clang::Expr *where, Scope &scope, Nest &nest)
{
    list_.add(guards_.assignment(target, op, std::move(value), scope, source), where->getExprLoc(),
              scope, nest);
    values_.track(target, nullptr, scope);
}

} // namespace espalier::frontend
