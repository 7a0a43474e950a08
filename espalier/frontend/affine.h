#pragma once

#include "espalier/frontend/model.h"

#include <clang/AST/Expr.h>

#include <optional>

namespace espalier::frontend {

/// Turns C's integer expressions and conditions into quasi-affine functions and sets, with C's own
/// meaning: division truncates, unsigned arithmetic must be shown (or assumed, and then checked at
/// run time) not to wrap around, signed arithmetic may be taken not to overflow.
class AffineExtractor {
public:
    explicit AffineExtractor(Model &model) : model_(model) {}
    virtual ~AffineExtractor() = default;
    AffineExtractor(const AffineExtractor &) = delete;
    AffineExtractor &operator=(const AffineExtractor &) = delete;

    /// The value of an integer expression at the points of `domain`: { [i] -> [v] }.
    /// \param domain  { [i] : ... }, the iterations that evaluate the expression
    /// \throws Unmodelled if it is not quasi-affine
    isl::pw_aff value(const clang::Expr *expression, const Scope &scope, const isl::set &domain);

    /// The points of `domain` where the expression is not zero; evaluated with short circuits.
    /// \throws Unmodelled if it is not quasi-affine
    isl::set condition(const clang::Expr *expression, const Scope &scope, const isl::set &domain);

    /// As `condition`, but nothing instead of an exception, and no assumption made on the way.
    std::optional<isl::set> condition_if_affine(const clang::Expr *expression, const Scope &scope,
                                                const isl::set &domain);

    /// What a local integer, which the region changes, holds when the region starts.
    isl::pw_aff initial_value(const clang::VarDecl *variable, const isl::set &domain);

protected:
    /// The product of two values that are not constant, where it is one in the region; nothing if
    /// it is none. Here it is not.
    virtual std::optional<isl::pw_aff> product(const clang::BinaryOperator *operation,
                                               const isl::pw_aff &left, const isl::pw_aff &right);

    Model &model_;

private:
    isl::pw_aff variable(const clang::DeclRefExpr *reference, const Scope &scope,
                         const isl::set &domain);
    std::optional<isl::pw_aff> library_value(const clang::Expr *expression, const Scope &scope,
                                             const isl::set &domain);
    isl::pw_aff in_memory(const clang::Expr *lvalue, const isl::set &domain);
    isl::pw_aff cast(const clang::CastExpr *expression, const Scope &scope, const isl::set &domain);
    isl::pw_aff unary(const clang::UnaryOperator *operation, const Scope &scope,
                      const isl::set &domain);
    isl::pw_aff binary(const clang::BinaryOperator *operation, const Scope &scope,
                       const isl::set &domain);
    std::optional<isl::pw_aff> fixed_division(const clang::BinaryOperator *operation,
                                              const isl::pw_aff &divisor);
    isl::pw_aff divided(const clang::BinaryOperator *operation, const isl::pw_aff &dividend,
                        const isl::pw_aff &divisor);
    isl::pw_aff congruent(const clang::Expr *expression, const Scope &scope,
                          const isl::set &domain);
    isl::pw_aff bitwise(const clang::BinaryOperator *operation, const Scope &scope,
                        const isl::set &domain);
    isl::pw_aff choose(const clang::ConditionalOperator *operation, const Scope &scope,
                       const isl::set &domain);
};

/// `value`, of type `from`, as it reads in type `to`; assumed not to change, or 0 or 1 if that is
/// `_Bool`.
isl::pw_aff converted(Model &model, const isl::pw_aff &value, clang::QualType from,
                      clang::QualType to, clang::SourceLocation where);

/// A function of symbolic constants { [] -> [v] } at the points of a domain.
isl::pw_aff spread(const isl::pw_aff &function, const isl::set &domain);

/// v + 1 where v is even, and v - 1 where it is odd: `v ^ 1`.
isl::pw_aff with_last_bit_changed(const isl::pw_aff &value);

isl::val to_val(isl::ctx ctx, const llvm::APSInt &number);

/// The value of a constant integer expression, if it is one.
std::optional<isl::val> constant_of(const Model &model, const clang::Expr *expression);

} // namespace espalier::frontend
