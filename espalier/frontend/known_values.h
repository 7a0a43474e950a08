#pragma once

#include "espalier/frontend/polynomials.h"
#include "espalier/frontend/value_bounds.h"

#include <memory>
#include <optional>
#include <string>

namespace espalier::frontend {

/// Follows the values of integer variables through assignments.
class KnownValues {
public:
    KnownValues(Model &model, AffineExtractor &affine, PolynomialExtractor &polynomials)
        : model_(model), affine_(affine), polynomials_(polynomials)
    {
    }

    /// Remembers what an assignment gives a variable, if that is affine or a polynomial, or else
    /// its bounds.
    /// \param value  null if it is not known
    void track(const clang::Expr *target, const clang::Expr *value, Scope &scope);

    /// What a variable of known value holds after something is added to it, or subtracted.
    /// \param variable  may be null
    /// \param op        "+=", "-=" or, by one, "^="; nothing is known after others
    /// \param value     null for one
    std::optional<Polynomial> value_after_step(const clang::VarDecl *variable,
                                               const std::string &op, const clang::Expr *value,
                                               const Scope &scope);

private:
    ValueBounds bounds_of(const clang::VarDecl *variable, const clang::Expr *value,
                          const Scope &scope);
    std::shared_ptr<const Polynomial> polynomial_of(const clang::VarDecl *variable,
                                                    const clang::Expr *value, const Scope &scope);

    Model &model_;
    AffineExtractor &affine_;
    PolynomialExtractor &polynomials_;
    BoundsExtractor bounds_{model_, affine_};
};

} // namespace espalier::frontend
