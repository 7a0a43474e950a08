#include "espalier/frontend/affine.h"

#include "espalier/frontend/constants_in_memory.h"
#include "espalier/frontend/cxx_library.h"
#include "espalier/frontend/divisions.h"
#include "espalier/frontend/fixed_conditions.h"
#include "espalier/frontend/pointers.h"

#include <fmt/format.h>
#include <isl/set.h>
#include <isl/val.h>

namespace espalier::frontend {

namespace {

[[noreturn]] void not_affine(const clang::Expr *expression, const std::string &why,
                             const char *help = "")
{
    throw Unmodelled{DiagnosticKind::unmodelled_expression, expression->getExprLoc(),
                     "this is not an affine expression: " + why, help};
}

/// 1 where a condition holds, and 0 in the rest of the domain.
isl::pw_aff truth(const isl::set &holds, const isl::set &domain)
{
    isl::pw_aff one = holds.pw_aff_on_domain(1);
    return one.union_add(domain.subtract(holds).pw_aff_on_domain(0)).coalesce();
}

/// Where two values compare as an operator says.
isl::set comparison(clang::BinaryOperatorKind opcode, const isl::pw_aff &left,
                    const isl::pw_aff &right)
{
    switch (opcode) {
    case clang::BO_LT:
        return left.lt_set(right);
    case clang::BO_LE:
        return left.le_set(right);
    case clang::BO_GT:
        return left.gt_set(right);
    case clang::BO_GE:
        return left.ge_set(right);
    case clang::BO_EQ:
        return left.eq_set(right);
    default:
        return left.ne_set(right);
    }
}

/// The constant value of an affine function that has one everywhere.
std::optional<isl::val> constant_value(const isl::pw_aff &function)
{
    isl::pw_aff merged = function.coalesce();
    std::optional<isl::val> value;
    bool is_constant = true;
    merged.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        isl::aff aff = piece.at(0);
        isl::val constant = aff.constant_val();
        if (!aff.is_cst() || (value && !value->eq(constant)))
            is_constant = false;
        value = constant;
    });
    return is_constant ? value : std::nullopt;
}

/// A value of unsigned arithmetic in some type, assumed not to wrap around.
isl::pw_aff in_range(Model &model, const isl::pw_aff &value, clang::QualType type,
                     clang::SourceLocation where)
{
    if (!type->isUnsignedIntegerType())
        return value;
    isl::set domain = value.domain();
    Model::Range range = model.range(type);
    isl::set bad = value.lt_set(domain.pw_aff_on_domain(range.least))
                       .unite(value.gt_set(domain.pw_aff_on_domain(range.greatest)));
    model.assume_never(bad, where, "unsigned arithmetic wraps around here");
    return value;
}

} // namespace

isl::pw_aff converted(Model &model, const isl::pw_aff &value, clang::QualType from,
                      clang::QualType to, clang::SourceLocation where)
{
    isl::set domain = value.domain();
    if (to->isBooleanType())
        return truth(value.ne_set(domain.pw_aff_on_domain(0)), domain);
    Model::Range source = model.range(from), target = model.range(to);
    isl::set bad = isl::set::empty(domain.space());
    if (source.least.lt(target.least))
        bad = bad.unite(value.lt_set(domain.pw_aff_on_domain(target.least)));
    if (source.greatest.gt(target.greatest))
        bad = bad.unite(value.gt_set(domain.pw_aff_on_domain(target.greatest)));
    model.assume_never(bad, where, fmt::format("the value does not fit in `{}`", model.spell(to)));
    return value;
}

isl::pw_aff spread(const isl::pw_aff &function, const isl::set &domain)
{
    const auto count = unsigned(isl_set_dim(domain.get(), isl_dim_set));
    isl_pw_aff *result = isl_pw_aff_add_dims(function.copy(), isl_dim_in, count);
    if (isl_set_has_tuple_id(domain.get()) == isl_bool_true)
        result = isl_pw_aff_set_tuple_id(result, isl_dim_in, isl_set_get_tuple_id(domain.get()));
    return isl::manage(result).intersect_domain(domain);
}

isl::pw_aff with_last_bit_changed(const isl::pw_aff &value)
{
    const isl::pw_aff bit = value.mod(isl::val(value.ctx(), 2));
    return value.sub(bit).sub(bit).add_constant(1).coalesce();
}

