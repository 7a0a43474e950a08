#include "espalier/frontend/data_loops.h"

#include "espalier/frontend/increments.h"
#include "espalier/frontend/pointers.h"
#include "espalier/frontend/subscripts.h"
#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Attr.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

using program::ExpressionPtr;
using program::make_expression;

[[noreturn]] void no_part(const clang::Stmt *statement, const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_loop, statement->getBeginLoc(), why};
}

ExpressionPtr one_of(std::vector<ExpressionPtr> statements)
{
    if (statements.size() == 1)
        return statements.front();
    return make_expression(program::Sequence{std::move(statements)});
}

void append(std::vector<ExpressionPtr> &all, std::vector<ExpressionPtr> more)
{
    all.insert(all.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

/// The parts of a loop: what `for`, `while` and `do` call differently.
struct Parts {
    const clang::Expr *condition; ///< null if there is none
    const clang::Expr *step;      ///< likewise
    const clang::Stmt *body;
};

Parts parts_of(const clang::Stmt *loop)
{
    if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop)) {
        if (counted->getConditionVariable())
            no_part(loop, "a declaration in a condition is not modelled");
        return {counted->getCond(), counted->getInc(), counted->getBody()};
    }
    if (const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop)) {
        if (tested->getConditionVariable())
            no_part(loop, "a declaration in a condition is not modelled");
        return {tested->getCond(), nullptr, tested->getBody()};
    }
    const auto *run = llvm::cast<clang::DoStmt>(loop);
    return {run->getCond(), nullptr, run->getBody()};
}

std::vector<Initialization> clause_of(const clang::Stmt *loop)
{
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
    return counted ? first_clause(counted) : std::vector<Initialization>();
}

/// A subscript, if it is the same in each execution of the loop.
std::optional<Polynomial> place_if_known(const AccessPath::Dimension &dimension, const Scope &scope,
                                         PolynomialExtractor &polynomials)
{
    Polynomial result = dimension.offset;
    for (const AccessPath::Term &term : dimension.terms) {
        auto value = polynomials.value_if_any(term.value, scope, scope.domain);
        if (!value)
            return std::nullopt;
        result = sum(std::move(result), term.is_subtracted ? negated(std::move(*value)) : *value);
    }
    return result;
}

} // namespace

VariableSet DataLoopExtractor::temporaries(const clang::Stmt *loop) const
{
    VariableSet result;
    const Usage usage = usage_of({loop});
    for (const clang::VarDecl *variable : usage.modified)
        if (!usage.declared.contains(variable) && variable->hasLocalStorage() &&
            variable->getType()->isArithmeticType() && !model_.may_be_aliased(variable) &&
            model_.function().is_temporary(variable, {loop}))
            result.insert(variable);
    return result;
}

std::vector<Initialization> DataLoopExtractor::settled_in_front(const clang::Stmt *loop) const
{
    std::vector<Initialization> clause = clause_of(loop);
    const VariableSet own = temporaries(loop);
    const bool is_settled = std::ranges::all_of(clause, [&](const Initialization &part) {
        return part.variable && part.expression && !own.contains(part.variable);
    });
    return is_settled ? clause : std::vector<Initialization>();
}

ExpressionPtr DataLoopExtractor::loop(const clang::Stmt *loop,
                                      const std::vector<Initialization> &init, const Scope &scope)
{
    const Model::OnCondition on_condition(model_);
    const Usage usage = usage_of({loop});
    Scope inside = scope;
    inside.forget(usage.modified);
    inside.forget(usage.declared);
    const VariableSet own = temporaries(loop);
    std::vector<Initialization> clause = init;
    const bool is_in_clause = clause.size() == 1 && own.contains(clause.front().variable);
    if (is_in_clause)
        clause.front().expression = nullptr; // it may as well be declared there
    std::vector<const clang::VarDecl *> in_order(own.begin(), own.end());
    std::ranges::sort(in_order, {}, [](const clang::VarDecl *one) {
        return std::pair(one->getLocation(), one->getName());
    });
    std::vector<ExpressionPtr> result;
    for (const clang::VarDecl *variable : in_order)
        if (!is_in_clause || variable != clause.front().variable)
            append(result, declaration(variable, nullptr, inside));
    result.push_back(nested(loop, clause, inside));
    bodies_.locals().clear();
    return one_of(std::move(result));
}

