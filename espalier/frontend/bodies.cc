#include "espalier/frontend/bodies.h"

#include "espalier/frontend/cxx_names.h"
#include "espalier/frontend/fixed_conditions.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/subscripts.h"

#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>
#include <isl/aff.h>

namespace espalier::frontend {

namespace {

using program::make_expression;

/// Deeper expressions are refused: every pass over them is recursive.
constexpr unsigned greatest_nesting = 500;

[[noreturn]] void no_expression(const clang::Expr *expression, const std::string &why,
                                const char *help = "")
{
    throw Unmodelled{DiagnosticKind::unmodelled_expression, expression->getExprLoc(), why, help};
}

program::ExpressionPtr literal(const clang::Expr *expression, const Model &model)
{
    if (const auto *truth = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(expression))
        return make_expression(program::CastOperation{
            "bool", make_expression(program::Literal{truth->getValue() ? "1" : "0"})});
    if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral>(
            expression)) {
        const clang::SourceManager &sources = model.ast().getSourceManager();
        llvm::SmallString<64> buffer;
        return make_expression(program::Literal{
            clang::Lexer::getSpelling(sources.getSpellingLoc(expression->getExprLoc()), buffer,
                                      sources, model.ast().getLangOpts())
                .str()});
    }
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
        if (llvm::isa<clang::EnumConstantDecl>(reference->getDecl()) &&
            !reference->hasQualifier()) {
            model.refuse_macro(reference->getDecl()->getNameAsString(), reference->getLocation());
            return make_expression(program::Literal{reference->getDecl()->getNameAsString()});
        }
    if (const auto *query = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(expression))
        if (auto constant = constant_of(model, query))
            return make_expression(program::CastOperation{
                model.spell(query->getType()),
                make_expression(program::Literal{std::to_string(constant->num_si())})});
    no_expression(expression, "this expression is not modelled");
}

/// The position of an access to all elements among others; of several, one says as much, unless
/// they become fewer for some.
std::size_t place_for(program::Access access, const AccessExtractor &accesses,
                      std::vector<program::Access> &all)
{
    const auto same = std::ranges::find_if(all, [&](const program::Access &other) {
        return other.kind == access.kind && other.array == access.array &&
               other.subscripts.empty() && other.relation.is_equal(access.relation) &&
               !accesses.may_become_narrower(other) && !accesses.may_become_narrower(access);
    });
    const auto position = std::size_t(same - all.begin());
    if (same == all.end())
        all.push_back(std::move(access));
    return position;
}

} // namespace

std::vector<program::Access> BodyExtractor::take_accesses()
{
    return std::exchange(collected_, {});
}

program::ExpressionPtr BodyExtractor::value(const clang::Expr *expression, const Scope &scope,
                                            const isl::set &domain)
{
    struct Level {
        unsigned &nesting;
        explicit Level(unsigned &counter) : nesting(++counter) {}
        ~Level() { --nesting; }
    } level(nesting_);
    if (nesting_ > greatest_nesting)
        no_expression(expression, "this expression is nested too deeply");

    if (const auto *inner = llvm::dyn_cast<clang::ParenExpr>(expression))
        return value(inner->getSubExpr(), scope, domain);
    if (const auto *whole = llvm::dyn_cast<clang::FullExpr>(expression))
        return value(whole->getSubExpr(), scope, domain);
    if (const auto *selection = llvm::dyn_cast<clang::GenericSelectionExpr>(expression))
        return value(selection->getResultExpr(), scope, domain);
    if (const auto *choice = llvm::dyn_cast<clang::ChooseExpr>(expression))
        return value(choice->getChosenSubExpr(), scope, domain);
    if (compares_pointers(expression) && fixed_condition(expression, model_))
        return condition(expression, scope, domain);
    if (const auto *inner = llvm::dyn_cast<clang::CastExpr>(expression))
        return cast(inner, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression))
        return unary(operation, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
        return binary(operation, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::ConditionalOperator>(expression))
        return conditional(operation, scope, domain);
    if (const auto extremum = extremum_call(expression))
        return this->extremum(*extremum, scope, domain);
    if (size_of_container(expression))
        return make_expression(program::AffineValue{affine_.value(expression, scope, domain),
                                                    model_.spell(expression->getType())});
    if (const auto *operation = llvm::dyn_cast<clang::CallExpr>(expression))
        return call(operation, scope, domain);
    return literal(expression, model_);
}

program::ExpressionPtr BodyExtractor::condition(const clang::Expr *expression, const Scope &scope,
                                                const isl::set &domain)
{
    const bool is_of_pointers =
        expression->getType()->isPointerType() || compares_pointers(expression);
    if (is_of_pointers && fixed_condition(expression, model_))
        return make_expression(
            program::AffineValue{affine_.value(expression, scope, domain), "int"});
    return value(expression, scope, domain);
}

