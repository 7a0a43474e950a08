#include "espalier/frontend/value_bounds.h"

#include "espalier/frontend/constant_tables.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

using Bound = std::optional<isl::pw_aff>;

/// Types that are wider say too little of their values.
constexpr unsigned widest_small_type = 16; // bits

isl::pw_aff constant(const isl::set &domain, const isl::val &value)
{
    return domain.pw_aff_on_domain(value);
}

isl::pw_aff scaled(const isl::pw_aff &function, const isl::val &factor)
{
    return isl::manage(isl_pw_aff_scale_val(function.copy(), factor.copy()));
}

/// Of an element of an array that never changes.
ValueBounds table_bounds(const clang::ArraySubscriptExpr *element, const clang::ASTContext &ast,
                         const isl::set &domain)
{
    const std::optional<Extremes> all = extremes_of_table(element, ast);
    if (!all)
        return {};
    return {constant(domain, to_val(domain.ctx(), all->least)),
            constant(domain, to_val(domain.ctx(), all->greatest))};
}

/// One function of the bounds, where there are any.
template <class Function>
ValueBounds each(const ValueBounds &bounds, Function function)
{
    ValueBounds result;
    if (bounds.least)
        result.least = function(*bounds.least);
    if (bounds.greatest)
        result.greatest = function(*bounds.greatest);
    return result;
}

/// What both are within; where one has no bound, there is none.
ValueBounds hull(const ValueBounds &one, const ValueBounds &other)
{
    ValueBounds result;
    if (one.least && other.least)
        result.least = one.least->min(*other.least).coalesce();
    if (one.greatest && other.greatest)
        result.greatest = one.greatest->max(*other.greatest).coalesce();
    return result;
}

Bound smaller(const Bound &one, const Bound &other)
{
    return one && other ? one->min(*other).coalesce() : one ? one : other;
}

Bound greater(const Bound &one, const Bound &other)
{
    return one && other ? one->max(*other).coalesce() : one ? one : other;
}

/// The comparison that holds where another one does not.
clang::BinaryOperatorKind opposite(clang::BinaryOperatorKind comparison)
{
    return clang::BinaryOperator::negateComparisonOp(comparison);
}

} // namespace

ValueBounds united(const ValueBounds &one, const ValueBounds &other)
{
    ValueBounds result;
    if (one.least && other.least)
        result.least =
            isl::manage(isl_pw_aff_union_min(one.least->copy(), other.least->copy())).coalesce();
    if (one.greatest && other.greatest)
        result.greatest =
            isl::manage(isl_pw_aff_union_max(one.greatest->copy(), other.greatest->copy()))
                .coalesce();
    return result;
}

ValueBounds within(ValueBounds bounds, const isl::set &domain)
{
    auto keep = [&](Bound &bound) {
        if (bound)
            bound = bound->intersect_domain(domain);
        if (bound && !domain.is_subset(bound->domain()))
            bound.reset();
    };
    keep(bounds.least);
    keep(bounds.greatest);
    return bounds;
}

ValueBounds known_bounds(const clang::VarDecl *variable, const Scope &scope)
{
    if (auto value = scope.values.find(variable); value != scope.values.end())
        return {value->second, value->second};
    if (auto bounds = scope.bounds.find(variable); bounds != scope.bounds.end())
        return bounds->second;
    return {};
}

ValueBounds sum(const ValueBounds &one, const ValueBounds &other)
{
    ValueBounds result;
    if (one.least && other.least)
        result.least = one.least->add(*other.least);
    if (one.greatest && other.greatest)
        result.greatest = one.greatest->add(*other.greatest);
    return result;
}

ValueBounds negated(const ValueBounds &bounds)
{
    ValueBounds result = each(bounds, [](const isl::pw_aff &bound) { return bound.neg(); });
    std::swap(result.least, result.greatest);
    return result;
}

bool BoundsExtractor::is_possible(const isl::set &points) const
{
    const program::Program &program = model_.program();
    return !points.intersect_params(program.context)
                .intersect_params(program::parameter_ranges(program))
                .is_empty();
}

