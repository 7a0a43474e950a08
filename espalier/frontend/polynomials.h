#pragma once

#include "espalier/frontend/affine.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::frontend {

/// A product of values that stay the same in the region, by the text of each; empty for one.
using Monomial = std::vector<std::string>; // in ascending order

/// A sum of products of quasi-affine functions and values that stay the same in the region, such as
/// i * (n + 2) + j or (b * T + t) * C: what linearised subscripts are. Triangle numbers,
/// i * (i + 1) / 2, count as such values.
struct Polynomial {
    /// { [i] -> [v] }: what each product is multiplied with, where the expression is evaluated.
    std::map<Monomial, isl::pw_aff> terms;
};

/// Turns C's integer expressions into polynomials.
class PolynomialExtractor {
public:
    PolynomialExtractor(Model &model, AffineExtractor &affine) : model_(model), affine_(affine) {}

    /// The value of an integer expression at the points of `domain`.
    /// \throws Unmodelled if it is no such polynomial, or if its computation may wrap around
    Polynomial value(const clang::Expr *expression, const Scope &scope, const isl::set &domain);

    /// As `value`, but nothing instead of an exception or an assumption.
    std::optional<Polynomial> value_if_any(const clang::Expr *expression, const Scope &scope,
                                           const isl::set &domain);

    /// The product of values that stay the same in the region that an expression is; nothing for
    /// what is none.
    std::optional<Monomial> fixed_product(const clang::Expr *expression, const Scope &scope,
                                          const isl::set &domain);

    /// What an assignment such as `variable += value` adds.
    /// \param value  null for one
    /// \throws Unmodelled
    Polynomial addend(const clang::VarDecl *variable, const clang::Expr *value, const Scope &scope,
                      const isl::set &domain);

    /// What stays the same becomes a factor beside what does not.
    /// \throws Unmodelled if both change
    Polynomial product(const Polynomial &one, const Polynomial &other, const clang::Stmt *where);

    AffineExtractor &affine() { return affine_; }

    /// The name of a symbolic constant as a factor of monomials.
    std::string factor_of(const isl::id &constant);
    /// The same of a function in which the loop variables have no part, { [i] -> [v] }.
    std::string factor_of(const isl::pw_aff &function);

    /// The same polynomial with symbolic constants among the factors of products that stay the
    /// same: 2 * m, which n is multiplied with in 2 * n * m, becomes 2 with n * m.
    Polynomial with_fixed_factors(const Polynomial &value);

    /// The same polynomial with a factor in place of those that are multiples of it but for a
    /// constant: by n + 2, what is n * i becomes (n + 2) * i - 2 * i.
    Polynomial in_terms_of(const Polynomial &value, const std::string &base) const;

    /// { [] -> [v] }: a factor of monomials.
    const isl::pw_aff &factor(const std::string &name) const { return factors_.at(name); }

    /// { [i] -> [f] }: of a factor f (f + 1) / 2, with f a function of loop variables, on the
    /// points of a domain; nothing for other factors.
    std::optional<isl::pw_aff> triangle(const std::string &name, const isl::set &domain) const;

    /// Whether triangle numbers, which change with loop variables, have a part in a product.
    bool has_triangle(const Monomial &monomial) const;

private:
    std::optional<Polynomial> triangle_number(const clang::BinaryOperator *half, const Scope &scope,
                                              const isl::set &domain);

    Model &model_;
    AffineExtractor &affine_;
    std::map<std::string, isl::pw_aff> factors_;
    std::map<std::string, isl::pw_aff>
        triangles_; ///< by the names of factors, as of { [i] -> [f] }
};

/// \name Operations
/// @{
bool is_affine(const Polynomial &value);

/// The same in more loops: those around it are the outermost of so many.
Polynomial lifted(Polynomial value, std::size_t loops);

Polynomial sum(Polynomial one, const Polynomial &other);
Polynomial negated(Polynomial value);
Polynomial multiplied(const Polynomial &value, const Monomial &by);
/// @}

Monomial joined(const Monomial &one, const Monomial &other);

} // namespace espalier::frontend
