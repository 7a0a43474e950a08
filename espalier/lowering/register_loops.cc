#include "espalier/lowering/register_loops.h"

#include "espalier/ast/expressions.h"
#include "espalier/lowering/elements.h"

namespace espalier::lowering {

namespace {

using ast::Operator;

/// Whether a comparison holds whatever the values are.
bool is_certain(const ast::Expression &comparison, const ast::Intervals &values)
{
    if (comparison.operands.size() != 2)
        return false;
    const auto left = ast::range(comparison.operands[0], values),
               right = ast::range(comparison.operands[1], values);
    if (!left || !right)
        return false;
    switch (comparison.op) {
    case Operator::less:
        return left->greatest < right->least;
    case Operator::less_equal:
        return left->greatest <= right->least;
    case Operator::greater:
        return left->least > right->greatest;
    case Operator::greater_equal:
        return left->least >= right->greatest;
    default:
        return false;
    }
}

/// Adds what a condition is the conjunction of, but for what always holds.
void add_terms(const ast::ExpressionPtr &condition, const ast::Intervals &values,
               ast::ExpressionPtr &terms)
{
    if (condition->op == Operator::logical_and || condition->op == Operator::and_then) {
        for (const ast::ExpressionPtr &term : condition->operands)
            add_terms(term, values, terms);
    } else if (!is_certain(*condition, values)) {
        terms = terms ? ast::apply(Operator::logical_and, {terms, condition}) : condition;
    }
}

} // namespace

RegisterLoop register_loop(const ast::For &loop, const ast::Intervals &numbers)
{
    const ast::ExpressionPtr variable = name_of(loop.iterator);
    const long last = loop.role->registers - 1;
    RegisterLoop result{loop, nullptr};
    result.head.body = nullptr;
    result.head.init = ast::integer(0);
    result.head.condition = ast::apply(Operator::less_equal, {variable, ast::integer(last)});
    result.head.step = ast::integer(1);
    ast::Intervals values = numbers;
    values[loop.iterator] = {0, last};
    add_terms(ast::apply(loop.is_degenerate() ? Operator::equal : Operator::greater_equal,
                         {variable, loop.init}),
              values, result.condition);
    if (!loop.is_degenerate())
        add_terms(loop.condition, values, result.condition);
    return result;
}

} // namespace espalier::lowering
