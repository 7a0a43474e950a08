#include "espalier/ast/sum.h"

#include "espalier/ast/expressions.h"

#include <algorithm>

namespace espalier::ast {

namespace {

ExpressionPtr multiple(const isl::val &factor, const ExpressionPtr &value)
{
    return factor.is_one() ? value : apply(Operator::multiply, {integer(factor), value});
}

/// left + factor * value; `left` is null for zero.
ExpressionPtr plus(const ExpressionPtr &left, const isl::val &factor, const ExpressionPtr &value)
{
    if (!left)
        return factor.is_negone() ? apply(Operator::negate, {value}) : multiple(factor, value);
    return factor.is_pos() ? apply(Operator::add, {left, multiple(factor, value)})
                           : apply(Operator::subtract, {left, multiple(factor.neg(), value)});
}

ExpressionPtr plus(const ExpressionPtr &left, const isl::val &constant)
{
    if (!left)
        return integer(constant);
    if (constant.is_zero())
        return left;
    return constant.is_pos() ? apply(Operator::add, {left, integer(constant)})
                             : apply(Operator::subtract, {left, integer(constant.neg())});
}

/// What is not negative, and what is.
struct Sides {
    Sum positive, negated;
};

Sides split(const Sum &sum)
{
    isl::val zero = isl::val::zero(sum.constant.ctx());
    Sides sides = {{{}, zero}, {{}, zero}};
    for (const Term &term : sum.terms)
        if (term.coefficient.is_pos())
            sides.positive.terms.push_back(term);
        else
            sides.negated.terms.push_back({term.coefficient.neg(), term.value, term.varies});
    return sides;
}

bool varies(const Sum &sum)
{
    return std::ranges::any_of(sum.terms, [](const Term &term) { return term.varies; });
}

Operator mirrored(Operator op) { return op == Operator::equal ? op : Operator::less_equal; }

} // namespace

ExpressionPtr to_expression(const Sum &sum)
{
    ExpressionPtr result;
    for (const Term &term : sum.terms)
        if (term.coefficient.is_pos())
            result = plus(result, term.coefficient, term.value);
    bool constant_is_first = !result && sum.constant.is_pos();
    if (constant_is_first)
        result = integer(sum.constant);
    for (const Term &term : sum.terms)
        if (term.coefficient.is_neg())
            result = plus(result, term.coefficient, term.value);
    return constant_is_first ? result : plus(result, sum.constant);
}

ExpressionPtr to_comparison(const Sum &sum, bool is_equality)
{
    Sides sides = split(sum);
    Sum left = std::move(sides.positive), right = std::move(sides.negated);
    Operator op = is_equality ? Operator::equal : Operator::greater_equal;
    right.constant = sum.constant.neg();
    if (left.terms.empty() || (!varies(left) && varies(right))) {
        std::swap(left, right);
        std::swap(left.constant, right.constant);
        right.constant = right.constant.neg();
        op = mirrored(op);
    }
    if (op == Operator::greater_equal && right.constant.eq(1) && !right.terms.empty()) {
        right.constant = right.constant.sub(1);
        op = Operator::greater;
    } else if (op == Operator::less_equal && right.constant.eq(-1)) {
        right.constant = right.constant.add(1);
        op = Operator::less;
    }
    return apply(op, {to_expression(left), to_expression(right)});
}

} // namespace espalier::ast
