#include "espalier/frontend/polynomials.h"

#include "espalier/presburger/print.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

[[noreturn]] void no_polynomial(const clang::Stmt *expression, const std::string &why)
{
    throw Unmodelled{
        DiagnosticKind::unmodelled_expression, expression->getBeginLoc(), why,
        "compute subscripts from loop variables and sizes alone, in `int` or `size_t`"};
}

/// Whether products that cannot be shown to fit may be computed in a type: signed ones may be taken
/// not to overflow, and no memory has as many elements as make 64 bits wrap around.
bool may_hold_products(const clang::ASTContext &ast, clang::QualType type)
{
    return is_modelled_integer(ast, type) &&
           (type->isSignedIntegerOrEnumerationType() || ast.getIntWidth(type) == 64);
}

bool is_constant(const isl::pw_aff &function)
{
    return isl_pw_aff_is_cst(function.get()) == isl_bool_true;
}

/// Whether the loop variables have no part in a function.
bool is_fixed(const isl::pw_aff &function)
{
    const auto count = unsigned(isl_pw_aff_dim(function.get(), isl_dim_in));
    return isl_pw_aff_involves_dims(function.get(), isl_dim_in, 0, count) == isl_bool_false;
}

bool is_zero(const isl::pw_aff &function)
{
    return function.domain().is_subset(function.eq_set(function.domain().pw_aff_on_domain(0)));
}

void add(Polynomial &sum, const Monomial &monomial, const isl::pw_aff &coefficient)
{
    auto [known, is_new] = sum.terms.try_emplace(monomial, coefficient);
    if (!is_new)
        known->second = known->second.add(coefficient);
    if (is_zero(known->second) && !monomial.empty())
        sum.terms.erase(known);
}

/// What a symbolic constant is multiplied with in a function of one piece.
isl::val slope(const isl::pw_aff &of, const isl::id &parameter)
{
    isl::val result = isl::val::zero(of.ctx());
    of.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        const int at =
            isl_space_find_dim_by_id(piece.space().get(), isl_dim_param, parameter.get());
        if (at >= 0)
            result = isl::manage(isl_aff_get_coefficient_val(piece.at(0).get(), isl_dim_param, at));
    });
    return result;
}

/// The symbolic constant that a function is a multiple of, and how many times it is that.
struct ConstantTimes {
    isl::id constant;
    isl::val times;
};

/// \return nothing if it is no such multiple
std::optional<ConstantTimes> multiple_of_constant(const isl::pw_aff &function)
{
    if (!is_fixed(function) || is_constant(function) || isl_pw_aff_n_piece(function.get()) != 1)
        return std::nullopt;
    for (int k = 0; k < isl_pw_aff_dim(function.get(), isl_dim_param); ++k) {
        const isl::id constant =
            isl::manage(isl_pw_aff_get_dim_id(function.get(), isl_dim_param, unsigned(k)));
        const isl::val times = slope(function, constant);
        const isl::set domain = function.domain();
        if (!times.is_zero() &&
            is_zero(function.sub(domain.param_pw_aff_on_domain(constant).scale(times))))
            return ConstantTimes{constant, times};
    }
    return std::nullopt;
}

/// Whether a function of symbolic constants subtracts all of them, as - n - 2 does.
bool is_negated(const isl::pw_aff &function)
{
    if (isl_pw_aff_n_piece(function.get()) != 1)
        return false;
    bool result = false;
    for (int k = 0; k < int(isl_pw_aff_dim(function.get(), isl_dim_param)); ++k) {
        const isl::val by =
            slope(function,
                  isl::manage(isl_pw_aff_get_dim_id(function.get(), isl_dim_param, unsigned(k))));
        if (by.is_pos())
            return false;
        result = result || by.is_neg();
    }
    return result;
}

/// What a function is by another one: times * unit + rest.
struct Multiple {
    isl::val times, rest;
};

