#include "espalier/machine/code_loops.h"

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

/// Statement instances in a part of the code without loops that stay.
long instances(const ast::Node &node)
{
    if (std::holds_alternative<ast::User>(node.node))
        return 1;
    long result = 0;
    ast::foreach_child(node, [&](const ast::NodePtr &child) { result += instances(*child); });
    const auto *loop = std::get_if<ast::For>(&node.node);
    return loop ? result * copies_of_body(*loop) : result;
}

} // namespace

long copies_of_body(const ast::For &loop)
{
    if (loop.is_degenerate())
        return 1;
    std::optional<long> count = constant_count(loop);
    bool is_short = count && *count <= max_unrolled_iterations && !has_loop(*loop.body) &&
                    *count * instances(*loop.body) <= max_unrolled_instances;
    return is_short ? *count : 0;
}

bool has_loop(const ast::Node &node)
{
    const auto *loop = std::get_if<ast::For>(&node.node);
    bool result = loop && copies_of_body(*loop) == 0;
    ast::foreach_child(node,
                       [&](const ast::NodePtr &child) { result = result || has_loop(*child); });
    return result;
}

bool has_conditional_loop(const ast::Node &node)
{
    if (std::holds_alternative<ast::If>(node.node))
        return has_loop(node);
    bool result = false;
    ast::foreach_child(
        node, [&](const ast::NodePtr &child) { result = result || has_conditional_loop(*child); });
    return result;
}

} // namespace espalier::machine