ExpressionPtr DataLoopExtractor::nested(const clang::Stmt *loop,
                                        const std::vector<Initialization> &init, Scope scope)
{
    std::vector<ExpressionPtr> first;
    bool declares = false;
    for (const Initialization &part : init)
        if (part.expression)
            append(first, computation(part.expression, scope));
        else {
            declares = true;
            append(first, declaration(part.variable, part.value, scope));
        }
    const Parts parts = parts_of(loop);
    program::DataLoop result;
    result.runs_once = llvm::isa<clang::DoStmt>(loop);
    if (parts.condition)
        result.condition = bodies_.value(parts.condition, scope, scope.domain);
    if (parts.step)
        for (const clang::Stmt *step : statements_of(parts.step, model_))
            append(result.steps, computation(llvm::cast<clang::Expr>(step), scope));
    result.body = block(parts.body, in_body(scope, loop, init));
    const bool is_clause = !declares || first.size() == 1;
    if (is_clause) {
        result.init = std::move(first);
        return make_expression(std::move(result));
    }
    first.push_back(make_expression(std::move(result)));
    return one_of(std::move(first));
}

/// What is known in the body of a loop that counts up or down: the counter is between what it
/// starts from and what the condition lets it be.
Scope DataLoopExtractor::in_body(Scope scope, const clang::Stmt *loop,
                                 const std::vector<Initialization> &init)
{
    const clang::VarDecl *counter = init.size() == 1 ? init.front().variable : nullptr;
    const Parts parts = parts_of(loop);
    if (!counter || !init.front().value || !llvm::isa<clang::ForStmt>(loop) || !parts.condition ||
        !parts.step || !counts_without_wrapping(counter) ||
        usage_of({parts.condition, parts.body}).assigned.contains(counter))
        return scope;
    const std::optional<Addition> step = addition_to(counter, parts.step);
    const auto size = step && step->value ? constant_of(model_, step->value)
                                          : std::optional(isl::val(model_.ctx(), 1));
    if (!step || !size || size->is_zero())
        return scope;
    BoundsExtractor extractor(model_, accesses_.polynomials().affine());
    const clang::Expr *start = init.front().value;
    ValueBounds bounds = extractor.converted(extractor.bounds(start, scope, scope.domain),
                                             start->getType(), counter->getType(), scope.domain);
    (size->is_pos() == step->is_subtracted ? bounds.least : bounds.greatest).reset();
    Scope known = scope;
    known.bounds.insert_or_assign(counter, bounds);
    known = extractor.refined(std::move(known), parts.condition, true, scope.domain);
    scope.bounds.insert_or_assign(counter, known.bounds.at(counter));
    return scope;
}

/// Whether a variable is a number that C keeps from overflowing where it is counted.
bool DataLoopExtractor::counts_without_wrapping(const clang::VarDecl *variable) const
{
    const clang::QualType type = variable->getType();
    return variable->hasLocalStorage() && !model_.may_be_aliased(variable) &&
           is_modelled_integer(model_.ast(), type) && type->isSignedIntegerType() &&
           model_.ast().getIntWidth(type) >= model_.ast().getIntWidth(model_.ast().IntTy);
}

/// A statement in its own block of the source.
ExpressionPtr DataLoopExtractor::block(const clang::Stmt *statement, Scope scope)
{
    std::vector<ExpressionPtr> result;
    for (const clang::Stmt *child : statements_of(statement, model_))
        append(result, this->statement(child, scope));
    return one_of(std::move(result));
}

std::vector<ExpressionPtr> DataLoopExtractor::statement(const clang::Stmt *statement, Scope &scope)
{
    if (const auto *computed = llvm::dyn_cast<clang::Expr>(statement))
        return computation(computed, scope);
    if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(statement)) {
        std::vector<ExpressionPtr> result;
        for (const clang::Decl *one : declared->decls()) {
            const auto *variable = llvm::dyn_cast<clang::VarDecl>(one);
            if (!variable)
                no_part(statement, "only declarations of variables are modelled in such a loop");
            append(result, declaration(variable, variable->getInit(), scope));
        }
        return result;
    }
    if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
        return this->statement(attributed->getSubStmt(), scope);
    if (llvm::isa<clang::NullStmt>(statement))
        return {};
    if (llvm::isa<clang::CompoundStmt>(statement)) {
        ExpressionPtr inner = block(statement, scope);
        if (!std::holds_alternative<program::Sequence>(inner->node))
            inner = make_expression(program::Sequence{{inner}});
        return {inner};
    }
    if (is_loop(statement))
        return {nested(statement, clause_of(statement), scope)};
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
        if (branch->hasInitStorage() || branch->hasVarStorage())
            no_part(branch, "a declaration in a condition is not modelled");
        ExpressionPtr condition = bodies_.value(branch->getCond(), scope, scope.domain);
        ExpressionPtr yes = block(branch->getThen(), scope);
        ExpressionPtr no = branch->getElse() ? block(branch->getElse(), scope) : nullptr;
        return {make_expression(program::Branch{condition, yes, no})};
    }
    if (llvm::isa<clang::BreakStmt>(statement))
        return {make_expression(program::Jump{"break"})};
    if (llvm::isa<clang::ContinueStmt>(statement))
        return {make_expression(program::Jump{"continue"})};
    no_part(statement, "this statement is not modelled in a loop that data end");
}

