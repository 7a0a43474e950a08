#pragma once

#include "espalier/frontend/polynomials.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>

namespace espalier::frontend {

/// A product of two factors for which a symbolic constant stands in polynomials, as where nothing
/// asks for what is in between:
///
///   for (i = 0; i < h * w; i++) A[c * h * w + i]   ->   c * hw + i, 0 <= i < hw
class ProductOfTwo {
public:
    ProductOfTwo(const SymbolicConstants::Product &product, PolynomialExtractor &polynomials);

    /// Whether a monomial has one of the factors without the other.
    template <class Coefficient>
    bool is_torn(const std::map<Monomial, Coefficient> &terms) const
    {
        return std::ranges::any_of(terms,
                                   [&](const auto &term) { return !contracted(term.first); });
    }

    /// Whether a monomial has both.
    template <class Coefficient>
    bool is_in(const std::map<Monomial, Coefficient> &terms) const
    {
        return std::ranges::any_of(
            terms, [&](const auto &term) { return contracted(term.first) != term.first; });
    }

    /// The terms with the constant in place of the factors. Precondition: no monomial has one
    /// alone.
    template <class Coefficient>
    std::map<Monomial, Coefficient> contracted(const std::map<Monomial, Coefficient> &terms) const
    {
        std::map<Monomial, Coefficient> result;
        for (const auto &[monomial, coefficient] : terms)
            result.emplace(*contracted(monomial), coefficient);
        return result;
    }

private:
    std::optional<Monomial> contracted(Monomial monomial) const;

    std::array<std::string, 2> factors_;
    std::string product_;
};

} // namespace espalier::frontend
