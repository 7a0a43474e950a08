#include "espalier/program/expression.h"

namespace espalier::program {

namespace {

/// Adds the affine values in a tree, in its order.
void collect(const ExpressionPtr &expression, std::vector<const AffineValue *> &values)
{
    struct Visitor {
        std::vector<const AffineValue *> &values;
        void operator()(const AffineValue &value) { values.push_back(&value); }
        void operator()(const UnaryOperation &node) { collect(node.operand, values); }
        void operator()(const CastOperation &node) { collect(node.operand, values); }
        void operator()(const BinaryOperation &node)
        {
            collect(node.left, values);
            collect(node.right, values);
        }
        void operator()(const ConditionalOperation &node)
        {
            collect(node.condition, values);
            collect(node.yes, values);
            collect(node.no, values);
        }
        void operator()(const CallOperation &node)
        {
            for (const ExpressionPtr &argument : node.arguments)
                collect(argument, values);
        }
        void operator()(const Assignment &node)
        {
            collect(node.target, values);
            collect(node.value, values);
        }
        void operator()(const Literal &) {}
        void operator()(const ConstantVariable &) {}
        void operator()(const IteratorValue &) {}
        void operator()(const AccessValue &) {}
    };
    std::visit(Visitor{values}, expression->node);
}

} // namespace

std::vector<const AffineValue *> affine_values(const ExpressionPtr &expression)
{
    std::vector<const AffineValue *> values;
    collect(expression, values);
    return values;
}

} // namespace espalier::program
