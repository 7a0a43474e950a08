#include "espalier/program/expression.h"

#include <algorithm>
#include <utility>

namespace espalier::program {

namespace {

/// Those of some operands that are there.
std::vector<ExpressionPtr> present(std::vector<ExpressionPtr> operands)
{
    std::erase(operands, nullptr);
    return operands;
}

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
        Operands operator()(const IndirectValue &node) { return node.subscripts; }
        Operands operator()(const Assignment &node) { return {node.target, node.value}; }
        Operands operator()(const Guarded &node) { return {node.condition, node.statement}; }
        Operands operator()(const LocalDeclaration &node) { return present({node.value}); }
        Operands operator()(const Sequence &node) { return node.statements; }
        Operands operator()(const Branch &node)
        {
            return present({node.condition, node.yes, node.no});
        }
        Operands operator()(const DataLoop &node)
        {
            Operands result = node.init;
            if (node.condition)
                result.push_back(node.condition);
            result.insert(result.end(), node.steps.begin(), node.steps.end());
            result.push_back(node.body);
            return result;
        }
        Operands operator()(const LocalValue &) { return {}; }
        Operands operator()(const Jump &) { return {}; }
        Operands operator()(const Literal &) { return {}; }
        Operands operator()(const ConstantVariable &) { return {}; }
        Operands operator()(const IteratorValue &) { return {}; }
        Operands operator()(const AffineValue &) { return {}; }
        Operands operator()(const AccessValue &) { return {}; }
    };
    return std::visit(Visitor(), expression.node);
}

} // namespace

std::optional<std::size_t> access_named_by(const Expression &expression)
{
    if (const auto *value = std::get_if<AccessValue>(&expression.node))
        return value->access;
    const auto *indirect = std::get_if<IndirectValue>(&expression.node);
    return indirect ? std::optional(indirect->access) : std::nullopt;
}

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
        std::holds_alternative<Guarded>(expression.node) ||
        std::holds_alternative<Branch>(expression.node))
        sure.resize(1);
    if (const auto *loop = std::get_if<DataLoop>(&expression.node))
        sure.resize(loop->init.size() + (loop->condition && !loop->runs_once ? 1 : 0));
    for (const ExpressionPtr &operand : sure)
        for_each_sure_part(*operand, action);
}

ExpressionPtr replaced(const ExpressionPtr &expression,
                       const std::function<ExpressionPtr(const Expression &)> &other)
{
    if (ExpressionPtr found = other(*expression))
        return found;
    auto part = [&](const ExpressionPtr &operand) {
        return operand ? replaced(operand, other) : nullptr;
    };
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
        ExpressionPtr operator()(IndirectValue node) const
        {
            std::ranges::transform(node.subscripts, node.subscripts.begin(), again);
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
        ExpressionPtr operator()(const LocalDeclaration &node) const
        {
            return make_expression(LocalDeclaration{node.type, node.name, again(node.value)});
        }
        ExpressionPtr operator()(Sequence node) const
        {
            std::ranges::transform(node.statements, node.statements.begin(), again);
            return make_expression(std::move(node));
        }
        ExpressionPtr operator()(const Branch &node) const
        {
            return make_expression(Branch{again(node.condition), again(node.yes), again(node.no)});
        }
        ExpressionPtr operator()(DataLoop node) const
        {
            std::ranges::transform(node.init, node.init.begin(), again);
            std::ranges::transform(node.steps, node.steps.begin(), again);
            node.condition = again(node.condition);
            node.body = again(node.body);
            return make_expression(std::move(node));
        }
        ExpressionPtr operator()(const LocalValue &) const { return leaf; }
        ExpressionPtr operator()(const Jump &) const { return leaf; }
        ExpressionPtr operator()(const Literal &) const { return leaf; }
        ExpressionPtr operator()(const ConstantVariable &) const { return leaf; }
        ExpressionPtr operator()(const IteratorValue &) const { return leaf; }
        ExpressionPtr operator()(const AffineValue &) const { return leaf; }
        ExpressionPtr operator()(const AccessValue &) const { return leaf; }
    };
    return std::visit(Visitor{part, expression}, expression->node);
}

void add_local_names(const Expression &expression, std::set<std::string> &names)
{
    for_each_part(expression, [&](const Expression &part) {
        if (const auto *declaration = std::get_if<LocalDeclaration>(&part.node))
            names.insert(declaration->name);
    });
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
