#pragma once

#include "espalier/frontend/affine.h"

#include <optional>
#include <utility>
#include <vector>

namespace espalier::frontend {

/// Finds between which affine functions the values of integers are that data choose, as C's
/// operators and types let them be: a `char` is one of 256 numbers, `k % n` is less than n, and
/// `x < 0 ? 0 : x > n ? n : x` between 0 and n.
class BoundsExtractor {
public:
    BoundsExtractor(Model &model, AffineExtractor &affine) : model_(model), affine_(affine) {}

    /// Bounds of an integer expression without side effects at the points of `domain`; where
    /// nothing is known, there is none. No assumption is made.
    ValueBounds bounds(const clang::Expr *expression, const Scope &scope, const isl::set &domain);

    /// The same of an expression of type `from` that is converted to `to`.
    ValueBounds converted(ValueBounds bounds, clang::QualType from, clang::QualType to,
                          const isl::set &domain) const;

    /// What is known besides where a condition holds, or does not: bounds of the variables that it
    /// compares.
    Scope refined(Scope scope, const clang::Expr *condition, bool holds, const isl::set &domain);

private:
    ValueBounds cast(const clang::CastExpr *cast, const Scope &scope, const isl::set &domain);
    ValueBounds variable(const clang::DeclRefExpr *reference, const Scope &scope,
                         const isl::set &domain) const;
    ValueBounds binary(const clang::BinaryOperator *operation, const Scope &scope,
                       const isl::set &domain);
    ValueBounds product(const clang::BinaryOperator *operation, const Scope &scope,
                        const isl::set &domain);
    ValueBounds quotient(const clang::BinaryOperator *operation, const Scope &scope,
                         const isl::set &domain);
    ValueBounds remainder(const clang::BinaryOperator *operation, const Scope &scope,
                          const isl::set &domain);
    ValueBounds masked(const clang::BinaryOperator *operation, const isl::set &domain) const;
    ValueBounds choice(const clang::ConditionalOperator *operation, const Scope &scope,
                       const isl::set &domain);
    ValueBounds of_type(clang::QualType type, const isl::set &domain) const;
    ValueBounds in_type(ValueBounds bounds, clang::QualType type, const isl::set &domain) const;
    void refine(Scope &scope, const clang::BinaryOperator *comparison, bool holds,
                const isl::set &domain);
    void refine(Scope &scope, const clang::Expr *compared, clang::BinaryOperatorKind comparison,
                const ValueBounds &other, const isl::set &domain);
    std::optional<isl::pw_aff> affine_value(const clang::Expr *expression, const Scope &scope,
                                            const isl::set &domain);
    bool is_possible(const isl::set &points) const;

    Model &model_;
    AffineExtractor &affine_;
};

/// \name Operations
/// @{

/// The bounds of a sum.
ValueBounds sum(const ValueBounds &one, const ValueBounds &other);
ValueBounds negated(const ValueBounds &bounds);
/// @}

/// What is known of a variable: { [i] -> [v] } twice if that is its value.
ValueBounds known_bounds(const clang::VarDecl *variable, const Scope &scope);

/// What both are within, also where only one is defined; where one has no bound, there is none.
ValueBounds united(const ValueBounds &one, const ValueBounds &other);

/// Without the bounds that are not there at all points.
ValueBounds within(ValueBounds bounds, const isl::set &domain);

/// Whether an expression names a variable of which bounds say more than its value, a polynomial.
bool has_bounded_part(const clang::Expr *expression, const Scope &scope);

/// What is known behind statements of which one was executed: the values of variables that each
/// gives a value, and the bounds of those that it gives bounds.
/// \param scope     before them, without the values of `modified`
/// \param modified  the variables that any of them changes
/// \param ends      at their ends, each with the domain that gets there: together the scope's
/// \param is_exact  whether no iteration gets to two of them
void join(Scope &scope, const VariableSet &modified, const std::vector<Scope> &ends, bool is_exact);

} // namespace espalier::frontend
