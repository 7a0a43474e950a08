#include "espalier/ast/decided_conditions.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/walk.h"

#include <optional>
#include <utility>
#include <variant>

namespace espalier::ast {

namespace {

/// A condition that always holds, never, or where `rest` does.
struct Outcome {
    std::optional<bool> always = std::nullopt;
    ExpressionPtr rest = nullptr;
};

class Simplifier {
public:
    explicit Simplifier(const Intervals &constants) : constants_(constants) {}

    /// \return null if nothing is left
    NodePtr simplify(const NodePtr &node) const
    {
        if (const auto *choice = std::get_if<If>(&node->node))
            return simplify(*choice);
        if (const auto *block = std::get_if<Block>(&node->node))
            return simplify(*block);
        bool is_empty = false;
        NodePtr result = map_children(node, [&](const NodePtr &child) {
            NodePtr changed = simplify(child);
            is_empty = !changed;
            return changed ? changed : child;
        });
        if (is_empty)
            return nullptr;
        Node changed = *result;
        std::visit([this](auto &kind) { simplify_values(kind); }, changed.node);
        return std::make_shared<const Node>(std::move(changed));
    }

private:
    /// \name The expressions of a node, with conditions in them.
    /// @{
    void simplify_values(For &loop) const
    {
        for (ExpressionPtr *value : {&loop.init, &loop.condition, &loop.step})
            *value = simplify(*value);
    }

    void simplify_values(User &user) const
    {
        for (ExpressionPtr &value : user.iterators)
            value = simplify(value);
        for (ExpressionPtr &value : user.values)
            value = simplify(value);
    }

    void simplify_values(Let &let) const { let.value = simplify(let.value); }
    void simplify_values(Mark &) const {}
    void simplify_values(If &) const {}
    void simplify_values(Block &) const {}

    ExpressionPtr simplify(const ExpressionPtr &expression) const
    {
        if (!expression || expression->operands.empty())
            return expression;
        Expression result = *expression;
        const bool is_choice =
            expression->op == Operator::conditional || expression->op == Operator::select;
        for (std::size_t k = is_choice ? 1 : 0; k < result.operands.size(); ++k)
            result.operands[k] = simplify(result.operands[k]);
        if (is_choice) {
            const Outcome outcome = simplify_condition(result.operands[0]);
            if (outcome.always)
                return result.operands[*outcome.always ? 1 : 2];
            result.operands[0] = outcome.rest;
        }
        const bool is_same = result.operands == expression->operands;
        return is_same ? expression : std::make_shared<const Expression>(std::move(result));
    }
    /// @}

    NodePtr simplify(const If &choice) const
    {
        const Outcome outcome = simplify_condition(choice.condition);
        NodePtr yes = outcome.always == false ? nullptr : simplify(choice.yes);
        NodePtr no = outcome.always == true || !choice.no ? nullptr : simplify(choice.no);
        if (outcome.always)
            return *outcome.always ? yes : no;
        if (!yes && !no)
            return nullptr;
        if (!yes)
            yes = std::make_shared<const Node>(Node{Block{}});
        return std::make_shared<const Node>(Node{If{outcome.rest, yes, no}});
    }

    NodePtr simplify(const Block &block) const
    {
        Block result;
        for (const NodePtr &child : block.children)
            if (NodePtr changed = simplify(child))
                result.children.push_back(changed);
        if (result.children.empty())
            return nullptr;
        return std::make_shared<const Node>(Node{std::move(result)});
    }

    Outcome simplify_condition(const ExpressionPtr &given) const
    {
        switch (given->op) {
        case Operator::and_then:
        case Operator::logical_and:
            return simplify_junction(given, false);
        case Operator::or_else:
        case Operator::logical_or:
            return simplify_junction(given, true);
        default:
            return simplify_comparison(simplify(given));
        }
    }

    Outcome simplify_comparison(const ExpressionPtr &condition) const
    {
        switch (condition->op) {
        case Operator::less:
            return compare(condition, 0, 1, 1);
        case Operator::less_equal:
            return compare(condition, 0, 1, 0);
        case Operator::greater:
            return compare(condition, 1, 0, 1);
        case Operator::greater_equal:
            return compare(condition, 1, 0, 0);
        case Operator::equal:
            return equate(condition);
        default:
            return {.rest = condition};
        }
    }

    /// \param decisive  the value of an operand that decides the whole
    Outcome simplify_junction(const ExpressionPtr &junction, bool decisive) const
    {
        std::vector<ExpressionPtr> left;
        for (const ExpressionPtr &operand : junction->operands) {
            const Outcome outcome = simplify_condition(operand);
            if (outcome.always == decisive)
                return {.always = decisive};
            if (!outcome.always)
                left.push_back(outcome.rest);
        }
        if (left.empty())
            return {.always = !decisive};
        if (left == junction->operands)
            return {.rest = junction};
        return {.rest = join(junction->op, left)};
    }

    Outcome equate(const ExpressionPtr &condition) const
    {
        const std::optional<Interval> one = range(condition->operands[0], constants_);
        const std::optional<Interval> other = range(condition->operands[1], constants_);
        if (one && other && (one->greatest < other->least || other->greatest < one->least))
            return {.always = false};
        return {.rest = condition};
    }

    /// Of a condition that one operand plus `distance` is at most another one.
    Outcome compare(const ExpressionPtr &condition, std::size_t smaller, std::size_t greater,
                    long distance) const
    {
        const std::optional<Interval> one = range(condition->operands[smaller], constants_);
        const std::optional<Interval> other = range(condition->operands[greater], constants_);
        if (one && other && one->greatest + distance <= other->least)
            return {.always = true};
        if (one && other && one->least + distance > other->greatest)
            return {.always = false};
        return {.rest = condition};
    }

    const Intervals &constants_;
};

} // namespace

NodePtr without_decided_conditions(const NodePtr &code, const Intervals &constants)
{
    NodePtr result = Simplifier(constants).simplify(code);
    return result ? result : std::make_shared<const Node>(Node{Block{}});
}

} // namespace espalier::ast
