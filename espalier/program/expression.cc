#include "espalier/program/expression.h"

#include <algorithm>
#include <utility>

namespace espalier::program {

namespace {

/// The operands of an expression, in the order of its tree.
std::vector<ExpressionPtr> operands(const Expression &expression)
{
    struct Visitor {
        using Operands = std::vector<ExpressionPtr>;
        Operands operator()(const UnaryOperation &node) { return {node.operand}; }
        Operands operator()(const CastOperation &node) { return {node.operand}; }
        Operands operator()(const BinaryOperation &node) { return {node.left, node.right}; }
        Operands operator()(const ConditionalOperation &node)
        {
            return {node.condition, node.yes, node.no};
        }
        Operands operator()(const CallOperation &node) { return node.arguments; }
        Operands operator()(const Assignment &node) { return {node.target, node.value}; }
        Operands operator()(const Guarded &node) { return {node.condition, node.statement}; }
        Operands operator()(const Literal &) { return {}; }
        Operands operator()(const ConstantVariable &) { return {}; }
        Operands operator()(const IteratorValue &) { return {}; }
        Operands operator()(const AffineValue &) { return {}; }
        Operands operator()(const AccessValue &) { return {}; }
    };
    return std::visit(Visitor(), expression.node);
}

} // namespace

void for_each_part(const Expression &expression,
                   const std::function<void(const Expression &)> &action)
{
    action(expression);
    for (const ExpressionPtr &operand : operands(expression))
        for_each_part(*operand, action);
}

void for_each_sure_part(const Expression &expression,
                        const std::function<void(const Expression &)> &action)
{
    action(expression);
    std::vector<ExpressionPtr> sure = operands(expression);
    const auto *binary = std::get_if<BinaryOperation>(&expression.node);
    const bool is_junction = binary && (binary->op == "&&" || binary->op == "||");
    if (is_junction || std::holds_alternative<ConditionalOperation>(expression.node) ||
        std::holds_alternative<Guarded>(expression.node))
        sure.resize(1);
    for (const ExpressionPtr &operand : sure)
        for_each_sure_part(*operand, action);
}

ExpressionPtr replaced(const ExpressionPtr &expression,
                       const std::function<ExpressionPtr(const Expression &)> &other)
{
    if (ExpressionPtr found = other(*expression))
        return found;
    auto part = [&](const ExpressionPtr &operand) { return replaced(operand, other); };
    struct Visitor {
        const decltype(part) &again;
        const ExpressionPtr &leaf;
        ExpressionPtr operator()(const UnaryOperation &node) const
        {
            return make_expression(UnaryOperation{node.op, again(node.operand)});
        }
        ExpressionPtr operator()(const CastOperation &node) const
        {
            return make_expression(CastOperation{node.type, again(node.operand)});
        }
        ExpressionPtr operator()(const BinaryOperation &node) const
        {
            return make_expression(BinaryOperation{node.op, again(node.left), again(node.right)});
        }
        ExpressionPtr operator()(const ConditionalOperation &node) const
        {
            return make_expression(
                ConditionalOperation{again(node.condition), again(node.yes), again(node.no)});
        }
        ExpressionPtr operator()(CallOperation node) const
        {
            std::ranges::transform(node.arguments, node.arguments.begin(), again);
            return make_expression(std::move(node));
        }
        ExpressionPtr operator()(const Assignment &node) const
        {
            return make_expression(Assignment{node.op, again(node.target), again(node.value)});
        }
        ExpressionPtr operator()(const Guarded &node) const
        {
            return make_expression(Guarded{again(node.condition), again(node.statement)});
        }
        ExpressionPtr operator()(const Literal &) const { return leaf; }
        ExpressionPtr operator()(const ConstantVariable &) const { return leaf; }
        ExpressionPtr operator()(const IteratorValue &) const { return leaf; }
        ExpressionPtr operator()(const AffineValue &) const { return leaf; }
        ExpressionPtr operator()(const AccessValue &) const { return leaf; }
    };
    return std::visit(Visitor{part, expression}, expression->node);
}

std::vector<const AffineValue *> affine_values(const ExpressionPtr &expression)
{
    std::vector<const AffineValue *> values;
    for_each_part(*expression, [&](const Expression &part) {
        if (const auto *value = std::get_if<AffineValue>(&part.node))
            values.push_back(value);
    });
    return values;
}

} // namespace espalier::program
