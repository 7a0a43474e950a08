#pragma once

#include "espalier/ast/affine_form.h"
#include "espalier/ast/knowledge.h"
#include "espalier/ast/sum.h"

#include <isl/cpp.h>

#include <optional>
#include <vector>

namespace espalier::ast {

/// Turns quasi-affine forms into sums of expressions, with divisions and remainders in the cheapest
/// form that what is known allows (Polyhedral AST Generation (2015), section 5.10).
class Translator {
public:
    /// \param function   { [t] -> [v] }: its variables are those of the forms
    /// \param iterators  the value of each t; must outlive the translator
    /// \param knowledge  must outlive the translator
    Translator(const isl::aff &function, const std::vector<ExpressionPtr> &iterators,
               Knowledge &knowledge);

    /// form / denominator, which is an integer wherever it is evaluated.
    ExpressionPtr value(const AffineForm &form, const isl::val &denominator);

    /// Whether `form` is zero (if `is_equality`), or else whether it is not negative.
    ExpressionPtr comparison(const AffineForm &form, bool is_equality);

private:
    struct Direction;
    struct Quotient;

    static bool is_cheap(const std::vector<Direction> &directions);

    Sum sum(AffineForm form);
    Term variable(const AffineForm &form, std::size_t position) const;
    std::optional<Term> take_division(AffineForm &form, std::size_t position);
    std::optional<Term> take_remainder(AffineForm &form, const isl::val &factor,
                                       const std::vector<Direction> &directions,
                                       const isl::val &divisor);
    Term take_quotient(AffineForm &form, const isl::val &coefficient,
                       const std::vector<Direction> &directions, const isl::val &divisor);
    static Quotient quotient(const AffineForm &form, const isl::val &coefficient,
                             const Direction &direction, const isl::val &shift,
                             const isl::val &divisor);
    std::vector<Direction> directions(const Division &division);
    std::optional<AffineForm> nonnegative_argument(const Direction &direction,
                                                   const isl::val &divisor);
    ExpressionPtr divide(Operator op, const AffineForm &dividend, const isl::val &divisor);

    isl::aff function_;
    Variables variables_;
    const std::vector<ExpressionPtr> &iterators_;
    Knowledge &knowledge_;
};

} // namespace espalier::ast
