#include "espalier/frontend/known_products.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// A function of one piece without a constant, and what that is multiplied with in it.
struct Parts {
    isl::val coefficient;
    isl::pw_aff rest;
};

/// \return nothing if the function has several pieces, or needs the constant for more
std::optional<Parts> without(const isl::pw_aff &function, const isl::id &constant)
{
    const int position =
        isl_space_find_dim_by_id(function.space().get(), isl_dim_param, constant.get());
    if (position < 0)
        return Parts{isl::val::zero(function.ctx()), function};
    if (isl_pw_aff_n_piece(function.get()) != 1)
        return std::nullopt;
    std::optional<Parts> result;
    function.foreach_piece([&](const isl::set &domain, const isl::multi_aff &piece) {
        isl_aff *rest = piece.at(0).release();
        const isl::val coefficient =
            isl::manage(isl_aff_get_coefficient_val(rest, isl_dim_param, position));
        rest = isl_aff_set_coefficient_si(rest, isl_dim_param, position, 0);
        const bool is_rest = isl_aff_involves_dims(rest, isl_dim_param, unsigned(position), 1);
        const isl::pw_aff other = isl::pw_aff(isl::manage(rest)).intersect_domain(domain);
        if (!is_rest && coefficient.is_int())
            result = Parts{coefficient, other};
    });
    return result;
}

} // namespace

KnownProducts::KnownProducts(Model &model, PolynomialExtractor &polynomials)
    : model_(model), polynomials_(polynomials)
{
    for (const clang::VarDecl *variable : model.usage().referenced) {
        if (!variable->hasInit())
            continue;
        add(variable);
        // Where a pointer starts may be said in other words than the region has.
        if (variable->getType()->isPointerType())
            for (const clang::VarDecl *named : usage_of({variable->getInit()}).referenced)
                if (named->hasInit())
                    add(named);
    }
}

/// The local integer, signed, that an expression names, if it has the value where the region starts
/// that it was declared with.
const clang::VarDecl *KnownProducts::kept(const clang::Expr *expression) const
{
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    const clang::VarDecl *variable = reference ? variable_of(reference) : nullptr;
    return variable && variable->getType()->isSignedIntegerType() &&
                   model_.keeps_declared_value(variable) &&
                   !model_.usage().modified.contains(variable)
               ? variable
               : nullptr;
}

void KnownProducts::add(const clang::VarDecl *variable)
{
    const clang::Expr *value = variable->getInit();
    if (!variable->getType()->isSignedIntegerType() || !model_.keeps_declared_value(variable) ||
        model_.usage().modified.contains(variable))
        return;
    const isl::val one = isl::val::one(model_.ctx());
    Product product{variable, one, {}, false};
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
    if (operation && operation->getOpcode() == clang::BO_Div) {
        const clang::VarDecl *dividend = kept(operation->getLHS());
        if (!dividend)
            return;
        product = {dividend, one, {variable}, true};
        value = operation->getRHS();
    }
    if (std::ranges::count(products_, product.constant, &Product::constant) == 0 &&
        multiply(product, value) && !product.factors.empty())
        products_.push_back(std::move(product));
}

/// \return whether it is a product of constants
bool KnownProducts::multiply(Product &product, const clang::Expr *by) const
{
    const clang::Expr *bare = by->IgnoreParenImpCasts();
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
    if (!bare->getType()->isSignedIntegerType())
        return false;
    if (const auto number = constant_of(model_, bare)) {
        product.multiple = product.multiple.mul(*number);
        return !number->is_zero();
    }
    if (const clang::VarDecl *variable = kept(bare)) {
        product.factors.push_back(variable);
        return variable != product.constant;
    }
    return operation && operation->getOpcode() == clang::BO_Mul &&
           multiply(product, operation->getLHS()) && multiply(product, operation->getRHS());
}

void KnownProducts::note()
{
    SymbolicConstants &constants = model_.constants();
    const isl::set whole = isl::set::universe(isl::space::unit(model_.ctx()));
    for (const Product &product : products_) {
        const auto constant = constants.known(product.constant);
        std::vector<isl::pw_aff> factors;
        for (const clang::VarDecl *factor : product.factors)
            if (const auto known = constants.known(factor))
                factors.push_back(whole.param_pw_aff_on_domain(*known));
        if (constant && !product.is_checked && product.multiple.is_one() &&
            product.factors.size() == 2 && factors.size() == 2)
            constants.note({*constant, factors[0], factors[1]});
    }
}

std::optional<Polynomial> KnownProducts::expanded(Polynomial value, clang::SourceLocation where)
{
    for (std::size_t round = 0; round < products_.size(); ++round)
        for (const Product &product : products_) {
            std::optional<Polynomial> next = expanded(value, product, where);
            if (!next)
                return std::nullopt;
            value = std::move(*next);
        }
    return value;
}

std::optional<Polynomial> KnownProducts::expanded(const Polynomial &value, const Product &product,
                                                  clang::SourceLocation where)
{
    const std::optional<isl::id> constant = model_.constants().known(product.constant);
    if (!constant)
        return value;
    const std::string name = polynomials_.factor_of(*constant);
    Monomial factors;
    for (const clang::VarDecl *factor : product.factors)
        factors.push_back(polynomials_.factor_of(model_.constants().of(factor, where)));
    Polynomial result;
    bool is_used = false;
    auto add_product = [&](Monomial monomial, const isl::pw_aff &coefficient) {
        monomial.insert(monomial.end(), factors.begin(), factors.end());
        std::ranges::sort(monomial);
        result =
            sum(std::move(result), {{{std::move(monomial), coefficient.scale(product.multiple)}}});
        is_used = true;
    };
    for (const auto &[monomial, coefficient] : polynomials_.in_terms_of(value, name).terms) {
        Monomial rest = monomial;
        if (const auto at = std::ranges::find(rest, name); at != rest.end()) {
            rest.erase(at);
            add_product(std::move(rest), coefficient);
            continue;
        }
        const std::optional<Parts> parts = without(coefficient, *constant);
        if (!parts)
            return std::nullopt;
        if (!parts->coefficient.is_zero())
            add_product(rest, coefficient.domain().pw_aff_on_domain(parts->coefficient));
        result = sum(std::move(result), {{{std::move(rest), parts->rest}}});
    }
    if (is_used && product.is_checked)
        assume(product, where);
    return result;
}

void KnownProducts::assume(const Product &product, clang::SourceLocation where)
{
    const std::string name = product.constant->getNameAsString();
    std::vector<std::string> factors;
    factors.reserve(product.factors.size() + 1);
    for (const clang::VarDecl *factor : product.factors)
        factors.push_back(factor->getNameAsString());
    if (!product.multiple.is_one())
        factors.push_back(std::to_string(product.multiple.num_si()));
    const std::string text =
        fmt::format("{} == ({}){}", name, model_.program().wide_type, fmt::join(factors, " * "));
    const isl::set always = model_.outermost_scope().domain;
    const isl::pw_aff holds = always.param_pw_aff_on_domain(model_.constants().truth(
        text, fmt::format("{} is {}", name, fmt::join(factors, " times ")), product.constant));
    model_.assume_never(holds.le_set(always.pw_aff_on_domain(0)), where,
                        fmt::format("`{}` is not the product that it is taken for", name));
}

} // namespace espalier::frontend