/// The value, if it is affine without assumptions.
std::optional<isl::pw_aff> BoundsExtractor::affine_value(const clang::Expr *expression,
                                                         const Scope &scope, const isl::set &domain)
{
    try {
        std::optional<isl::pw_aff> result;
        const auto obligations =
            model_.obligations_of([&] { result = affine_.value(expression, scope, domain); });
        const bool is_certain =
            std::ranges::none_of(obligations, [&](const Model::Obligation &obligation) {
                return is_possible(obligation.bad);
            });
        return is_certain ? result : std::nullopt;
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
}

ValueBounds BoundsExtractor::bounds(const clang::Expr *expression, const Scope &scope,
                                    const isl::set &domain)
{
    if (!is_modelled_integer(model_.ast(), expression->getType()))
        return {};
    if (const auto value = affine_value(expression, scope, domain))
        return within({*value, *value}, domain);
    const clang::Expr *bare = expression->IgnoreParens();
    ValueBounds result;
    if (const auto *inner = llvm::dyn_cast<clang::CastExpr>(bare))
        result = cast(inner, scope, domain);
    else if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(bare))
        result = variable(reference, scope, domain);
    else if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(bare))
        result = table_bounds(subscript, model_.ast(), domain);
    else if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare))
        result = binary(operation, scope, domain);
    else if (const auto *chosen = llvm::dyn_cast<clang::ConditionalOperator>(bare))
        result = choice(chosen, scope, domain);
    return in_type(within(std::move(result), domain), expression->getType(), domain);
}

ValueBounds BoundsExtractor::of_type(clang::QualType type, const isl::set &domain) const
{
    const bool is_small = model_.ast().getIntWidth(type) <= widest_small_type;
    if (!is_small && !type->isUnsignedIntegerType())
        return {};
    const Model::Range range = model_.range(type);
    ValueBounds result{constant(domain, range.least), std::nullopt};
    if (is_small)
        result.greatest = constant(domain, range.greatest);
    return result;
}

/// With the bounds of a small type where there are none.
ValueBounds BoundsExtractor::in_type(ValueBounds bounds, clang::QualType type,
                                     const isl::set &domain) const
{
    const ValueBounds all = of_type(type, domain);
    return {bounds.least ? bounds.least : all.least,
            bounds.greatest ? bounds.greatest : all.greatest};
}

ValueBounds BoundsExtractor::converted(ValueBounds bounds, clang::QualType from, clang::QualType to,
                                       const isl::set &domain) const
{
    if (!is_modelled_integer(model_.ast(), from) || !is_modelled_integer(model_.ast(), to))
        return {};
    const Model::Range source = model_.range(from), target = model_.range(to);
    auto is_above = [&] {
        return bounds.least && !is_possible(bounds.least->lt_set(constant(domain, target.least)));
    };
    auto is_below = [&] {
        return bounds.greatest &&
               !is_possible(bounds.greatest->gt_set(constant(domain, target.greatest)));
    };
    const bool stays = (source.least.ge(target.least) || is_above()) &&
                       (source.greatest.le(target.greatest) || is_below());
    return in_type(stays ? std::move(bounds) : ValueBounds{}, to, domain);
}

ValueBounds BoundsExtractor::cast(const clang::CastExpr *cast, const Scope &scope,
                                  const isl::set &domain)
{
    const clang::Expr *operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
        return bounds(operand, scope, domain);
    case clang::CK_IntegralCast:
        return converted(bounds(operand, scope, domain), operand->getType(), cast->getType(),
                         domain);
    default:
        return {};
    }
}

ValueBounds BoundsExtractor::variable(const clang::DeclRefExpr *reference, const Scope &scope,
                                      const isl::set &domain) const
{
    const clang::VarDecl *variable = variable_of(reference);
    return variable ? within(known_bounds(variable, scope), domain) : ValueBounds{};
}

ValueBounds BoundsExtractor::binary(const clang::BinaryOperator *operation, const Scope &scope,
                                    const isl::set &domain)
{
    if (operation->isComparisonOp() || operation->isLogicalOp())
        return {constant(domain, isl::val(model_.ctx(), 0)),
                constant(domain, isl::val(model_.ctx(), 1))};
    auto operand = [&](const clang::Expr *one) { return bounds(one, scope, domain); };
    // What is not signed may wrap around, unless the bounds are those of the type.
    auto computed = [&](const ValueBounds &result) {
        if (operation->getType()->isSignedIntegerType())
            return result;
        const Model::Range range = model_.range(operation->getType());
        const bool stays = result.least && result.greatest &&
                           !is_possible(result.least->lt_set(constant(domain, range.least))) &&
                           !is_possible(result.greatest->gt_set(constant(domain, range.greatest)));
        return stays ? result : ValueBounds{};
    };
    switch (operation->getOpcode()) {
    case clang::BO_Add:
        return computed(sum(operand(operation->getLHS()), operand(operation->getRHS())));
    case clang::BO_Sub:
        return computed(sum(operand(operation->getLHS()), negated(operand(operation->getRHS()))));
    case clang::BO_Mul:
        return computed(product(operation, scope, domain));
    case clang::BO_Div:
    case clang::BO_Shr:
        return quotient(operation, scope, domain);
    case clang::BO_Rem:
        return remainder(operation, scope, domain);
    case clang::BO_And:
        return masked(operation, domain);
    default:
        return {};
    }
}