isl::val to_val(isl::ctx ctx, const llvm::APSInt &number)
{
    llvm::SmallString<32> digits;
    number.toString(digits, 10);
    return isl::val(ctx, digits.str().str());
}

std::optional<isl::val> constant_of(const Model &model, const clang::Expr *expression)
{
    clang::Expr::EvalResult result;
    if (expression->isValueDependent() || !expression->getType()->isIntegralOrEnumerationType() ||
        !expression->EvaluateAsInt(result, model.ast()))
        return std::nullopt;
    return to_val(model.ctx(), result.Val.getInt());
}

isl::pw_aff AffineExtractor::value(const clang::Expr *expression, const Scope &scope,
                                   const isl::set &domain)
{
    const bool is_real = expression->getType()->isRealFloatingType();
    if (const auto fixed = is_real ? std::nullopt : fixed_condition(expression, model_)) {
        const isl::pw_aff holds = domain.param_pw_aff_on_domain(fixed->holds);
        return fixed->is_negated ? holds.neg().add_constant(1) : holds;
    }
    if (!is_modelled_integer(model_.ast(), expression->getType()))
        not_affine(expression, "its type is no integer of up to 64 bits",
                   "use integers alone here");
    if (auto constant = constant_of(model_, expression))
        return domain.pw_aff_on_domain(*constant);
    if (const auto *inner = llvm::dyn_cast<clang::ParenExpr>(expression))
        return value(inner->getSubExpr(), scope, domain);
    if (const auto *whole = llvm::dyn_cast<clang::FullExpr>(expression))
        return value(whole->getSubExpr(), scope, domain);
    if (model_.is_cxx())
        if (const auto known = library_value(expression, scope, domain))
            return *known;
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
        return variable(reference, scope, domain);
    if (const auto *inner = llvm::dyn_cast<clang::CastExpr>(expression))
        return cast(inner, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression))
        return unary(operation, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
        return binary(operation, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::ConditionalOperator>(expression))
        return choose(operation, scope, domain);
    if (llvm::isa<clang::ArraySubscriptExpr, clang::MemberExpr>(expression))
        return in_memory(expression, domain);
    if (llvm::isa<clang::CallExpr>(expression))
        not_affine(expression, "it calls a function",
                   "call the function before the loop, and keep its value in a local variable");
    not_affine(expression, "only +, -, products with constants, division, remainder and shifts by "
                           "constants, comparisons and conditionals are modelled");
}

/// The value of what C++ has in its library; nothing for other expressions.
std::optional<isl::pw_aff> AffineExtractor::library_value(const clang::Expr *expression,
                                                          const Scope &scope,
                                                          const isl::set &domain)
{
    if (const auto call = extremum_call(expression)) {
        const isl::pw_aff first = value(call->first, scope, domain),
                          second = value(call->second, scope, domain);
        return call->is_minimum ? first.min(second) : first.max(second);
    }
    const auto use = size_of_container(expression);
    if (!use)
        return element_of_container(expression) ? std::optional(in_memory(expression, domain))
                                                : std::nullopt;
    if (use->container.size)
        return domain.pw_aff_on_domain(
            isl::val(model_.ctx(), static_cast<long>(*use->container.size)));
    const auto call = AccessPaths(model_, *this).size_call(use->object);
    if (!call)
        not_affine(expression, "it is the size of a container that need not stay the same",
                   "copy the size into a local variable before the loop");
    const std::optional<isl::id> constant = model_.constants().of(
        call->first, call->second, isl::set::universe(isl::space::unit(model_.ctx())));
    return domain.param_pw_aff_on_domain(*constant);
}

isl::pw_aff AffineExtractor::variable(const clang::DeclRefExpr *reference, const Scope &scope,
                                      const isl::set &domain)
{
    const clang::VarDecl *variable = variable_of(reference);
    if (!variable)
        not_affine(reference, "it is not a variable");
    if (variable->getType()->isReferenceType())
        return in_memory(reference, domain);
    auto known = scope.values.find(variable);
    if (known != scope.values.end())
        return known->second.intersect_domain(domain);
    if (model_.usage().modified.count(variable) && !model_.usage().declared.count(variable) &&
        !scope.changed.count(variable) && !model_.may_be_aliased(variable) &&
        is_modelled_integer(model_.ast(), variable->getType()))
        return initial_value(variable, domain);
    return domain.param_pw_aff_on_domain(model_.constants().of(variable, reference->getLocation()));
}