program::ExpressionPtr BodyExtractor::access_value(program::Access access)
{
    collected_.push_back(std::move(access));
    return make_expression(program::AccessValue{collected_.size() - 1});
}

program::ExpressionPtr BodyExtractor::read(const clang::Expr *lvalue, const Scope &scope,
                                           const isl::set &domain)
{
    const clang::Expr *bare = lvalue->IgnoreParens();
    if (const auto extremum = extremum_call(bare))
        return this->extremum(*extremum, scope, domain);
    if (const clang::VarDecl *variable =
            llvm::isa<clang::DeclRefExpr>(bare) ? variable_of(bare) : nullptr) {
        if (const program::LocalValue *own = locals_.find(variable))
            return make_expression(*own);
        if (auto dimension = scope.dimension_of(variable);
            dimension && !variable->getType()->isPointerType())
            return make_expression(
                program::IteratorValue{*dimension, model_.spell(variable->getType())});
        if (scope.replaced.contains(variable) && !variable->getType()->isPointerType())
            return make_expression(
                program::AffineValue{scope.values.at(variable).intersect_domain(domain),
                                     model_.spell(variable->getType())});
        bool is_constant =
            !model_.usage().modified.count(variable) && !model_.usage().declared.count(variable) &&
            is_modelled_integer(model_.ast(), variable->getType()) &&
            !variable->getType().isVolatileQualified() && !model_.may_be_aliased(variable);
        model_.refuse_macro(variable->getNameAsString(), bare->getExprLoc());
        if (is_constant)
            return make_expression(program::ConstantVariable{variable->getNameAsString()});
    }
    return element(lvalue, program::AccessKind::read, scope, domain);
}

/// The tree that names an element of an array.
program::ExpressionPtr BodyExtractor::element(const clang::Expr *lvalue, program::AccessKind kind,
                                              const Scope &scope, const isl::set &domain)
{
    AccessExtractor::Element element = access_extractor_.element(lvalue, kind, scope, domain);
    if (!element.chosen)
        return access_value(std::move(element.access));
    std::vector<program::ExpressionPtr> subscripts;
    for (const AccessPath::Dimension &dimension : element.chosen->dimensions)
        subscripts.push_back(subscript_tree(dimension, scope, domain, model_,
                                            access_extractor_.polynomials(), *this));
    const std::size_t position =
        place_for(std::move(element.access), access_extractor_, collected_);
    return make_expression(program::IndirectValue{position, std::move(subscripts)});
}

program::ExpressionPtr BodyExtractor::read_element(const clang::Expr *lvalue, const Scope &scope)
{
    return element(lvalue, program::AccessKind::read, scope, scope.domain);
}

program::ExpressionPtr BodyExtractor::cast(const clang::CastExpr *cast, const Scope &scope,
                                           const isl::set &domain)
{
    const clang::Expr *operand = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_LValueToRValue)
        return read(operand, scope, domain);
    if (!cast->getType()->isArithmeticType() && !cast->getType()->isEnumeralType())
        no_expression(cast, fmt::format("values of type `{}` are not modelled",
                                        model_.spell(cast->getType())));
    program::ExpressionPtr inner = value(operand, scope, domain);
    if (!llvm::isa<clang::ExplicitCastExpr>(cast))
        return inner; // The same operands convert in the same way wherever they are printed.
    return make_expression(program::CastOperation{model_.spell(cast->getType()), inner});
}

program::ExpressionPtr BodyExtractor::unary(const clang::UnaryOperator *operation,
                                            const Scope &scope, const isl::set &domain)
{
    switch (operation->getOpcode()) {
    case clang::UO_Extension:
        return value(operation->getSubExpr(), scope, domain);
    case clang::UO_Plus:
    case clang::UO_Minus:
    case clang::UO_Not:
    case clang::UO_LNot:
        return make_expression(program::UnaryOperation{
            clang::UnaryOperator::getOpcodeStr(operation->getOpcode()).str(),
            value(operation->getSubExpr(), scope, domain)});
    default:
        if (model_.is_done_apart(operation))
            return read(operation->getSubExpr(), scope, domain);
        no_expression(operation,
                      operation->isIncrementDecrementOp()
                          ? "the side effect inside this expression is not modelled"
                          : "this operator is not modelled",
                      operation->isIncrementDecrementOp() ? "make it a statement of its own" : "");
    }
}

program::ExpressionPtr BodyExtractor::binary(const clang::BinaryOperator *operation,
                                             const Scope &scope, const isl::set &domain)
{
    if (operation->isAssignmentOp() || operation->getOpcode() == clang::BO_Comma)
        no_expression(operation, "the side effect inside this expression is not modelled",
                      "make it a statement of its own");
    const auto operand = [&](const clang::Expr *one, const isl::set &evaluated) {
        return operation->isLogicalOp() ? condition(one, scope, evaluated)
                                        : value(one, scope, evaluated);
    };
    program::ExpressionPtr left = operand(operation->getLHS(), domain);
    isl::set right_domain = domain;
    std::optional<Model::OnCondition> on_condition;
    if (operation->isLogicalOp()) {
        if (auto holds = affine_.condition_if_affine(operation->getLHS(), scope, domain))
            right_domain =
                operation->getOpcode() == clang::BO_LAnd ? *holds : domain.subtract(*holds);
        else
            on_condition.emplace(model_);
    }
    program::ExpressionPtr right = operand(operation->getRHS(), right_domain);
    return make_expression(program::BinaryOperation{operation->getOpcodeStr().str(), left, right});
}

