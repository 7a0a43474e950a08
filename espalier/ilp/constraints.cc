#include "espalier/ilp/constraints.h"

#include <algorithm>
#include <limits>

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

/// How much a constraint's violation counts when one is chosen: that of few terms is cheap, and a
/// small sum of positive coefficients makes a large step (measured on scheduling problems).
double weight(const SparseFunction<std::int64_t> &function)
{
    double positive = 0;
    for (const auto &term : function.terms)
        positive += std::max(double(term.coefficient), 0.0);
    return 1 / ((positive + 1) * double(function.terms.size() + 1));
}

std::uint64_t magnitude(std::int64_t number)
{
    return number < 0 ? -std::uint64_t(number) : std::uint64_t(number);
}

/// The sum of the magnitudes, or the greatest number if that does not fit.
std::uint64_t norm(const SparseFunction<std::int64_t> &function)
{
    std::uint64_t result = magnitude(function.constant);
    bool overflow = false;
    for (const auto &term : function.terms)
        overflow |= __builtin_add_overflow(result, magnitude(term.coefficient), &result);
    return overflow ? std::numeric_limits<std::uint64_t>::max() : result;
}

/// The greatest norm that a function can have whose value at a point fits into 64 bits for sure.
std::uint64_t greatest_norm(const Point &point)
{
    const auto *numbers = std::get_if<Narrow>(&point);
    if (!numbers)
        return 0;
    std::uint64_t greatest = 1;
    for (std::int64_t number : *numbers)
        greatest = std::max(greatest, magnitude(number));
    return std::uint64_t(std::numeric_limits<std::int64_t>::max()) / greatest;
}

/// A function's value at a point, times the denominator. The sign is exact.
template <class Terms, class Number>
double evaluated(const Terms &terms, const Number &constant, const Wide &point)
{
    Integer value = constant * point.back();
    for (const auto &term : terms)
        value += term.coefficient * point[term.variable];
    return value.get_d();
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
        if (sgn(coefficient) == 0)
            continue;
        fits = is_narrow(coefficient);
        narrow.terms.push_back({std::uint32_t(k), coefficient.get_si()});
    }
    if (fits) {
        narrow.constant = function.constant.get_si();
        return narrow;
    }
    SparseFunction<Integer> wide{{}, function.constant};
    for (std::size_t k = 0; k < function.coefficients.size(); ++k)
        if (sgn(function.coefficients[k]) != 0)
            wide.terms.push_back({std::uint32_t(k), function.coefficients[k]});
    return wide;
}

Constraints::Constraints(std::size_t variables)
{
    for (std::uint32_t k = 0; k < variables; ++k) {
        narrow_.push_back({terms_.size(), 0, 1, weight({{{k, 1}}, 0})});
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
    narrow_.push_back({terms_.size(), narrow.constant, norm(narrow), weight(narrow)});
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

std::optional<Function> Constraints::max_violated(const Point &point) const
{
    const std::uint64_t greatest = greatest_norm(point);
    std::optional<Wide> wide; // the point, for values that may not fit
    auto any_size = [&]() -> const Wide & { return wide ? *wide : wide.emplace(widened(point)); };
    std::optional<std::size_t> best;
    double least = 0;
    for (std::size_t k = 0; k < narrow_.size() + wide_.size(); ++k) {
        double value = 0;
        if (k >= narrow_.size()) {
            const SparseFunction<Integer> &function = wide_[k - narrow_.size()];
            value = evaluated(function.terms, function.constant, any_size());
        } else if (narrow_[k].norm <= greatest) {
            value = double(narrow_value(k, std::get<Narrow>(point))) * narrow_[k].weight;
        } else {
            value = evaluated(narrow_terms(k), narrow_[k].constant, any_size()) * narrow_[k].weight;
        }
        if (value < least) {
            least = value;
            best = k;
        }
    }
    if (!best)
        return std::nullopt;
    return *best < narrow_.size() ? Function(narrow(*best)) : wide_[*best - narrow_.size()];
}

/// Precondition: it fits
std::int64_t Constraints::narrow_value(std::size_t index, const Narrow &point) const
{
    std::int64_t result = narrow_[index].constant * point.back();
    for (const Term &term : narrow_terms(index))
        result += term.coefficient * point[term.variable];
    return result;
}

} // namespace espalier::ilp