/// \param value  null if the variable has none yet
std::vector<ExpressionPtr> DataLoopExtractor::declaration(const clang::VarDecl *variable,
                                                          const clang::Expr *value, Scope &scope)
{
    if (!variable->hasLocalStorage() || variable->hasAttr<clang::CleanupAttr>() ||
        variable->getType().isVolatileQualified() || model_.may_be_aliased(variable))
        no_part(model_.region().front(),
                "this kind of variable is not modelled in a loop that data end");
    if (variable->getType()->isPointerType())
        return pointer(variable, scope);
    const bool is_number =
        variable->getType()->isArithmeticType() || variable->getType()->isEnumeralType();
    if (!is_number)
        no_part(model_.region().front(), "arrays and structures that a loop declares which data "
                                         "end are not modelled");
    ExpressionPtr first = value ? bodies_.value(value, scope, scope.domain) : nullptr;
    const program::LocalValue &local = bodies_.locals().declare(variable->getCanonicalDecl());
    return {make_expression(program::LocalDeclaration{local.type, local.name, first})};
}

/// A pointer that leads to one place: where it is not fixed, a number says where.
std::vector<ExpressionPtr> DataLoopExtractor::pointer(const clang::VarDecl *variable, Scope &scope)
{
    if (!variable->hasInit() || usage_of(model_.region()).assigned.contains(variable))
        no_part(model_.region().front(), "a pointer changes in a loop that data end");
    std::vector<ExpressionPtr> result;
    PolynomialExtractor &polynomials = accesses_.polynomials();
    AccessPath path =
        AccessPaths(model_, polynomials.affine()).pointer_path(variable->getInit(), scope);
    for (AccessPath::Dimension &dimension : path.dimensions) {
        if (std::optional<Polynomial> known = place_if_known(dimension, scope, polynomials)) {
            dimension.offset = std::move(*known);
            dimension.terms.clear();
            continue;
        }
        const auto *kept = model_.new_variable(variable->getNameAsString() + "_at",
                                               model_.ast().getIntTypeForBitwidth(64, 1));
        ExpressionPtr subscript =
            subscript_tree(dimension, scope, scope.domain, model_, polynomials, bodies_);
        const program::LocalValue &local = bodies_.locals().declare(kept);
        result.push_back(
            make_expression(program::LocalDeclaration{local.type, local.name, subscript}));
        dimension.offset = {};
        dimension.terms = {{value_of(kept, model_.ast()), false}};
    }
    scope.pointers.insert_or_assign(variable->getCanonicalDecl(),
                                    std::make_shared<AccessPath>(std::move(path)));
    return result;
}

std::vector<ExpressionPtr> DataLoopExtractor::computation(const clang::Expr *expression,
                                                          Scope &scope)
{
    const clang::Expr *bare = expression->IgnoreParens();
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
    if (operation && operation->getOpcode() == clang::BO_Comma) {
        std::vector<ExpressionPtr> result = computation(operation->getLHS(), scope);
        append(result, computation(operation->getRHS(), scope));
        return result;
    }
    if (operation && operation->isAssignmentOp()) {
        const auto *inner =
            llvm::dyn_cast<clang::BinaryOperator>(operation->getRHS()->IgnoreParenImpCasts());
        std::vector<ExpressionPtr> result;
        const clang::Expr *value = operation->getRHS();
        if (inner && inner->isAssignmentOp()) {
            result = computation(inner, scope);
            value = inner->getLHS();
        }
        ExpressionPtr computed = value == operation->getRHS()
                                     ? bodies_.value(value, scope, scope.domain)
                                     : bodies_.read(value, scope, scope.domain);
        result.push_back(assignment(operation->getLHS(), operation->getOpcodeStr().str(),
                                    std::move(computed), scope));
        return result;
    }
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>(bare);
    if (step && step->isIncrementDecrementOp())
        return {assignment(step->getSubExpr(), step->isIncrementOp() ? "+=" : "-=",
                           make_expression(program::Literal{"1"}), scope)};
    no_part(expression, "this expression is not modelled as a statement of a loop that data end");
}

ExpressionPtr DataLoopExtractor::assignment(const clang::Expr *target, const std::string &op,
                                            ExpressionPtr value, const Scope &scope)
{
    const clang::VarDecl *variable = variable_of(target);
    if (variable && scope.dimension_of(variable))
        no_part(target, "the loop variable changes in the loop");
    if (target->getType()->isPointerType())
        no_part(target, "a pointer changes in a loop that data end");
    if (const program::LocalValue *local = variable ? bodies_.locals().find(variable) : nullptr)
        return make_expression(program::Assignment{op, make_expression(*local), std::move(value)});
    return bodies_.assignment(target, op, std::move(value), program::AccessKind::may_write, scope);
}

} // namespace espalier::frontend
