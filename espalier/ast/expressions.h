#pragma once

#include "espalier/ast/ast.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::ast {

/// Where an expression is evaluated.
struct Place {
    /// { [t] }: what holds whenever the expression is evaluated; t: the loops around it.
    isl::set known;
    /// The value of each t. One that no expression refers to may be null.
    std::vector<ExpressionPtr> iterators;
};

/// The value of a piecewise quasi-affine expression at a place
/// (Polyhedral AST Generation (2015), section 5.10). Divisions and remainders are in their cheap
/// forms wherever `place.known` proves the sign of the dividend; pieces that are outside of
/// `place.known` are left out; maxima and minima are recognised.
/// \param function  { [t] -> [v] }; if it has no value at some known point, any value will do there
ExpressionPtr to_expression(const isl::pw_aff &function, const Place &place);

/// Whether a point of the place is in a set, as an expression with a truth value: a disjunction of
/// conjunctions of comparisons. What `place.known` implies is left out.
/// \param set  { [t] }
ExpressionPtr to_condition(const isl::set &set, const Place &place);

/// \name Expressions from their parts.
/// @{
ExpressionPtr integer(const isl::val &value);
ExpressionPtr integer(long value);
ExpressionPtr name(const std::string &text);
ExpressionPtr apply(Operator op, std::vector<ExpressionPtr> operands);
/// One or more operands, combined from the first to the last.
ExpressionPtr join(Operator op, const std::vector<ExpressionPtr> &operands);
/// Whether an expression is a certain constant.
bool is_integer(const Expression &expression, long value);
/// row * (row + 1) / 2
ExpressionPtr triangle_number(const ExpressionPtr &row);
/// @}

/// Whether an expression has a division or remainder that is only right for some dividends, and
/// must be evaluated only where these are known.
bool relies_on_place(const ExpressionPtr &expression);

} // namespace espalier::ast