/// \return nothing if a function is no integer multiple of another one but for a constant, or has
///         several pieces
std::optional<Multiple> as_multiple(const isl::pw_aff &function, const isl::pw_aff &unit)
{
    if (isl_pw_aff_n_piece(function.get()) != 1 || isl_pw_aff_n_piece(unit.get()) != 1)
        return std::nullopt;
    const isl::pw_aff aligned = function.add(unit.scale(isl::val::zero(unit.ctx())));
    std::optional<isl::val> times;
    for (int k = 0; k < int(isl_pw_aff_dim(unit.get(), isl_dim_param)) && !times; ++k) {
        const isl::id parameter =
            isl::manage(isl_pw_aff_get_dim_id(unit.get(), isl_dim_param, unsigned(k)));
        if (const isl::val of_unit = slope(unit, parameter); !of_unit.is_zero())
            times = slope(aligned, parameter).div(of_unit);
    }
    if (!times || !times->is_int() || times->is_zero())
        return std::nullopt;
    const isl::pw_aff rest = aligned.sub(unit.scale(*times)).coalesce();
    isl::val constant = isl::val::zero(unit.ctx());
    if (isl_pw_aff_is_cst(rest.get()) != isl_bool_true)
        return std::nullopt;
    rest.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        constant = piece.at(0).constant_val();
    });
    return Multiple{*times, constant};
}

} // namespace

Monomial joined(const Monomial &one, const Monomial &other)
{
    Monomial result = one;
    result.insert(result.end(), other.begin(), other.end());
    std::ranges::sort(result);
    return result;
}

bool is_affine(const Polynomial &value)
{
    return value.terms.empty() || (value.terms.size() == 1 && value.terms.begin()->first.empty());
}

Polynomial lifted(Polynomial value, std::size_t loops)
{
    for (auto &[monomial, coefficient] : value.terms) {
        const auto known = unsigned(isl_pw_aff_dim(coefficient.get(), isl_dim_in));
        coefficient = isl::manage(
            isl_pw_aff_add_dims(coefficient.release(), isl_dim_in, unsigned(loops) - known));
    }
    return value;
}

Polynomial sum(Polynomial one, const Polynomial &other)
{
    for (const auto &[monomial, coefficient] : other.terms)
        add(one, monomial, coefficient);
    return one;
}

Polynomial negated(Polynomial value)
{
    for (auto &[monomial, coefficient] : value.terms)
        coefficient = coefficient.neg();
    return value;
}

Polynomial multiplied(const Polynomial &value, const Monomial &by)
{
    Polynomial result;
    for (const auto &[monomial, coefficient] : value.terms)
        add(result, joined(monomial, by), coefficient);
    return result;
}

Polynomial PolynomialExtractor::value(const clang::Expr *expression, const Scope &scope,
                                      const isl::set &domain)
{
    std::optional<isl::pw_aff> affine;
    try {
        const auto obligations =
            model_.obligations_of([&] { affine = affine_.value(expression, scope, domain); });
        for (const Model::Obligation &obligation : obligations)
            model_.assume_never(obligation.bad, obligation.where, obligation.what);
        return {{{{}, affine->coalesce().gist(domain)}}};
    } catch (const Unmodelled &) {
        if (affine)
            throw;
    }
    if (!may_hold_products(model_.ast(), expression->getType()))
        no_polynomial(expression, "its computation may wrap around");
    if (const auto *inner = llvm::dyn_cast<clang::ParenExpr>(expression))
        return value(inner->getSubExpr(), scope, domain);
    if (const auto *whole = llvm::dyn_cast<clang::FullExpr>(expression))
        return value(whole->getSubExpr(), scope, domain);
    if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(expression);
        step && model_.is_done_apart(step))
        return value(step->getSubExpr(), scope, domain);
    if (auto known = scope.polynomials.find(variable_of(expression));
        known != scope.polynomials.end())
        return lifted(*known->second, scope.depth());
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
        if (cast->getCastKind() == clang::CK_IntegralCast &&
            model_.ast().getIntWidth(cast->getType()) >=
                model_.ast().getIntWidth(cast->getSubExpr()->getType()))
            return value(cast->getSubExpr(), scope, domain);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
        const bool is_difference = operation->getOpcode() == clang::BO_Sub;
        if (operation->getOpcode() == clang::BO_Add || is_difference) {
            Polynomial right = value(operation->getRHS(), scope, domain);
            return sum(value(operation->getLHS(), scope, domain),
                       is_difference ? negated(std::move(right)) : right);
        }
        if (operation->getOpcode() == clang::BO_Mul)
            return product(value(operation->getLHS(), scope, domain),
                           value(operation->getRHS(), scope, domain), operation);
        if (const auto number = triangle_number(operation, scope, domain))
            return *number;
    }
    // For its reasons.
    affine_.value(expression, scope, domain);
    no_polynomial(expression, "this is not an affine expression");
}

