#include "espalier/ilp/constraints.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace espalier::ilp {

namespace {

/// Takes the common divisor of the coefficients out and rounds the constant term down.
template <class Number>
void tighten(SparseFunction<Number> &function)
{
    Number common = 0;
    for (const auto &term : function.terms) {
        common = divisor(term.coefficient, common);
        if (common == 1)
            return;
    }
    if (common == 0)
        return;
    for (auto &term : function.terms)
        term.coefficient /= common;
    Number excess = remainder(function.constant, common);
    function.constant = (function.constant - excess) / common;
}

/// Whether the function is negative nowhere in x >= 0.
template <class Number>
bool is_satisfied_everywhere(const SparseFunction<Number> &function)
{
    return sign(function.constant) >= 0 &&
           std::ranges::all_of(function.terms,
                               [](const auto &term) { return sign(term.coefficient) > 0; });
}

/// The function's value at a point, times the denominator.
/// \return true if a number does not fit
template <class Number, class Terms>
bool evaluate(const Terms &terms, const Number &constant, const std::vector<Number> &point,
              Number &value)
{
    value = 0;
    bool overflow = add_product(value, constant, point.back());
    for (const auto &term : terms)
        overflow |= add_product(value, term.coefficient, point[term.variable]);
    return overflow;
}

} // namespace

SparseFunction<Integer> widened(const SparseFunction<std::int64_t> &function)
{
    SparseFunction<Integer> result{{}, function.constant};
    for (const auto &term : function.terms)
        result.terms.push_back({term.variable, term.coefficient});
    return result;
}

Function sparse(const LinearFunction &function)
{
    SparseFunction<std::int64_t> narrow{{}, 0};
    bool fits = is_narrow(function.constant);
    for (std::size_t k = 0; fits && k < function.coefficients.size(); ++k) {
        const Integer &coefficient = function.coefficients[k];
        fits = is_narrow(coefficient);
        if (fits && coefficient != 0)
            narrow.terms.push_back({std::uint32_t(k), coefficient.get_si()});
    }
    if (fits) {
        narrow.constant = function.constant.get_si();
        return narrow;
    }
    SparseFunction<Integer> wide{{}, function.constant};
    for (std::size_t k = 0; k < function.coefficients.size(); ++k)
        if (function.coefficients[k] != 0)
            wide.terms.push_back({std::uint32_t(k), function.coefficients[k]});
    return wide;
}

Constraints::Constraints(std::size_t variables)
{
    for (std::uint32_t k = 0; k < variables; ++k) {
        narrow_.push_back({terms_.size(), 0});
        terms_.push_back({k, 1});
    }
}

void Constraints::add(const LinearFunction &function)
{
    Function sparse_function = sparse(function);
    if (auto *wide = std::get_if<SparseFunction<Integer>>(&sparse_function)) {
        tighten(*wide);
        if (!is_satisfied_everywhere(*wide))
            wide_.push_back(std::move(*wide));
        return;
    }
    auto &narrow = std::get<SparseFunction<std::int64_t>>(sparse_function);
    tighten(narrow);
    if (is_satisfied_everywhere(narrow))
        return;
    narrow_.push_back({terms_.size(), narrow.constant});
    terms_.insert(terms_.end(), narrow.terms.begin(), narrow.terms.end());
}

void Constraints::shrink(const Size &size)
{
    narrow_.resize(size.narrow);
    terms_.resize(size.terms);
    wide_.resize(size.wide);
}

SparseFunction<std::int64_t> Constraints::narrow(std::size_t index) const
{
    std::span<const Term> terms = narrow_terms(index);
    return {{terms.begin(), terms.end()}, narrow_[index].constant};
}

std::span<const Constraints::Term> Constraints::narrow_terms(std::size_t index) const
{
    std::size_t first = narrow_[index].first_term,
                end = index + 1 < narrow_.size() ? narrow_[index + 1].first_term : terms_.size();
    return std::span(terms_).subspan(first, end - first);
}

std::optional<Function> Constraints::most_violated(const Point &point) const
{
    const auto *narrow_point = std::get_if<Narrow>(&point);
    std::optional<Wide> wide_point;
    auto wide_value = [&](const SparseFunction<Integer> &function) {
        if (!wide_point)
            wide_point = ilp::widened(point);
        Integer value;
        evaluate(function.terms, function.constant, *wide_point, value);
        return value;
    };
    // The magnitude is but a preference, the sign is exact.
    double least = 0;
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < narrow_.size() + wide_.size(); ++k) {
        double value = 0;
        std::int64_t narrow_value = 0;
        if (k >= narrow_.size())
            value = wide_value(wide_[k - narrow_.size()]).get_d();
        else if (narrow_point &&
                 !evaluate(narrow_terms(k), narrow_[k].constant, *narrow_point, narrow_value))
            value = double(narrow_value);
        else
            value = wide_value(widened(narrow(k))).get_d();
        if (value < least) {
            least = value;
            best = k;
        }
    }
    if (!best)
        return std::nullopt;
    return *best < narrow_.size() ? Function(narrow(*best)) : wide_[*best - narrow_.size()];
}

} // namespace espalier::ilp
