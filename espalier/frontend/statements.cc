#include "espalier/frontend/statements.h"

#include "espalier/frontend/induction.h"
#include "espalier/frontend/pointers.h"
#include "espalier/frontend/purity.h"
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

namespace {

/// A name for the next statement: its label, or its number.
std::string statement_name(const std::vector<program::Statement> &statements,
                           const std::string &label)
{
    auto is_taken = [&](const std::string &name) {
        return std::any_of(statements.begin(), statements.end(),
                           [&](const program::Statement &other) { return other.name() == name; });
    };
    if (!label.empty() && !is_taken(label))
        return label;
    std::size_t number = statements.size();
    while (is_taken(fmt::format("S{}", number)))
        ++number;
    return fmt::format("S{}", number);
}

/// Pointers count elements.
program::Iterator iterator_of(const clang::VarDecl *counter, const Model &model)
{
    const clang::QualType type = counter->getType();
    return {counter->getNameAsString(), type->isPointerType() ? "long" : model.spell(type)};
}

} // namespace

void no_statement(const clang::Stmt *statement, const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_statement, statement->getBeginLoc(), why};
}

void StatementExtractor::kill(const VariableSet &variables, const Scope &scope, Nest &nest)
{
    VariableSet all = variables;
    for (const clang::VarDecl *variable : variables)
        if (auto kept = kept_subscripts_.find(variable); kept != kept_subscripts_.end())
            all.insert(kept->second.begin(), kept->second.end());
    std::vector<std::size_t> dying;
    for (const clang::VarDecl *variable : all)
        for (std::size_t array : accesses_.arrays_of(variable))
            if (model_.program().arrays[array].is_local)
                dying.push_back(array);
    std::sort(dying.begin(), dying.end());
    for (std::size_t array : dying)
        for (bool at_start : {true, false}) {
            Nest single;
            bodies_.add(accesses_.whole(array, program::AccessKind::kill, scope.domain));
            add_statement(nullptr, clang::SourceLocation(), scope, single);
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
    add_statement(body, where->getBeginLoc(), scope, nest);
}

Scope StatementExtractor::after_first_clause(const LoopForm &loop, Scope scope)
{
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop.statement);
    for (const Initialization &part :
         counted ? first_clause(counted) : std::vector<Initialization>()) {
        if (!part.variable || part.variable == loop.counter)
            continue;
        auto value = part.value ? accesses_.polynomials().value_if_any(part.value, scope, scope.domain)
                                : std::nullopt;
        scope.forget({part.variable});
        if (value)
            give(scope, part.variable, *value);
    }
    return scope;
}

void StatementExtractor::data_loop(const clang::Stmt *loop, Scope &scope, Nest &nest)
{
    const std::vector<Initialization> in_front = data_loops_.settled_in_front(loop);
    for (const Initialization &part : in_front)
        expression(part.expression, scope, nest);
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop);
    const std::vector<Initialization> rest = counted && in_front.empty()
                                                 ? first_clause(counted)
                                                 : std::vector<Initialization>();
    program::ExpressionPtr body = data_loops_.loop(loop, rest, scope);
    add_statement(guards_.guarded(std::move(body), scope), loop->getBeginLoc(), scope, nest);
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
        const clang::VarDecl *pointer = variable->getCanonicalDecl();
        scope.pointers.insert_or_assign(
            pointer, std::make_shared<AccessPath>(
                         place_of_pointer(pointer, variable->getInit(), scope, nest)));
        return;
    }
    if (!variable->getType()->isArithmeticType() && !variable->getType()->isEnumeralType())
        throw Unmodelled{
            DiagnosticKind::unmodelled_variable, variable->getLocation(),
            fmt::format("the initial value of `{}` is not modelled", variable->getNameAsString())};
    const clang::Expr *target = reference_to(variable, model_.ast());
    assignment(target, "=", variable->getInit(), target, scope, nest);
}

void StatementExtractor::expression(const clang::Expr *expression, Scope &scope, Nest &nest)
{
    const clang::Expr *bare = expression->IgnoreParens();
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
        add_statement(nullptr, call->getBeginLoc(), scope, nest);
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
        return assign_pointer(target, op, value, where, scope, nest);
    // a = b = c: first b = c, then a = b.
    const auto *inner =
        value ? llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts()) : nullptr;
    if (inner && inner->isAssignmentOp()) {
        assignment(inner->getLHS(), inner->getOpcodeStr().str(), inner->getRHS(), inner, scope,
                   nest);
        return assign(target, op, bodies_.read(inner->getLHS(), scope, scope.domain), where, scope,
                      nest);
    }
    program::ExpressionPtr computed = value ? bodies_.value(value, scope, scope.domain)
                                            : program::make_expression(program::Literal{"1"});
    const std::optional<Polynomial> stepped = values_.value_after_step(target, op, value, scope);
    assign(target, op, computed, where, scope, nest);
    if (stepped)
        give(scope, variable_of(target), *stepped);
    else
        values_.track(target, op == "=" ? value : nullptr, scope);
}

