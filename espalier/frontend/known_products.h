#pragma once

#include "espalier/frontend/polynomials.h"

#include <optional>
#include <vector>

namespace espalier::frontend {

/// Which symbolic constants are products of others, as declarations in front of the region say:
///
///     int width = 3 * C;      width is 3 * C
///     int row = n;            row is n
///     int head = C / heads;   C is heads * head, if nothing is left: checked at run time
class KnownProducts {
public:
    KnownProducts(Model &model, PolynomialExtractor &polynomials);

    /// The same polynomial with products in place of the constants that they are: by the last
    /// line, heads * head + i for C + i. Assumes what is to be checked of these.
    /// \return nothing if a constant also decides which piece of a coefficient holds, or may not be
    ///         named where the region starts
    std::optional<Polynomial> expanded(Polynomial value, clang::SourceLocation where);

    /// Tells the symbolic constants which of them are products of two others.
    void note();

private:
    struct Product {
        const clang::VarDecl *constant;
        isl::val multiple;
        std::vector<const clang::VarDecl *> factors;
        bool is_checked; ///< at run time
    };

    void add(const clang::VarDecl *variable);
    bool multiply(Product &product, const clang::Expr *by) const;
    const clang::VarDecl *kept(const clang::Expr *expression) const;
    std::optional<Polynomial> expanded(const Polynomial &value, const Product &product,
                                       clang::SourceLocation where);
    void assume(const Product &product, clang::SourceLocation where);

    Model &model_;
    PolynomialExtractor &polynomials_;
    std::vector<Product> products_; ///< one for each constant at most
};

} // namespace espalier::frontend
