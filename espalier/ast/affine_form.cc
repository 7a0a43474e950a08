#include "espalier/ast/affine_form.h"

#include <isl/local_space.h>

#include <algorithm>

namespace espalier::ast {

namespace {

/// The kinds of variables, in the order in which `Variables` counts them.
constexpr isl_dim_type kinds[] = {isl_dim_param, isl_dim_in, isl_dim_div};

std::size_t dimensions(const isl::aff &function, isl_dim_type kind)
{
    return static_cast<std::size_t>(isl_aff_dim(function.get(), kind));
}

} // namespace

std::size_t AffineForm::size() const
{
    std::size_t result = constant.is_zero() ? 0 : 1;
    for (const isl::val &coefficient : coefficients)
        if (!coefficient.is_zero())
            result += coefficient.abs_eq(1) ? 1 : 2;
    return result;
}

bool AffineForm::has_positive_term() const
{
    return std::ranges::any_of(coefficients, [](const isl::val &c) { return c.is_pos(); });
}

bool AffineForm::is_constant() const
{
    return std::ranges::all_of(coefficients, [](const isl::val &c) { return c.is_zero(); });
}

bool AffineForm::begins_with_minus() const
{
    auto first = std::ranges::find_if(coefficients, [](const isl::val &c) { return !c.is_zero(); });
    return first != coefficients.end() && first->is_negone() && !has_positive_term();
}

AffineForm AffineForm::negated() const
{
    AffineForm result = *this;
    for (isl::val &coefficient : result.coefficients)
        if (!coefficient.is_zero())
            coefficient = coefficient.neg();
    result.constant = constant.neg();
    return result;
}

void AffineForm::add(const AffineForm &other, const isl::val &factor)
{
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        if (!other.coefficients[k].is_zero())
            coefficients[k] = coefficients[k].add(other.coefficients[k].mul(factor));
    constant = constant.add(other.constant.mul(factor));
}

AffineForm numerator(const isl::aff &function)
{
    isl::val scale = denominator(function);
    AffineForm result;
    result.constant = isl::manage(isl_aff_get_constant_val(function.get())).mul(scale);
    for (isl_dim_type kind : kinds)
        for (std::size_t k = 0; k < dimensions(function, kind); ++k) {
            isl_val *value = isl_aff_get_coefficient_val(function.get(), kind, static_cast<int>(k));
            result.coefficients.push_back(isl::manage(value).mul(scale));
        }
    return result;
}

Variables::Variables(const isl::aff &function)
    : zero_(isl::manage(isl_aff_zero_on_domain(isl_aff_get_domain_local_space(function.get())))),
      parameters_(dimensions(function, isl_dim_param)),
      first_division_(parameters_ + dimensions(function, isl_dim_in))
{
    for (std::size_t k = 0; k < dimensions(function, isl_dim_div); ++k) {
        isl::aff argument = isl::manage(isl_aff_get_div(function.get(), static_cast<int>(k)));
        divisions_.push_back({numerator(argument), denominator(argument)});
    }
}

bool Variables::involves_coordinates(const AffineForm &form) const
{
    for (std::size_t k = parameters_; k < size(); ++k)
        if (!form.coefficients[k].is_zero() &&
            (k < first_division_ || involves_coordinates(division(k).dividend)))
            return true;
    return false;
}

isl::aff Variables::function(const AffineForm &form) const
{
    isl_aff *result = isl_aff_set_constant_val(zero_.copy(), form.constant.copy());
    std::size_t variable = 0;
    for (isl_dim_type kind : kinds)
        for (std::size_t k = 0; k < dimensions(zero_, kind); ++k, ++variable)
            if (!form.coefficients[variable].is_zero())
                result = isl_aff_set_coefficient_val(result, kind, static_cast<int>(k),
                                                     form.coefficients[variable].copy());
    return isl::manage(result);
}

} // namespace espalier::ast
