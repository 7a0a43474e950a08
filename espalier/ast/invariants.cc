#include "espalier/ast/invariants.h"

#include "espalier/ast/equality.h"
#include "espalier/ast/expressions.h"
#include "espalier/ast/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace espalier::ast {

namespace {

bool is_division(Operator op)
{
    return op == Operator::divide_exactly || op == Operator::divide_floor ||
           op == Operator::divide_nonneg || op == Operator::remainder_nonneg ||
           op == Operator::remainder_or_zero;
}

bool is_logical(Operator op)
{
    return op == Operator::logical_and || op == Operator::logical_or || op == Operator::and_then ||
           op == Operator::or_else;
}

bool is_choice(Operator op) { return op == Operator::conditional || op == Operator::select; }

/// Whether an expression takes more than a comparison or a few additions.
bool is_costly(const Expression &expression)
{
    return is_division(expression.op) || is_logical(expression.op) ||
           std::any_of(expression.operands.begin(), expression.operands.end(),
                       [](const ExpressionPtr &operand) { return is_costly(*operand); });
}

/// An expression with the name of a value in its place.
ExpressionPtr with_name(const ExpressionPtr &expression, const Let &let)
{
    if (is_equal(*expression, *let.value))
        return name(let.name);
    Expression changed = *expression;
    for (ExpressionPtr &operand : changed.operands)
        operand = with_name(operand, let);
    return std::make_shared<const Expression>(std::move(changed));
}

/// The same in the subscripts of some code.
NodePtr with_name(const NodePtr &code, const Let &let)
{
    const auto *user = std::get_if<User>(&code->node);
    if (!user)
        return map_children(code, [&](const NodePtr &child) { return with_name(child, let); });
    User changed = *user;
    for (ExpressionPtr &value : changed.values)
        value = with_name(value, let);
    return std::make_shared<const Node>(Node{std::move(changed)});
}

class Hoister {
public:
    explicit Hoister(std::string prefix) : prefix_(std::move(prefix)), values_(1) {}

    NodePtr run(const NodePtr &code)
    {
        NodePtr changed = visit(code);
        return with_values(changed);
    }

private:
    NodePtr visit(const NodePtr &node)
    {
        if (const auto *loop = std::get_if<For>(&node->node))
            return visit_for(*loop);
        if (const auto *user = std::get_if<User>(&node->node)) {
            User changed = *user;
            for (ExpressionPtr &value : changed.values)
                value = with_choices_hoisted(value);
            return std::make_shared<const Node>(Node{std::move(changed)});
        }
        if (const auto *choice = std::get_if<If>(&node->node)) {
            If changed{hoisted(choice->condition), visit(choice->yes), nullptr};
            if (choice->no)
                changed.no = visit(choice->no);
            return std::make_shared<const Node>(Node{std::move(changed)});
        }
        return map_children(node, [&](const NodePtr &child) { return visit(child); });
    }

    NodePtr visit_for(const For &loop)
    {
        For changed = loop;
        changed.init = hoisted(loop.init);
        bool is_comparison = loop.condition && loop.condition->operands[0]->text == loop.iterator;
        if (is_comparison)
            changed.condition = apply(loop.condition->op, {loop.condition->operands[0],
                                                           hoisted(loop.condition->operands[1])});
        level_[loop.iterator] = values_.size();
        values_.emplace_back();
        changed.body = with_values(visit(loop.body));
        values_.pop_back();
        return std::make_shared<const Node>(Node{std::move(changed)});
    }

    /// The values of the innermost level around its code.
    NodePtr with_values(NodePtr code) const
    {
        const std::vector<Let> &own = values_.back();
        for (auto let = own.rbegin(); let != own.rend(); ++let) {
            if (is_choice(let->value->op))
                code = with_name(code, *let);
            code = std::make_shared<const Node>(Node{Let{let->name, let->value, code}});
        }
        return code;
    }

    /// How many loops deep an expression can be evaluated first.
    std::size_t level(const Expression &expression) const
    {
        if (expression.op == Operator::name) {
            auto found = level_.find(expression.text);
            return found == level_.end() ? 0 : found->second;
        }
        std::size_t result = 0;
        for (const ExpressionPtr &operand : expression.operands)
            result = std::max(result, level(*operand));
        return result;
    }

    /// A subscript in which choices that stay the same are made before: compilers make no vectors
    /// of loops in which they are left.
    ExpressionPtr with_choices_hoisted(const ExpressionPtr &expression)
    {
        if (is_choice(expression->op))
            return relies_on_place(expression) ? expression : named(expression);
        Expression changed = *expression;
        for (ExpressionPtr &operand : changed.operands)
            operand = with_choices_hoisted(operand);
        return std::make_shared<const Expression>(std::move(changed));
    }

    /// An expression, or the name of its value.
    ExpressionPtr hoisted(const ExpressionPtr &expression)
    {
        return is_costly(*expression) ? named(expression) : expression;
    }

    /// The name of the value of an expression that loops around do not all change, or itself.
    ExpressionPtr named(const ExpressionPtr &expression)
    {
        std::size_t outermost = level(*expression);
        if (outermost + 1 == values_.size())
            return expression;
        std::vector<Let> &values = values_[outermost];
        auto known = std::find_if(values.begin(), values.end(), [&](const Let &let) {
            return is_equal(*let.value, *expression);
        });
        if (known != values.end())
            return name(known->name);
        values.push_back({fmt::format("{}{}", prefix_, count_++), expression, nullptr});
        return name(values.back().name);
    }

    std::string prefix_;
    std::size_t count_ = 0;
    std::vector<std::vector<Let>> values_;     ///< of each level: none, or so many loops deep
    std::map<std::string, std::size_t> level_; ///< of the loop variables
};

} // namespace

NodePtr with_invariants_hoisted(const NodePtr &code, const std::string &prefix)
{
    return Hoister(prefix).run(code);
}

} // namespace espalier::ast
