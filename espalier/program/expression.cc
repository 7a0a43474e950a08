#include "espalier/program/expression.h"

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
