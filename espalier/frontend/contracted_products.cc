#include "espalier/frontend/contracted_products.h"

#include <algorithm>

namespace espalier::frontend {

ProductOfTwo::ProductOfTwo(const SymbolicConstants::Product &product,
                           PolynomialExtractor &polynomials)
    : factors_{polynomials.factor_of(product.one), polynomials.factor_of(product.other)},
      product_(polynomials.factor_of(product.product))
{
}

std::optional<Polynomial> ProductOfTwo::contracted(const Polynomial &value) const
{
    Polynomial result;
    for (const auto &[monomial, coefficient] : value.terms) {
        std::optional<Monomial> other = contracted(monomial);
        if (!other)
            return std::nullopt;
        result = sum(std::move(result), {{{std::move(*other), coefficient}}});
    }
    return result;
}

std::optional<std::map<Monomial, ValueBounds>>
ProductOfTwo::contracted(const std::map<Monomial, ValueBounds> &bounds) const
{
    std::map<Monomial, ValueBounds> result;
    for (const auto &[monomial, one] : bounds) {
        std::optional<Monomial> other = contracted(monomial);
        if (!other)
            return std::nullopt;
        const auto [known, is_new] = result.try_emplace(std::move(*other), one);
        if (!is_new)
            known->second = sum(known->second, one);
    }
    return result;
}

/// \return nothing if the monomial has one of the factors alone
std::optional<Monomial> ProductOfTwo::contracted(Monomial monomial) const
{
    while (true) {
        Monomial rest = monomial;
        for (const std::string &factor : factors_)
            if (const auto place = std::ranges::find(rest, factor); place != rest.end())
                rest.erase(place);
        const std::size_t found = monomial.size() - rest.size();
        if (found == 0)
            return monomial;
        if (found == 1)
            return std::nullopt;
        rest.push_back(product_);
        std::ranges::sort(rest);
        monomial = std::move(rest);
    }
}

} // namespace espalier::frontend