/// f * (f + 1) / 2, or (f + 1) * f >> 1: nothing is rounded.
std::optional<Polynomial> PolynomialExtractor::triangle_number(const clang::BinaryOperator *half,
                                                               const Scope &scope,
                                                               const isl::set &domain)
{
    const bool is_shift = half->getOpcode() == clang::BO_Shr;
    const auto by = half->getRHS()->getIntegerConstantExpr(model_.ast());
    const auto *product =
        llvm::dyn_cast<clang::BinaryOperator>(half->getLHS()->IgnoreParenImpCasts());
    if ((!is_shift && half->getOpcode() != clang::BO_Div) || !by || *by != (is_shift ? 1 : 2) ||
        !product || product->getOpcode() != clang::BO_Mul ||
        !may_hold_products(model_.ast(), product->getType()))
        return std::nullopt;
    const Polynomial one = value(product->getLHS(), scope, domain),
                     other = value(product->getRHS(), scope, domain);
    if (!is_affine(one) || !is_affine(other) || one.terms.empty() || other.terms.empty())
        return std::nullopt;
    const isl::pw_aff &first = one.terms.begin()->second, &second = other.terms.begin()->second;
    auto is_by_one = [&](const isl::pw_aff &less, const isl::pw_aff &greater) {
        return domain.is_subset(less.add_constant(1).eq_set(greater));
    };
    if (!is_by_one(first, second) && !is_by_one(second, first))
        return std::nullopt;
    const isl::pw_aff &row = is_by_one(first, second) ? first : second;
    const std::string name = "triangle " + presburger::to_string(row);
    triangles_.try_emplace(name, row);
    return Polynomial{{{{name}, isl::set::universe(domain.space()).pw_aff_on_domain(1)}}};
}

std::optional<isl::pw_aff> PolynomialExtractor::triangle(const std::string &name,
                                                         const isl::set &domain) const
{
    const auto known = triangles_.find(name);
    if (known == triangles_.end())
        return std::nullopt;
    const auto loops = unsigned(isl_set_dim(domain.get(), isl_dim_set)),
               outer = unsigned(isl_pw_aff_dim(known->second.get(), isl_dim_in));
    return isl::manage(isl_pw_aff_add_dims(known->second.copy(), isl_dim_in, loops - outer))
        .intersect_domain(domain);
}

bool PolynomialExtractor::has_triangle(const Monomial &monomial) const
{
    return std::ranges::any_of(
        monomial, [&](const std::string &factor) { return triangles_.contains(factor); });
}

std::optional<Polynomial> PolynomialExtractor::value_if_any(const clang::Expr *expression,
                                                            const Scope &scope,
                                                            const isl::set &domain)
{
    std::optional<Polynomial> result;
    try {
        const auto obligations =
            model_.obligations_of([&] { result = value(expression, scope, domain); });
        if (obligations.empty())
            return result;
    } catch (const Unmodelled &) {
    }
    return std::nullopt;
}

std::optional<Monomial> PolynomialExtractor::fixed_product(const clang::Expr *expression,
                                                           const Scope &scope,
                                                           const isl::set &domain)
{
    const std::optional<Polynomial> value = value_if_any(expression, scope, domain);
    if (!value || value->terms.size() != 1)
        return std::nullopt;
    const auto &[monomial, coefficient] = *value->terms.begin();
    if (has_triangle(monomial))
        return std::nullopt;
    const isl::set all = coefficient.domain();
    if (all.is_subset(coefficient.eq_set(all.pw_aff_on_domain(1))))
        return monomial;
    return is_fixed(coefficient) && !is_constant(coefficient)
               ? std::optional(joined(monomial, {factor_of(coefficient)}))
               : std::nullopt;
}