ValueBounds BoundsExtractor::product(const clang::BinaryOperator *operation, const Scope &scope,
                                     const isl::set &domain)
{
    const auto left = constant_of(model_, operation->getLHS());
    const auto right = constant_of(model_, operation->getRHS());
    if (!left && !right)
        return {};
    const isl::val factor = left ? *left : *right;
    const ValueBounds other =
        bounds(left ? operation->getRHS() : operation->getLHS(), scope, domain);
    const ValueBounds result =
        each(other, [&](const isl::pw_aff &bound) { return scaled(bound, factor.abs()); });
    return factor.is_neg() ? negated(result) : result;
}

/// Of a division or shift by a constant: neither lets a greater number become a smaller one.
ValueBounds BoundsExtractor::quotient(const clang::BinaryOperator *operation, const Scope &scope,
                                      const isl::set &domain)
{
    const auto divisor = constant_of(model_, operation->getRHS());
    const bool is_shift = operation->getOpcode() == clang::BO_Shr;
    constexpr long greatest_shift = 62;
    if (!divisor || divisor->is_neg() || (!is_shift && divisor->is_zero()) ||
        (is_shift && divisor->gt(isl::val(model_.ctx(), greatest_shift))))
        return {};
    return each(bounds(operation->getLHS(), scope, domain), [&](const isl::pw_aff &bound) {
        if (!is_shift)
            return bound.tdiv_q(constant(domain, *divisor));
        return bound.scale_down(divisor->pow2()).floor();
    });
}

ValueBounds BoundsExtractor::remainder(const clang::BinaryOperator *operation, const Scope &scope,
                                       const isl::set &domain)
{
    const isl::pw_aff zero = constant(domain, isl::val(model_.ctx(), 0));
    const ValueBounds divisor = bounds(operation->getRHS(), scope, domain);
    if (!divisor.least || !divisor.greatest || is_possible(divisor.least->le_set(zero)))
        return {};
    const ValueBounds dividend = bounds(operation->getLHS(), scope, domain);
    const isl::pw_aff most = divisor.greatest->add_constant(-1);
    const bool is_negative = !dividend.least || is_possible(dividend.least->lt_set(zero));
    return {is_negative ? most.neg() : zero, most};
}

/// `x & 15` is at least 0 and at most 15.
ValueBounds BoundsExtractor::masked(const clang::BinaryOperator *operation,
                                    const isl::set &domain) const
{
    for (const clang::Expr *operand : {operation->getLHS(), operation->getRHS()})
        if (const auto mask = constant_of(model_, operand); mask && mask->is_nonneg())
            return {constant(domain, isl::val(model_.ctx(), 0)), constant(domain, *mask)};
    return {};
}

ValueBounds BoundsExtractor::choice(const clang::ConditionalOperator *operation, const Scope &scope,
                                    const isl::set &domain)
{
    const clang::Expr *condition = operation->getCond();
    if (const auto yes = affine_.condition_if_affine(condition, scope, domain))
        return united(bounds(operation->getTrueExpr(), scope, *yes),
                      bounds(operation->getFalseExpr(), scope, domain.subtract(*yes)));
    auto chosen = [&](const clang::Expr *value, bool holds) {
        return bounds(value, refined(scope, condition, holds, domain), domain);
    };
    return hull(chosen(operation->getTrueExpr(), true), chosen(operation->getFalseExpr(), false));
}

Scope BoundsExtractor::refined(Scope scope, const clang::Expr *condition, bool holds,
                               const isl::set &domain)
{
    const clang::Expr *bare = condition->IgnoreParenImpCasts();
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare);
        operation && operation->getOpcode() == clang::UO_LNot)
        return refined(std::move(scope), operation->getSubExpr(), !holds, domain);
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
    if (!operation)
        return scope;
    const auto all = holds ? clang::BO_LAnd : clang::BO_LOr;
    if (operation->getOpcode() == all) {
        scope = refined(std::move(scope), operation->getLHS(), holds, domain);
        return refined(std::move(scope), operation->getRHS(), holds, domain);
    }
    if (operation->isComparisonOp())
        refine(scope, operation, holds, domain);
    return scope;
}

