#include "espalier/ast/decided_conditions.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/walk.h"

#include <optional>

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
        return is_empty ? nullptr : result;
    }

private:
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

    Outcome simplify_condition(const ExpressionPtr &condition) const
    {
        switch (condition->op) {
        case Operator::and_then:
        case Operator::logical_and:
            return simplify_junction(condition, false);
        case Operator::or_else:
        case Operator::logical_or:
            return simplify_junction(condition, true);
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
