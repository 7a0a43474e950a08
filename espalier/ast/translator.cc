#include "espalier/ast/translator.h"

#include "espalier/ast/expressions.h"

#include <algorithm>
#include <utility>

namespace espalier::ast {

/// One of the two ways to round down: floor(a / m) = sign * floor(dividend / m), where the dividend
/// is a, or -a + m - 1.
struct Translator::Direction {
    long sign;
    AffineForm dividend;
    std::optional<isl::val> least; ///< a lower bound of the dividend, if one is known that is near

    /// What times the divisor to add to the dividend, at least, for it not to be negative.
    isl::val min_shift(const isl::val &divisor) const { return least->neg().div(divisor).ceil(); }
};

/// Whether a quotient has a form that needs no rounding down.
bool Translator::is_cheap(const std::vector<Direction> &directions)
{
    return std::ranges::any_of(
        directions, [](const Direction &direction) { return direction.least.has_value(); });
}

namespace {

/// The most that is added to a dividend to keep it from being negative. Bounds further off come
/// from the ranges of types, not from the program: numbers of their size make sums overflow.
constexpr long max_shift = 1L << 20;

/// The number closest to zero that equals `value` modulo `divisor`.
isl::val residue(const isl::val &value, const isl::val &divisor)
{
    isl::val result = value.mod(divisor);
    return result.mul(2).gt(divisor) ? result.sub(divisor) : result;
}

/// A form that is a multiple of `divisor` where `form` is.
AffineForm residue(const AffineForm &form, const isl::val &divisor)
{
    AffineForm result = form;
    long positive = 0;
    for (isl::val &coefficient : result.coefficients) {
        coefficient = residue(coefficient, divisor);
        positive += coefficient.sgn();
    }
    if (positive < 0)
        result = result.negated();
    result.constant = residue(result.constant, divisor);
    return result;
}

/// divisor * whole + rest
struct Split {
    AffineForm whole, rest;
};

Split split(const AffineForm &form, const isl::val &divisor)
{
    Split result = {form, form};
    isl::val zero = isl::val::zero(divisor.ctx());
    auto part = [&](isl::val &whole, isl::val &rest) {
        bool is_whole = whole.is_divisible_by(divisor);
        whole = is_whole ? whole.div(divisor) : zero;
        rest = is_whole ? zero : rest;
    };
    for (std::size_t k = 0; k < form.coefficients.size(); ++k)
        part(result.whole.coefficients[k], result.rest.coefficients[k]);
    part(result.whole.constant, result.rest.constant);
    return result;
}

/// Whether a form in more variables has the coefficients of another one, modulo `divisor`.
bool is_congruent(const AffineForm &form, const AffineForm &other, const isl::val &divisor)
{
    std::size_t common = other.coefficients.size();
    for (std::size_t k = 0; k < form.coefficients.size(); ++k) {
        const isl::val &coefficient = form.coefficients[k];
        isl::val difference = k < common ? coefficient.sub(other.coefficients[k]) : coefficient;
        if (k < common ? !difference.is_divisible_by(divisor) : !difference.is_zero())
            return false;
    }
    return true;
}

/// The value of floor(a / m), if it is the same for all a between bounds.
std::optional<isl::val> fixed_quotient(const std::optional<isl::val> &least,
                                       const std::optional<isl::val> &min_opposite,
                                       const isl::val &divisor)
{
    if (!least || !min_opposite)
        return std::nullopt;
    isl::val low = least->div(divisor).floor(), high = min_opposite->div(divisor).floor().neg();
    return low.eq(high) ? std::optional(low) : std::nullopt;
}

/// What is to be a multiple of the divisor, if that is what form + coefficient * division = 0 says.
std::optional<AffineForm> multiple_of(const AffineForm &form, const Division &division,
                                      const isl::val &coefficient)
{
    const isl::val &divisor = division.divisor;
    if (!coefficient.abs_eq(divisor))
        return std::nullopt;
    AffineForm multiple = coefficient.is_pos() ? form.negated() : form;
    AffineForm excess = division.dividend;
    excess.add(multiple, isl::val::negone(divisor.ctx()));
    bool is_stride =
        excess.is_constant() && excess.constant.is_nonneg() && excess.constant.lt(divisor);
    return is_stride ? std::optional(residue(multiple, divisor)) : std::nullopt;
}

} // namespace

Translator::Translator(const isl::aff &function, const std::vector<ExpressionPtr> &iterators,
                       Knowledge &knowledge)
    : function_(function), variables_(function), iterators_(iterators), knowledge_(knowledge)
{
}

ExpressionPtr Translator::value(const AffineForm &form, const isl::val &denominator)
{
    if (denominator.is_one())
        return to_expression(sum(form));
    auto [whole, rest] = split(form, denominator);
    bool is_negative = !rest.has_positive_term();
    Sum result = sum(whole);
    result.terms.push_back(
        {isl::val(denominator.ctx(), is_negative ? -1 : 1),
         divide(Operator::divide_exactly, is_negative ? rest.negated() : rest, denominator),
         variables_.involves_coordinates(rest)});
    return to_expression(result);
}

ExpressionPtr Translator::comparison(const AffineForm &form, bool is_equality)
{
    std::size_t last = variables_.size();
    while (last > variables_.first_division() && form.coefficients[last - 1].is_zero())
        --last;
    if (is_equality && last > variables_.first_division()) {
        const Division &division = variables_.division(last - 1);
        AffineForm rest = form;
        isl::val coefficient =
            std::exchange(rest.coefficients[last - 1], isl::val::zero(function_.ctx()));
        if (auto multiple = multiple_of(rest, division, coefficient))
            return apply(
                Operator::equal,
                {divide(Operator::remainder_or_zero, *multiple, division.divisor), integer(0)});
    }
    return to_comparison(sum(form), is_equality);
}

Sum Translator::sum(AffineForm form)
{
    std::vector<Term> divisions;
    for (std::size_t k = variables_.size(); k-- > variables_.first_division();)
        if (!form.coefficients[k].is_zero())
            if (auto term = take_division(form, k))
                divisions.insert(divisions.begin(), std::move(*term));
    Sum result;
    for (std::size_t k = 0; k < variables_.first_division(); ++k)
        if (!form.coefficients[k].is_zero())
            result.terms.push_back(variable(form, k));
    result.terms.insert(result.terms.end(), divisions.begin(), divisions.end());
    result.constant = form.constant;
    return result;
}

Term Translator::variable(const AffineForm &form, std::size_t position) const
{
    std::size_t parameters = variables_.parameters();
    const isl::val &coefficient = form.coefficients[position];
    if (position >= parameters)
        return {coefficient, iterators_[position - parameters], true};
    const char *text =
        isl_aff_get_dim_name(function_.get(), isl_dim_param, static_cast<unsigned>(position));
    return {coefficient, name(text), false};
}

ExpressionPtr Translator::divide(Operator op, const AffineForm &dividend, const isl::val &divisor)
{
    return apply(op, {to_expression(sum(dividend)), integer(divisor)});
}

std::vector<Translator::Direction> Translator::directions(const Division &division)
{
    AffineForm opposite = division.dividend.negated();
    opposite.constant = opposite.constant.add(division.divisor).sub(1);
    auto bound = [&](const AffineForm &form) {
        std::optional<isl::val> least = knowledge_.lower_bound(variables_.function(form));
        return least && least->ge(-max_shift) ? least : std::nullopt;
    };
    return {{1, division.dividend, bound(division.dividend)}, {-1, opposite, bound(opposite)}};
}

/// Removes a division from a form.
/// \return what is to be added to the form instead; nothing if that is zero
std::optional<Term> Translator::take_division(AffineForm &form, std::size_t position)
{
    const Division &division = variables_.division(position);
    const isl::val &divisor = division.divisor;
    isl::val coefficient =
        std::exchange(form.coefficients[position], isl::val::zero(divisor.ctx()));
    std::vector<Direction> both = directions(division);
    if (auto quotient = fixed_quotient(both[0].least, both[1].least, divisor)) {
        form.constant = form.constant.add(coefficient.mul(*quotient));
        return std::nullopt;
    }
    std::optional<Term> term;
    if (coefficient.is_divisible_by(divisor))
        term = take_remainder(form, coefficient.div(divisor), both, divisor);
    if (!term)
        term = take_quotient(form, coefficient, both, divisor);
    term->varies = variables_.involves_coordinates(division.dividend);
    return term;
}

/// factor * m * floor(a / m) as factor * a - factor * (a mod m), if the remainder can have its
/// cheap form, and the sum does not get longer or the quotient cannot have one.
/// \param form  what it is to be added to; to which this adds the first part
std::optional<Term> Translator::take_remainder(AffineForm &form, const isl::val &factor,
                                               const std::vector<Direction> &directions,
                                               const isl::val &divisor)
{
    bool has_cheap_quotient = is_cheap(directions);
    for (const Direction &direction : directions) {
        isl::val signed_factor = factor.mul(direction.sign);
        AffineForm rest = form;
        rest.add(direction.dividend, signed_factor);
        if (has_cheap_quotient && rest.size() + (factor.abs_eq(1) ? 0 : 1) > form.size() + 1)
            continue;
        if (auto argument = nonnegative_argument(direction, divisor)) {
            form = rest;
            return Term{signed_factor.neg(), divide(Operator::remainder_nonneg, *argument, divisor),
                        false};
        }
    }
    return std::nullopt;
}

/// A form that equals the direction's dividend modulo m, and is known not to be negative.
std::optional<AffineForm> Translator::nonnegative_argument(const Direction &direction,
                                                           const isl::val &divisor)
{
    AffineForm result = direction.dividend;
    if (direction.least) {
        isl::val shift = result.constant.sub(residue(result.constant, divisor)).div(divisor).neg();
        shift = shift.max(direction.min_shift(divisor));
        result.constant = result.constant.add(shift.mul(divisor));
        return result;
    }
    for (const AffineForm &known : knowledge_.nonnegative()) {
        if (known.constant.gt(max_shift) || !is_congruent(result, known, divisor))
            continue;
        std::ranges::copy(known.coefficients, result.coefficients.begin());
        result.constant = known.constant.add(result.constant.sub(known.constant).mod(divisor));
        return result;
    }
    return std::nullopt;
}

/// A way to write `constant + coefficient * floor(a / m)`: the constants of the dividend and of the
/// sum, and how many operators depend on it.
struct Translator::Quotient {
    const Direction *direction;
    isl::val inside, outside;
    int cost;