void BoundsExtractor::refine(Scope &scope, const clang::BinaryOperator *comparison, bool holds,
                             const isl::set &domain)
{
    const auto op = holds ? comparison->getOpcode() : opposite(comparison->getOpcode());
    const ValueBounds left = bounds(comparison->getLHS(), scope, domain);
    const ValueBounds right = bounds(comparison->getRHS(), scope, domain);
    const bool is_equality = op == clang::BO_EQ || op == clang::BO_NE;
    refine(scope, comparison->getLHS(), op, right, domain);
    refine(scope, comparison->getRHS(),
           is_equality ? op : clang::BinaryOperator::reverseComparisonOp(op), left, domain);
}

/// \param compared    if it is a variable that data choose, its bounds are refined
/// \param comparison  of it with what has the bounds `other`
void BoundsExtractor::refine(Scope &scope, const clang::Expr *compared,
                             clang::BinaryOperatorKind comparison, const ValueBounds &other,
                             const isl::set &domain)
{
    const clang::VarDecl *variable = variable_of(compared->IgnoreParenImpCasts());
    if (!variable || scope.values.contains(variable) || model_.may_be_aliased(variable) ||
        !variable->hasLocalStorage() || !is_modelled_integer(model_.ast(), variable->getType()) ||
        !is_modelled_integer(model_.ast(), compared->getType()))
        return;
    const Model::Range own = model_.range(variable->getType());
    const Model::Range common = model_.range(compared->getType());
    if (own.least.lt(common.least) || own.greatest.gt(common.greatest))
        return;
    ValueBounds known =
        in_type(within(known_bounds(variable, scope), domain), variable->getType(), domain);
    const bool is_strict = comparison == clang::BO_LT || comparison == clang::BO_GT;
    const bool is_equal = comparison == clang::BO_EQ;
    if (other.greatest && (is_equal || comparison == clang::BO_LT || comparison == clang::BO_LE))
        known.greatest = smaller(known.greatest, other.greatest->add_constant(is_strict ? -1 : 0));
    if (other.least && (is_equal || comparison == clang::BO_GT || comparison == clang::BO_GE))
        known.least = greater(known.least, other.least->add_constant(is_strict ? 1 : 0));
    if (known.least || known.greatest)
        scope.bounds.insert_or_assign(variable, known);
}

namespace {

/// The value of a variable where one of several statements has given it one; nothing if one did
/// not, or the pieces are too many.
std::optional<isl::pw_aff> joined_value(const clang::VarDecl *variable,
                                        const std::vector<Scope> &ends)
{
    constexpr int most_pieces = 4;
    std::optional<isl::pw_aff> result;
    for (const Scope &end : ends) {
        auto known = end.values.find(variable);
        if (known == end.values.end())
            return std::nullopt;
        const isl::pw_aff value = known->second.intersect_domain(end.domain);
        result = result ? result->union_add(value).coalesce() : value;
    }
    return result && isl_pw_aff_n_piece(result->get()) <= most_pieces ? result : std::nullopt;
}

ValueBounds joined_bounds(const clang::VarDecl *variable, const std::vector<Scope> &ends)
{
    std::optional<ValueBounds> result;
    for (const Scope &end : ends) {
        const ValueBounds known = within(known_bounds(variable, end), end.domain);
        result = result ? united(*result, known) : known;
    }
    return result.value_or(ValueBounds{});
}

} // namespace

bool has_bounded_part(const clang::Expr *expression, const Scope &scope)
{
    return std::ranges::any_of(
        usage_of({expression}).referenced, [&](const clang::VarDecl *variable) {
            const auto known = scope.bounds.find(variable);
            return scope.polynomials.contains(variable) && known != scope.bounds.end() &&
                   known->second.least && known->second.greatest;
        });
}

void join(Scope &scope, const VariableSet &modified, const std::vector<Scope> &ends, bool is_exact)
{
    for (const clang::VarDecl *variable : modified) {
        const auto value = is_exact ? joined_value(variable, ends) : std::nullopt;
        if (value && scope.domain.is_subset(value->domain())) {
            scope.values.insert_or_assign(variable, *value);
            continue;
        }
        const ValueBounds bounds = within(joined_bounds(variable, ends), scope.domain);
        if (bounds.least || bounds.greatest)
            scope.bounds.insert_or_assign(variable, bounds);
    }
}

} // namespace espalier::frontend
