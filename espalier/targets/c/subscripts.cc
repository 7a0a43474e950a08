#include "espalier/targets/c/subscripts.h"

#include <algorithm>

namespace espalier::targets {

using ast::ExpressionPtr;
using ast::Operator;

namespace {

/// A subscript without the constant that it ends with, and that constant.
struct Offset {
    std::string base;
    long constant;
};

Offset offset(CPrinter &printer, const ast::Expression &subscript)
{
    bool ends = (subscript.op == Operator::add || subscript.op == Operator::subtract) &&
                subscript.operands[1]->op == Operator::integer;
    if (subscript.op == Operator::integer)
        return {"", std::stol(subscript.text)};
    if (!ends)
        return {printer.expression(std::make_shared<ast::Expression>(subscript)), 0};
    long constant = std::stol(subscript.operands[1]->text);
    return {printer.expression(subscript.operands[0]),
            subscript.op == Operator::add ? constant : -constant};
}

} // namespace

ExpressionPtr name_of(const std::string &name)
{
    return std::make_shared<ast::Expression>(ast::Expression{Operator::name, name, {}});
}

ExpressionPtr plus(const std::string &name, long constant)
{
    auto second = std::make_shared<ast::Expression>(
        ast::Expression{Operator::integer, std::to_string(constant), {}});
    return std::make_shared<ast::Expression>(
        ast::Expression{Operator::add, "", {name_of(name), second}});
}

ExpressionPtr replaced(const ExpressionPtr &expression, const std::string &name,
                       const ExpressionPtr &value)
{
    if (expression->op == Operator::name && expression->text == name)
        return value;
    ast::Expression result = *expression;
    for (ExpressionPtr &operand : result.operands)
        operand = replaced(operand, name, value);
    return std::make_shared<ast::Expression>(std::move(result));
}

bool mentions(const ast::Expression &expression, const std::string &name)
{
    return (expression.op == Operator::name && expression.text == name) ||
           std::ranges::any_of(expression.operands, [&](const ExpressionPtr &operand) {
               return mentions(*operand, name);
           });
}

bool counts(const ast::Expression &expression, const std::string &name)
{
    if (expression.op == Operator::name)
        return expression.text == name;
    if (expression.op != Operator::add && expression.op != Operator::subtract)
        return false;
    const ast::Expression &left = *expression.operands[0], &right = *expression.operands[1];
    return (counts(left, name) && !mentions(right, name)) ||
           (expression.op == Operator::add && !mentions(left, name) && counts(right, name));
}

Movement movement(const std::vector<ExpressionPtr> &subscripts, const std::string &column)
{
    auto moves = [&](const ExpressionPtr &subscript) { return mentions(*subscript, column); };
    if (std::ranges::none_of(subscripts, moves))
        return Movement::fixed;
    bool is_along = counts(*subscripts.back(), column) &&
                    std::none_of(subscripts.begin(), subscripts.end() - 1, moves);
    return is_along ? Movement::along : Movement::other;
}

bool differ(CPrinter &printer, const std::vector<ExpressionPtr> &one,
            const std::vector<ExpressionPtr> &other)
{
    for (std::size_t k = 0; k < one.size(); ++k) {
        Offset left = offset(printer, *one[k]), right = offset(printer, *other[k]);
        if (left.base == right.base && left.constant != right.constant)
            return true;
    }
    return false;
}

} // namespace espalier::targets