    bool is_better_than(const Quotient &other) const
    {
        return cost < other.cost || (cost == other.cost && direction == other.direction &&
                                     inside.abs().lt(other.inside.abs()));
    }
};

/// \param shift  the dividend gets larger by `shift` times the divisor, the quotient smaller by it
Translator::Quotient Translator::quotient(const AffineForm &form, const isl::val &coefficient,
                                          const Direction &direction, const isl::val &shift,
                                          const isl::val &divisor)
{
    isl::val factor = coefficient.mul(direction.sign);
    Quotient result = {&direction, direction.dividend.constant.add(shift.mul(divisor)),
                       form.constant.sub(factor.mul(shift)), 0};
    bool has_inner_sign = !result.inside.is_pos() && direction.dividend.begins_with_minus();
    bool has_outer_sign =
        form.is_constant() ? factor.is_negone() : factor.is_neg() && form.begins_with_minus();
    result.cost =
        !result.inside.is_zero() + !result.outside.is_zero() + has_inner_sign + has_outer_sign;
    return result;
}

/// coefficient * floor(a / m), in the form that has the fewest operators of those that divide a
/// non-negative number; if there are none, of all.
/// \param form  what it is to be added to; part of its constant may move into the division
Term Translator::take_quotient(AffineForm &form, const isl::val &coefficient,
                               const std::vector<Direction> &directions, const isl::val &divisor)
{
    bool cheap = is_cheap(directions);
    isl::val zero = isl::val::zero(divisor.ctx());
    std::optional<Quotient> best;
    for (const Direction &direction : directions) {
        if (cheap && !direction.least)
            continue;
        isl::val least = cheap ? direction.min_shift(divisor) : isl::val::neginfty(divisor.ctx());
        isl::val without_constant = direction.dividend.constant.div(divisor).floor().neg();
        isl::val without_sum = form.constant.div(coefficient).mul(direction.sign);
        for (const isl::val &shift : {zero, least, without_constant, without_sum}) {
            if (!shift.is_int() || shift.lt(least))
                continue;
            Quotient next = quotient(form, coefficient, direction, shift, divisor);
            if (!best || next.is_better_than(*best))
                best = next;
        }
    }
    AffineForm dividend = best->direction->dividend;
    dividend.constant = best->inside;
    form.constant = best->outside;
    return {coefficient.mul(best->direction->sign),
            divide(cheap ? Operator::divide_nonneg : Operator::divide_floor, dividend, divisor),
            false};
}

} // namespace espalier::ast