isl::pw_aff AffineExtractor::initial_value(const clang::VarDecl *variable, const isl::set &domain)
{
    if (model_.starts_as_declared(variable))
        if (auto constant = constant_of(model_, variable->getInit()))
            return domain.pw_aff_on_domain(*constant);
    return domain.param_pw_aff_on_domain(model_.constants().initial_value(variable));
}

isl::pw_aff AffineExtractor::in_memory(const clang::Expr *lvalue, const isl::set &domain)
{
    AccessPaths paths(model_, *this);
    std::optional<isl::id> constant = constant_in_memory(lvalue, domain, model_, paths);
    if (!constant)
        not_affine(lvalue, "it depends on data in memory",
                   "copy the value into a local variable before the loop, if it stays the same");
    return domain.param_pw_aff_on_domain(*constant);
}

isl::pw_aff AffineExtractor::cast(const clang::CastExpr *expression, const Scope &scope,
                                  const isl::set &domain)
{
    const clang::Expr *operand = expression->getSubExpr();
    switch (expression->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
        return value(operand, scope, domain);
    case clang::CK_IntegralCast:
    case clang::CK_IntegralToBoolean: {
        isl::pw_aff inner = value(operand, scope, domain);
        return converted(model_, inner, operand->getType(), expression->getType(),
                         expression->getExprLoc());
    }
    default:
        not_affine(expression, "it converts from another kind of type");
    }
}

isl::pw_aff AffineExtractor::unary(const clang::UnaryOperator *operation, const Scope &scope,
                                   const isl::set &domain)
{
    const clang::Expr *operand = operation->getSubExpr();
    auto wrapped = [&](const isl::pw_aff &result) {
        return in_range(model_, result, operation->getType(), operation->getOperatorLoc());
    };
    switch (operation->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
        return value(operand, scope, domain);
    case clang::UO_Minus:
        return wrapped(congruent(operand, scope, domain).neg());
    case clang::UO_Not:
        return wrapped(value(operand, scope, domain).neg().add_constant(-1));
    case clang::UO_Deref:
        return in_memory(operation, domain);
    case clang::UO_LNot:
        return truth(condition(operation, scope, domain), domain);
    default:
        if (model_.is_done_apart(operation))
            return value(operand, scope, domain);
        not_affine(operation, "it has a side effect or reads memory",
                   "make it a statement of its own");
    }
}

isl::pw_aff AffineExtractor::binary(const clang::BinaryOperator *operation, const Scope &scope,
                                    const isl::set &domain)
{
    if (operation->isComparisonOp() || operation->isLogicalOp())
        return truth(condition(operation, scope, domain), domain);
    if (operation->isAssignmentOp() || operation->getOpcode() == clang::BO_Comma)
        not_affine(operation, "it has a side effect", "make it a statement of its own");
    if (operation->isBitwiseOp() || operation->isShiftOp())
        return bitwise(operation, scope, domain);

    if (operation->getOpcode() == clang::BO_Sub && operation->getRHS()->getType()->isPointerType())
        return distance(operation->getRHS(), operation->getLHS(), scope, domain, model_, *this);
    const bool is_division =
        operation->getOpcode() == clang::BO_Div || operation->getOpcode() == clang::BO_Rem;
    auto operand = [&](const clang::Expr *one) {
        return is_division ? value(one, scope, domain) : congruent(one, scope, domain);
    };
    isl::pw_aff left = operand(operation->getLHS());
    isl::pw_aff right = operand(operation->getRHS());
    auto wrapped = [&](const isl::pw_aff &result) {
        return in_range(model_, result, operation->getType(), operation->getOperatorLoc());
    };
    std::optional<isl::val> divisor = constant_value(right);
    switch (operation->getOpcode()) {
    case clang::BO_Add:
        return wrapped(left.add(right));
    case clang::BO_Sub:
        return wrapped(left.sub(right));
    case clang::BO_Mul:
        if (!divisor && !constant_value(left)) {
            if (const auto known = product(operation, value(operation->getLHS(), scope, domain),
                                           value(operation->getRHS(), scope, domain)))
                return *known;
            not_affine(operation, "it multiplies two values that are not constant",
                       "compute the product before the loop, if it stays the same");
        }
        return wrapped(left.mul(right));
    case clang::BO_Div:
    case clang::BO_Rem:
        return divided(operation, left, right);
    default:
        not_affine(operation, "this operator is not modelled");
    }
}

