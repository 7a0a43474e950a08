#include "espalier/frontend/contracted_products.h"

#include <algorithm>

namespace espalier::frontend {

ProductOfTwo::ProductOfTwo(const SymbolicConstants::Product &product,
                           PolynomialExtractor &polynomials)
    : factors_{polynomials.factor_of(product.one), polynomials.factor_of(product.other)},
      product_(polynomials.factor_of(product.product))
{
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