Polynomial PolynomialExtractor::addend(const clang::VarDecl *variable, const clang::Expr *value,
                                       const Scope &scope, const isl::set &domain)
{
    if (!value)
        return {{{{}, isl::set::universe(domain.space()).pw_aff_on_domain(1)}}};
    Polynomial result = this->value(value, scope, domain);
    const clang::ASTContext &ast = model_.ast();
    const clang::QualType to =
        variable->getType()->isPointerType() ? ast.getPointerDiffType() : variable->getType();
    const bool may_be_negative = value->getType()->isUnsignedIntegerOrEnumerationType() &&
                                 ast.getIntWidth(value->getType()) >= ast.getIntWidth(to);
    if (!may_be_negative)
        return result;
    // Adding a great unsigned number is subtracting.
    if (!is_affine(result))
        no_polynomial(value, "what is added here may be too large for the variable");
    for (auto &[monomial, added] : result.terms)
        added = converted(model_, added.intersect_domain(domain), value->getType(), to,
                          value->getExprLoc())
                    .gist(domain);
    return result;
}

Polynomial PolynomialExtractor::product(const Polynomial &one, const Polynomial &other,
                                        const clang::Stmt *where)
{
    Polynomial result;
    for (const auto &[first, f] : one.terms)
        for (const auto &[second, g] : other.terms) {
            Monomial monomial = joined(first, second);
            auto add_times = [&](const isl::pw_aff &factor, const isl::pw_aff &rest) {
                const bool is_less = is_negated(factor);
                add(result, joined(monomial, {factor_of(is_less ? factor.neg() : factor)}),
                    is_less ? rest.neg() : rest);
            };
            if (is_constant(f) || is_constant(g))
                add(result, monomial, f.mul(g));
            else if (is_fixed(g))
                add_times(g, f);
            else if (is_fixed(f))
                add_times(f, g);
            else
                no_polynomial(where, "it multiplies two values that change in the region");
        }
    return result;
}

Polynomial PolynomialExtractor::in_terms_of(const Polynomial &value, const std::string &base) const
{
    const isl::pw_aff &unit = factors_.at(base);
    Polynomial result;
    for (const auto &[monomial, coefficient] : value.terms) {
        Polynomial term{{{{}, coefficient}}};
        for (const std::string &factor : monomial) {
            const std::optional<Multiple> multiple =
                triangles_.contains(factor) ? std::nullopt : as_multiple(factors_.at(factor), unit);
            Polynomial next = multiplied(term, {multiple ? base : factor});
            if (multiple)
                for (auto &[unused, part] : next.terms)
                    part = part.scale(multiple->times);
            if (multiple && !multiple->rest.is_zero())
                for (const auto &[product, part] : term.terms)
                    next = sum(std::move(next), {{{product, part.scale(multiple->rest)}}});
            term = std::move(next);
        }
        result = sum(std::move(result), term);
    }
    std::erase_if(result.terms, [](const auto &term) {
        const auto &[monomial, coefficient] = term;
        return !monomial.empty() && coefficient.domain().is_subset(coefficient.eq_set(
                                        coefficient.domain().pw_aff_on_domain(0)));
    });
    return result;
}

Polynomial PolynomialExtractor::with_fixed_factors(const Polynomial &value)
{
    Polynomial result;
    for (const auto &[monomial, coefficient] : value.terms) {
        const auto multiple = monomial.empty() ? std::nullopt : multiple_of_constant(coefficient);
        if (multiple)
            add(result, joined(monomial, {factor_of(multiple->constant)}),
                coefficient.domain().pw_aff_on_domain(multiple->times));
        else
            add(result, monomial, coefficient);
    }
    return result;
}

std::string PolynomialExtractor::factor_of(const isl::id &constant)
{
    return factor_of(model_.outermost_scope().domain.param_pw_aff_on_domain(constant));
}

std::string PolynomialExtractor::factor_of(const isl::pw_aff &function)
{
    const auto count = unsigned(isl_pw_aff_dim(function.get(), isl_dim_in));
    isl_pw_aff *value = isl_pw_aff_drop_dims(function.copy(), isl_dim_in, 0, count);
    isl::pw_aff factor = isl::manage(isl_pw_aff_drop_unused_params(value));
    std::string name = presburger::to_string(factor);
    factors_.try_emplace(name, factor);
    return name;
}

} // namespace espalier::frontend