std::optional<isl::pw_aff> AffineExtractor::product(const clang::BinaryOperator *,
                                                    const isl::pw_aff &, const isl::pw_aff &)
{
    return std::nullopt;
}

/// The quotient or remainder of a division: by functions without divisions where the quotient is
/// one of a few numbers.
isl::pw_aff AffineExtractor::divided(const clang::BinaryOperator *operation,
                                     const isl::pw_aff &dividend, const isl::pw_aff &divisor)
{
    // Of more pieces, or of pieces of few elements, nobody wants the code.
    constexpr long few_wraps = 1, few_parts = 4, least_period = 16;
    const bool is_quotient = operation->getOpcode() == clang::BO_Div;
    const std::optional<isl::val> constant = constant_value(divisor);
    if (constant && constant->is_zero())
        not_affine(operation, "it divides by zero");
    const program::Program &program = model_.program();
    const isl::set possible = program.context.intersect(program::parameter_ranges(program))
                                  .intersect(program.assumptions);
    std::optional<Division> parts;
    if (!constant || constant->ge(isl::val(model_.ctx(), least_period)))
        parts = division(dividend, divisor, possible, constant ? few_wraps : few_parts);
    if (!parts && constant)
        return is_quotient ? dividend.tdiv_q(divisor) : dividend.tdiv_r(divisor);
    if (!parts)
        if (const auto fixed = fixed_division(operation, divisor))
            return *fixed;
    if (!parts)
        not_affine(operation, "it divides by something else than a constant, and the quotient is "
                              "not known to be one of a few numbers");
    model_.assume_never(parts->undefined, operation->getOperatorLoc(),
                        "this divisor is not positive");
    return is_quotient ? parts->quotient : parts->remainder;
}

/// The symbolic constant that is a quotient, or remainder, of variables that the region leaves
/// alone: `n / length`. Nothing for other operands.
std::optional<isl::pw_aff> AffineExtractor::fixed_division(const clang::BinaryOperator *operation,
                                                           const isl::pw_aff &divisor)
{
    const clang::VarDecl *left = variable_of(operation->getLHS()->IgnoreParenImpCasts());
    const clang::VarDecl *right = variable_of(operation->getRHS()->IgnoreParenImpCasts());
    const auto by = right ? model_.constants().known(right) : std::nullopt;
    if (!left || !by || !model_.constants().known(left))
        return std::nullopt;
    const isl::set domain = divisor.domain();
    model_.assume_never(divisor.le_set(domain.pw_aff_on_domain(0)).intersect(domain),
                        operation->getOperatorLoc(), "this divisor is not positive");
    const isl::set whole = isl::set::universe(isl::space::unit(model_.ctx()));
    const auto constant = model_.constants().computed(
        fmt::format("{} {} {}", left->getNameAsString(), operation->getOpcodeStr().str(),
                    right->getNameAsString()),
        operation->getType(), *by,
        whole.param_pw_aff_on_domain(*by).gt_set(whole.pw_aff_on_domain(0)));
    return constant ? std::optional(domain.param_pw_aff_on_domain(*constant)) : std::nullopt;
}

/// A value that may differ from that of an unsigned expression by a multiple of 2^w, where its type
/// has w bits: `i - 1` is less than zero on the way to `(i - 1 + n) % n`. Of other expressions the
/// value.
isl::pw_aff AffineExtractor::congruent(const clang::Expr *expression, const Scope &scope,
                                       const isl::set &domain)
{
    const clang::Expr *bare = expression->IgnoreParens();
    const clang::QualType type = bare->getType();
    if (!type->isUnsignedIntegerType() || type->isBooleanType() || constant_of(model_, bare))
        return value(bare, scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
        operation && operation->isAdditiveOp()) {
        const isl::pw_aff left = congruent(operation->getLHS(), scope, domain);
        const isl::pw_aff right = congruent(operation->getRHS(), scope, domain);
        return operation->getOpcode() == clang::BO_Add ? left.add(right) : left.sub(right);
    }
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(bare);
        cast && cast->getCastKind() == clang::CK_IntegralCast) {
        const clang::Expr *operand = cast->getSubExpr();
        if (operand->getType()->isSignedIntegerOrEnumerationType())
            return value(operand, scope, domain);
        if (model_.ast().getIntWidth(operand->getType()) >= model_.ast().getIntWidth(type))
            return congruent(operand, scope, domain);
    }
    return value(bare, scope, domain);
}