program::ExpressionPtr BodyExtractor::conditional(const clang::ConditionalOperator *operation,
                                                  const Scope &scope, const isl::set &domain)
{
    program::ExpressionPtr condition = this->condition(operation->getCond(), scope, domain);
    isl::set yes = domain, no = domain;
    std::optional<Model::OnCondition> on_condition;
    if (auto holds = affine_.condition_if_affine(operation->getCond(), scope, domain)) {
        yes = *holds;
        no = domain.subtract(*holds);
    } else
        on_condition.emplace(model_);
    return make_expression(
        program::ConditionalOperation{condition, value(operation->getTrueExpr(), scope, yes),
                                      value(operation->getFalseExpr(), scope, no)});
}

/// `first < second ? second : first` for a maximum: what the library's functions do.
program::ExpressionPtr BodyExtractor::extremum(const ExtremumCall &call, const Scope &scope,
                                               const isl::set &domain)
{
    auto operand = [&](const clang::Expr *expression) {
        if (expression->isGLValue())
            return read(expression, scope, domain);
        program::ExpressionPtr result = value(expression, scope, domain);
        // An argument converts to the parameter's type; operands of a comparison need not.
        const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
        if (cast && cast->getCastKind() != clang::CK_LValueToRValue)
            result = make_expression(
                program::CastOperation{model_.spell(cast->getType()), std::move(result)});
        return result;
    };
    const clang::Expr *less = call.is_minimum ? call.second : call.first;
    const clang::Expr *greater = call.is_minimum ? call.first : call.second;
    program::ExpressionPtr condition =
        make_expression(program::BinaryOperation{"<", operand(less), operand(greater)});
    return make_expression(program::ConditionalOperation{std::move(condition), operand(call.second),
                                                         operand(call.first)});
}

program::ExpressionPtr BodyExtractor::call(const clang::CallExpr *call, const Scope &scope,
                                           const isl::set &domain)
{
    auto refuse = [&](const std::string &why, const std::string &help = "") {
        throw Unmodelled{DiagnosticKind::unmodelled_call, call->getExprLoc(), why, help};
    };
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee)
        refuse("this call goes through a pointer", "move the call out of the loop");
    bool is_reserved = callee->getNameAsString().rfind("__", 0) == 0 && callee->getBuiltinID() == 0;
    if (is_reserved)
        refuse(fmt::format("`{}` belongs to Clang's own headers; another compiler may not know it",
                           callee->getNameAsString()));
    model_.refuse_macro(callee->getNameAsString(), call->getExprLoc());
    CallEffect effect = effect_of(callee);
    if (effect == CallEffect::unknown)
        refuse(
            fmt::format("`{}` may have side effects: it is neither marked `pure` or `const`, nor "
                        "visible as a function that only reads its arguments or can take the place "
                        "of the call",
                        callee->getNameAsString()),
            "move the call out of the loop, or mark the function, if it has no effects, with "
            "__attribute__((const)) or __attribute__((pure))");
    reads_memory_ = reads_memory_ || effect == CallEffect::reads_memory;
    std::vector<program::ExpressionPtr> arguments;
    for (const clang::Expr *argument : call->arguments()) {
        if (argument->getType()->isPointerType()) {
            program::Access row =
                access_extractor_.argument(argument, program::AccessKind::read, scope, domain);
            if (effect == CallEffect::reads_memory)
                row.relation = access_extractor_.whole(row.array, row.kind, domain).relation;
            arguments.push_back(access_value(std::move(row)));
        } else
            arguments.push_back(value(argument, scope, domain));
    }
    const std::string name = model_.is_cxx()
                                 ? cxx_name_of(call, callee, model_.function().function())
                                 : callee->getNameAsString();
    return make_expression(
        program::CallOperation{name, std::move(arguments), operations_in_place(*callee)});
}

program::ExpressionPtr BodyExtractor::assignment(const clang::Expr *target, const std::string &op,
                                                 program::ExpressionPtr value,
                                                 program::AccessKind kind, const Scope &scope)
{
    if (op != "=")
        add(access_extractor_.element(target, program::AccessKind::read, scope, scope.domain)
                .access);
    program::ExpressionPtr written = element(target, kind, scope, scope.domain);
    return make_expression(program::Assignment{op, written, std::move(value)});
}

} // namespace espalier::frontend
