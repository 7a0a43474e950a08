#include "espalier/lowering/scaled_addresses.h"

#include "espalier/ast/evaluate.h"
#include "espalier/ast/walk.h"
#include "espalier/lowering/elements.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace espalier::lowering {

namespace {

/// How an element moves through an array along a loop.
struct Speed {
    long elements;
    bool is_plain; ///< forwards, from the same place in each run of the loop
};

void add_names(const ast::Expression &expression, ast::Values &names)
{
    if (expression.op == ast::Operator::name)
        names[expression.text] = 0;
    for (const ast::ExpressionPtr &operand : expression.operands)
        add_names(*operand, names);
}

/// \return nothing for what does not move, or not by the same in each iteration
std::optional<Speed> speed(const Element &element, const std::string &variable)
{
    for (std::size_t k = 0; k + 1 < element.subscripts.size(); ++k)
        if (mentions(*element.subscripts[k], variable))
            return std::nullopt;
    const ast::Expression &last = *element.subscripts.back();
    ast::Values names;
    add_names(last, names);
    const bool has_others = names.size() > 1;
    auto at = [&](long value) {
        names[variable] = value;
        return ast::evaluate(last, names);
    };
    const long first = at(0), elements = at(1) - first;
    if (elements == 0 || at(2) - first != 2 * elements)
        return std::nullopt;
    return Speed{elements, elements > 0 && !has_others};
}

using Speeds = std::map<std::size_t, std::vector<Speed>>; ///< by arrays

void add_speeds(const program::Program &program, const ast::Node &node, const std::string &variable,
                Speeds &speeds)
{
    if (const auto *user = std::get_if<ast::User>(&node.node))
        if (const program::Statement *statement = statement_of(program, *user))
            for (std::size_t k = 0; k < statement->accesses.size(); ++k) {
                const Element one = element(*user, *statement, k);
                if (const auto found = one.subscripts.empty() ? std::nullopt : speed(one, variable))
                    speeds[one.array].push_back(*found);
            }
    ast::foreach_child(
        node, [&](const ast::NodePtr &child) { add_speeds(program, *child, variable, speeds); });
}

bool is_scaled(const Speed &slow, const Speed &fast)
{
    constexpr std::array scales = {2, 4, 8}; // of addresses in instructions
    return !slow.is_plain && std::ranges::any_of(scales, [&](long scale) {
        return fast.elements == scale * slow.elements;
    });
}

} // namespace

bool has_scaled_addresses(const program::Program &program, const ast::For &loop)
{
    if (ast::contains_loop(*loop.body))
        return false;
    Speeds speeds;
    add_speeds(program, *loop.body, loop.iterator, speeds);
    return std::ranges::any_of(speeds, [](const auto &of_array) {
        const std::vector<Speed> &all = of_array.second;
        return std::ranges::any_of(all, [&](const Speed &slow) {
            return std::ranges::any_of(all,
                                       [&](const Speed &fast) { return is_scaled(slow, fast); });
        });
    });
}

} // namespace espalier::lowering