isl::pw_aff AffineExtractor::bitwise(const clang::BinaryOperator *operation, const Scope &scope,
                                     const isl::set &domain)
{
    auto constant = constant_of(model_, operation->getRHS());
    if (!constant)
        not_affine(operation, "its right operand is not constant");
    isl::val one = isl::val::one(model_.ctx());
    isl::pw_aff left = value(operation->getLHS(), scope, domain);
    if (operation->getOpcode() == clang::BO_And && constant->is_nonneg()) {
        // x & (2^k - 1) is the remainder by 2^k that two's complement makes non-negative.
        isl::val modulus = constant->add(one);
        for (isl::val power = one; power.le(modulus); power = power.add(power))
            if (power.eq(modulus))
                return left.mod(modulus);
    }
    if (operation->getOpcode() == clang::BO_Xor && constant->is_one())
        return with_last_bit_changed(left);
    if (operation->isShiftOp() && constant->is_nonneg() &&
        constant->lt(isl::val(model_.ctx(), 63))) {
        isl::val factor(model_.ctx(), 1L << constant->num_si());
        if (operation->getOpcode() == clang::BO_Shl)
            return in_range(model_, left.scale(factor), operation->getType(),
                            operation->getOperatorLoc());
        return left.scale_down(factor).floor();
    }
    not_affine(operation, "of the bit operations, only shifts by constants, & with 2^k - 1 and ^ "
                          "with 1 are modelled");
}

isl::pw_aff AffineExtractor::choose(const clang::ConditionalOperator *operation, const Scope &scope,
                                    const isl::set &domain)
{
    isl::set yes = condition(operation->getCond(), scope, domain);
    isl::pw_aff if_true = value(operation->getTrueExpr(), scope, yes);
    isl::pw_aff if_false = value(operation->getFalseExpr(), scope, domain.subtract(yes));
    return if_true.union_add(if_false).coalesce();
}

isl::set AffineExtractor::condition(const clang::Expr *expression, const Scope &scope,
                                    const isl::set &domain)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *whole = llvm::dyn_cast<clang::FullExpr>(bare))
        return condition(whole->getSubExpr(), scope, domain);
    if (const auto fixed = fixed_condition(bare, model_)) {
        const isl::pw_aff holds = domain.param_pw_aff_on_domain(fixed->holds);
        // The complement of either is convex.
        return fixed->is_negated ? holds.le_set(domain.pw_aff_on_domain(0))
                                 : holds.ge_set(domain.pw_aff_on_domain(1));
    }
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare))
        if (operation->getOpcode() == clang::UO_LNot)
            return domain.subtract(condition(operation->getSubExpr(), scope, domain));
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare)) {
        if (operation->getOpcode() == clang::BO_LAnd) {
            isl::set first = condition(operation->getLHS(), scope, domain);
            return condition(operation->getRHS(), scope, first);
        }
        if (operation->getOpcode() == clang::BO_LOr) {
            isl::set first = condition(operation->getLHS(), scope, domain);
            return first.unite(condition(operation->getRHS(), scope, domain.subtract(first)));
        }
        if (operation->isComparisonOp() && operation->getLHS()->getType()->isPointerType())
            return comparison(operation->getOpcode(),
                              distance(operation->getRHS(), operation->getLHS(), scope, domain,
                                       model_, *this),
                              domain.pw_aff_on_domain(0))
                .coalesce();
        if (operation->isComparisonOp())
            return comparison(operation->getOpcode(), value(operation->getLHS(), scope, domain),
                              value(operation->getRHS(), scope, domain))
                .coalesce();
    }
    isl::pw_aff number = value(bare, scope, domain);
    return number.ne_set(domain.pw_aff_on_domain(0)).coalesce();
}

std::optional<isl::set> AffineExtractor::condition_if_affine(const clang::Expr *expression,
                                                             const Scope &scope,
                                                             const isl::set &domain)
{
    isl::set assumptions = model_.program().assumptions;
    try {
        isl::set result = condition(expression, scope, domain);
        if (model_.program().assumptions.is_equal(assumptions))
            return result;
    } catch (const Unmodelled &) {
    }
    model_.program().assumptions = assumptions;
    return std::nullopt;
}

} // namespace espalier::frontend
