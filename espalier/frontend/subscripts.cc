#include "espalier/frontend/subscripts.h"

#include <isl/aff.h>

#include <string>
#include <utility>
#include <vector>

namespace espalier::frontend {

namespace {

using program::make_expression;

/// The operands of a sum that does not wrap around, each with its sign in the term.
void add_operands(const AccessPath::Term &term, std::vector<AccessPath::Term> &operands)
{
    const auto *operation =
        llvm::dyn_cast<clang::BinaryOperator>(term.value->IgnoreParenImpCasts());
    if (!operation || !operation->isAdditiveOp() || !operation->getType()->isSignedIntegerType() ||
        !term.value->getType()->isSignedIntegerType()) {
        operands.push_back(term);
        return;
    }
    add_operands({operation->getLHS(), term.is_subtracted}, operands);
    const bool is_difference = operation->getOpcode() == clang::BO_Sub;
    add_operands({operation->getRHS(), term.is_subtracted != is_difference}, operands);
}

/// Terms of a sum, each behind its sign.
using Terms = std::vector<std::pair<std::string, program::ExpressionPtr>>;

program::ExpressionPtr sum_of(const Terms &terms)
{
    program::ExpressionPtr result;
    for (const auto &[op, term] : terms)
        if (result)
            result = make_expression(program::BinaryOperation{op, result, term});
        else
            result = op == "-" ? make_expression(program::UnaryOperation{op, term}) : term;
    return result;
}

program::ExpressionPtr affine(const isl::pw_aff &function, Model &model)
{
    return make_expression(program::AffineValue{function, model.program().wide_type});
}

/// row * (row + 1) / 2
program::ExpressionPtr triangle_number(const isl::pw_aff &row, Model &model)
{
    const program::ExpressionPtr twice = make_expression(
        program::BinaryOperation{"*", affine(row, model), affine(row.add_constant(1), model)});
    return make_expression(
        program::BinaryOperation{"/", twice, make_expression(program::Literal{"2"})});
}

/// The tree of a monomial.
program::ExpressionPtr product(const isl::pw_aff &coefficient, const Monomial &monomial,
                               const isl::set &domain, Model &model,
                               const PolynomialExtractor &polynomials)
{
    program::ExpressionPtr result = affine(coefficient.intersect_domain(domain), model);
    for (const std::string &factor : monomial) {
        const auto row = polynomials.triangle(factor, domain);
        result = make_expression(program::BinaryOperation{
            "*", result,
            row ? triangle_number(*row, model)
                : affine(spread(polynomials.factor(factor), domain), model)});
    }
    return result;
}

} // namespace

std::vector<AccessPath::Term> summands_of(const AccessPath::Dimension &dimension)
{
    std::vector<AccessPath::Term> result;
    for (const AccessPath::Term &term : dimension.terms)
        add_operands(term, result);
    return result;
}

program::ExpressionPtr subscript_tree(const AccessPath::Dimension &dimension, const Scope &scope,
                                      const isl::set &domain, Model &model,
                                      PolynomialExtractor &polynomials, BodyExtractor &bodies)
{
    Polynomial known = dimension.offset;
    std::vector<AccessPath::Term> others;
    for (const AccessPath::Term &term : summands_of(dimension)) {
        auto value = has_bounded_part(term.value, scope)
                         ? std::nullopt
                         : polynomials.value_if_any(term.value, scope, domain);
        if (value)
            known = frontend::sum(std::move(known),
                                  term.is_subtracted ? negated(std::move(*value)) : *value);
        else
            others.push_back(term);
    }
    isl::pw_aff affine_part = domain.pw_aff_on_domain(0);
    Terms sum;
    for (const auto &[monomial, coefficient] : known.terms)
        if (monomial.empty())
            affine_part = coefficient.intersect_domain(domain);
        else
            sum.emplace_back("+", product(coefficient, monomial, domain, model, polynomials));
    affine_part = affine_part.coalesce().gist(domain);
    const bool has_affine_part = !affine_part.eq_set(domain.pw_aff_on_domain(0)).is_equal(domain) ||
                                 (sum.empty() && others.empty());
    const bool is_constant = isl_pw_aff_is_cst(affine_part.get()) == isl_bool_true;
    if (dimension.terms.size() == 1 && dimension.offset.terms.empty() && sum.empty() &&
        !others.empty() && is_constant && !dimension.terms.front().is_subtracted)
        return bodies.value(dimension.terms.front().value, scope, domain);
    const bool is_single = !has_affine_part && sum.empty() && others.size() == 1;
    const std::string &wide = model.program().wide_type;
    for (const AccessPath::Term &term : others) {
        program::ExpressionPtr value = bodies.value(term.value, scope, domain);
        // Conversions that the source does not spell are not in the tree either.
        const clang::QualType own = term.value->IgnoreParenImpCasts()->getType();
        const bool is_wide = model.spell(own.getCanonicalType()) == wide;
        const bool is_alone = is_single && !term.is_subtracted;
        // The first one makes it a sum in the width of pointers.
        if (sum.empty() && !is_wide && !is_alone)
            value = make_expression(program::CastOperation{wide, std::move(value)});
        sum.emplace_back(term.is_subtracted ? "-" : "+", std::move(value));
    }
    if (has_affine_part)
        sum.emplace_back("+", affine(affine_part, model));
    return sum_of(sum);
}

} // namespace espalier::frontend
