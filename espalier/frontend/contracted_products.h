#pragma once

#include "espalier/frontend/polynomials.h"
#include "espalier/frontend/value_bounds.h"

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

    /// The terms with the constant in place of the factors; what becomes one monomial adds up.
    /// \return nothing if a monomial has one of the factors without the other
    std::optional<Polynomial> contracted(const Polynomial &value) const;
    std::optional<std::map<Monomial, ValueBounds>>
    contracted(const std::map<Monomial, ValueBounds> &bounds) const;

private:
    std::optional<Monomial> contracted(Monomial monomial) const;

    std::array<std::string, 2> factors_;
    std::string product_;
};

} // namespace espalier::frontend