void StatementExtractor::require_condition(const clang::Expr *condition, const Scope &scope)
{
    try {
        bodies_.value(condition, scope, scope.domain);
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
    add_statement(guards_.assignment(choice.target, choice.op, std::move(value), scope),
                  where->getBeginLoc(), scope, nest);
    values_.track(choice.target, nullptr, scope);
}

const clang::VarDecl *StatementExtractor::keep_condition(const clang::Expr *condition, Scope &scope,
                                                         Nest &nest)
{
    const clang::VarDecl *variable = model_.new_variable("condition", model_.ast().IntTy);
    program::ExpressionPtr value = bodies_.value(condition, scope, scope.domain);
    if (!condition->isKnownToHaveBooleanValue())
        value = program::make_expression(
            program::BinaryOperation{"!=", value, program::make_expression(program::Literal{"0"})});
    add_statement(
        guards_.assignment(reference_to(variable, model_.ast()), "=", std::move(value), scope),
        condition->getBeginLoc(), scope, nest);
    return variable;
}

/// What a pointer leads to that gets a value here. Where data choose the element, variables keep
/// its subscripts.
AccessPath StatementExtractor::place_of_pointer(const clang::VarDecl *pointer,
                                                const clang::Expr *value, const Scope &scope,
                                                Nest &nest)
{
    AccessPath path = AccessPaths(model_, affine_).pointer_path(value, scope);
    for (AccessPath::Dimension &dimension : path.dimensions) {
        try {
            dimension.offset = subscript_of(dimension, scope, scope.domain, accesses_.polynomials());
            dimension.terms.clear();
        } catch (const Unmodelled &) {
            const clang::VarDecl *kept = model_.new_variable(
                pointer->getNameAsString() + "_at", model_.ast().getIntTypeForBitwidth(64, 1));
            const clang::Expr *reference = reference_to(kept, model_.ast());
            program::ExpressionPtr subscript = bodies_.subscript(dimension, scope, scope.domain);
            add_statement(guards_.assignment(reference, "=", std::move(subscript), scope),
                          value->getExprLoc(), scope, nest);
            dimension.offset = {};
            dimension.terms = {{value_of(kept, model_.ast()), false}};
            kept_subscripts_[pointer].insert(kept);
        }
    }
    return path;
}

/// Remembers what a pointer leads to from here on; nothing is left of the pointer itself.
void StatementExtractor::assign_pointer(const clang::Expr *target, const std::string &op,
                                        const clang::Expr *value, const clang::Expr *where,
                                        Scope &scope, Nest &nest)
{
    const clang::VarDecl *variable = variable_of(target);
    if (!variable || !model_.is_own_pointer(variable))
        no_statement(where, "the pointer that changes here is not modelled");
    if (op == "=") {
        scope.pointers.insert_or_assign(
            variable,
            std::make_shared<AccessPath>(place_of_pointer(variable, value, scope, nest)));
        return;
    }
    auto known = scope.pointers.find(variable);
    if (known == scope.pointers.end())
        return;
    Polynomial step = accesses_.polynomials().addend(variable, value, scope, scope.domain);
    known->second = std::make_shared<const AccessPath>(
        moved(*known->second, op == "-=" ? negated(std::move(step)) : step, scope.depth()));
}

void StatementExtractor::assign(const clang::Expr *target, const std::string &op,
                                program::ExpressionPtr value, const clang::Expr *where,
                                Scope &scope, Nest &nest)
{
    add_statement(guards_.assignment(target, op, std::move(value), scope), where->getExprLoc(),
                  scope, nest);
    values_.track(target, nullptr, scope);
}

void StatementExtractor::add_statement(program::ExpressionPtr body, clang::SourceLocation where,
                                       const Scope &scope, Nest &nest)
{
    program::Statement statement;
    isl::id name =
        presburger::make_id(model_.ctx(), statement_name(model_.program().statements, label));
    statement.domain = isl::manage(isl_set_set_tuple_id(scope.domain.copy(), name.copy()));
    for (std::size_t k = 0; k < scope.depth(); ++k) {
        const clang::VarDecl *variable = scope.loops[k];
        isl_set *named =
            isl_set_set_dim_name(statement.domain.release(), isl_dim_set, static_cast<unsigned>(k),
                                 variable->getNameAsString().c_str());
        statement.domain = isl::manage(named);
        statement.iterators.push_back(iterator_of(variable, model_));
    }
    statement.body = std::move(body);
    if (where.isValid())
        statement.place = model_.place(where);
    statement.accesses = bodies_.take_accesses();
    for (program::Access &access : statement.accesses) {
        access.relation = access.relation.set_domain_tuple(name);
        for (isl::pw_aff &subscript : access.subscripts)
            subscript =
                isl::manage(isl_pw_aff_set_tuple_id(subscript.release(), isl_dim_in, name.copy()));
    }
    if (bodies_.take_reads_memory())
        memory_readers_.push_back(model_.program().statements.size());
    model_.program().statements.push_back(std::move(statement));

    Nest leaf;
    leaf.kind = Nest::Kind::statement;
    leaf.statement = model_.program().statements.size() - 1;
    nest.children.push_back(std::move(leaf));
}

void StatementExtractor::add_reads_of_memory()
{
    program::Program &program = model_.program();
    for (std::size_t index : memory_readers_) {
        program::Statement &statement = program.statements[index];
        for (std::size_t array = 0; array < program.arrays.size(); ++array) {
            if (program.arrays[array].is_local)
                continue;
            isl::set domain = isl::manage(isl_set_reset_tuple_id(statement.domain.copy()));
            program::Access access = accesses_.whole(array, program::AccessKind::read, domain);
            access.relation = access.relation.set_domain_tuple(statement.id());
            statement.accesses.push_back(access);
        }
    }
}

} // namespace espalier::frontend
