#include "espalier/machine/code_loops.h"

#include "espalier/ast/equality.h"
#include "espalier/ast/walk.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace espalier::machine {

namespace {

/// A number, if it is one whose sums and differences with others fit into 64 bits.
std::optional<long> number(const ast::ExpressionPtr &expression)
{
    constexpr long most = 1L << 61;
    if (!expression || expression->op != ast::Operator::integer)
        return std::nullopt;
    const std::string &text = expression->text;
    long result = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    const bool is_small = error == std::errc() && -most <= result && result <= most;
    return is_small ? std::optional(result) : std::nullopt;
}

/// The iterations of a loop between two numbers.
std::optional<long> constant_count(const ast::For &loop)
{
    using enum ast::Operator;
    std::optional<long> first = number(loop.init), step = number(loop.step);
    if (!first || !step || !loop.condition ||
        (loop.condition->op != less && loop.condition->op != less_equal))
        return std::nullopt;
    std::optional<long> bound = number(loop.condition->operands[1]);
    if (!bound)
        return std::nullopt;
    long end = loop.condition->op == less ? *bound : *bound + 1;
    return std::max(0L, (end - *first + *step - 1) / *step);
}

/// Whether an expression is another one plus a number.
bool is_behind(const ast::Expression &bound, const ast::Expression &start)
{
    return bound.op == ast::Operator::add && number(bound.operands[1]) &&
           ast::is_equal(*bound.operands[0], start);
}

/// Whether an expression is computed from numbers and some variables alone.
bool is_of(const std::vector<std::string> &variables, const ast::Expression &expression)
{
    if (expression.op == ast::Operator::name)
        return std::ranges::find(variables, expression.text) != variables.end();
    return std::ranges::all_of(expression.operands, [&](const ast::ExpressionPtr &operand) {
        return is_of(variables, *operand);
    });
}

/// Whether the bounds of a loop are computed from numbers and some variables alone.
bool has_bounds_of(const std::vector<std::string> &variables, const ast::For &loop)
{
    return is_of(variables, *loop.init) &&
           (loop.is_degenerate() ||
            (loop.condition && is_of(variables, *loop.condition->operands.back())));
}

} // namespace

bool has_constant_count(const ast::For &loop)
{
    if (loop.is_degenerate() || constant_count(loop))
        return true;
    return loop.condition && loop.condition->operands.size() == 2 && number(loop.step) &&
           is_behind(*loop.condition->operands[1], *loop.init);
}

CodeLoops::Facts CodeLoops::look_into(const ast::Node &node,
                                      const std::vector<std::string> &numbers)
{
    Facts result;
    std::vector<std::string> inside = numbers;
    const auto *loop = std::get_if<ast::For>(&node.node);
    if (loop && has_bounds_of(numbers, *loop)) {
        between_numbers_.insert(loop);
        inside.push_back(loop->iterator);
    }
    result.instances = std::holds_alternative<ast::User>(node.node) ? 1 : 0;
    ast::foreach_child(node, [&](const ast::NodePtr &child) {
        const Facts part = look_into(*child, inside);
        result.instances += part.instances;
        result.has_loop = result.has_loop || part.has_loop;
        result.has_conditional_loop = result.has_conditional_loop || part.has_conditional_loop;
    });
    if (loop) {
        const long number = copies_[loop] = copies(*loop, result);
        result.has_loop = result.has_loop || number == 0;
        result.instances *= number;
    }
    if (std::holds_alternative<ast::If>(node.node))
        result.has_conditional_loop = result.has_loop;
    return facts_[&node] = result;
}

long CodeLoops::copies(const ast::For &loop, const Facts &body) const
{
    if (loop.is_degenerate())
        return 1;
    const std::optional<long> count = constant_count(loop);
    const bool is_short = count && *count <= max_unrolled_iterations && !body.has_loop &&
                          *count * body.instances <= max_unrolled_instances;
    return is_short ? *count : 0;
}

} // namespace espalier::machine
