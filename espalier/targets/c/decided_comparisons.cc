#include "espalier/targets/c/decided_comparisons.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace espalier::targets {

namespace {

using program::BinaryOperation;
using program::Expression;

/// Of unsigned types; 64 bits, which the model reads as signed, may hold more.
struct Range {
    long least, greatest;
};

std::optional<Range> range_of(const program::Program &program, const Expression &expression)
{
    const auto *variable = std::get_if<program::ConstantVariable>(&expression.node);
    if (!variable)
        return std::nullopt;
    auto found = std::ranges::find_if(program.parameters, [&](const program::Parameter &each) {
        return each.id.name() == variable->name;
    });
    if (found == program.parameters.end() || found->least.is_neg())
        return std::nullopt;
    return Range{found->least.num_si(), found->greatest.num_si()};
}

/// Whether `range op number` always holds, or never; nothing if neither.
std::optional<bool> decide(const Range &range, const std::string &op, long number)
{
    const bool is_all_less =
        range.greatest < number && range.greatest < std::numeric_limits<long>::max();
    const bool is_all_greater = range.least > number;
    const bool is_none_less = range.least >= number;
    if (op == "<")
        return is_all_less    ? std::optional(true)
               : is_none_less ? std::optional(false)
                              : std::nullopt;
    if (op == ">=")
        return is_all_less    ? std::optional(false)
               : is_none_less ? std::optional(true)
                              : std::nullopt;
    if (is_all_less || is_all_greater) {
        if (op == "<=")
            return is_all_less;
        if (op == ">")
            return is_all_greater;
        if (op == "==")
            return false;
        if (op == "!=")
            return true;
    }
    return std::nullopt;
}

/// The operator with its operands exchanged.
std::string mirrored(const std::string &op)
{
    static const std::map<std::string, std::string> others = {
        {"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}};
    auto found = others.find(op);
    return found == others.end() ? op : found->second;
}

} // namespace

program::ExpressionPtr
with_comparisons_decided(const program::Program &program, const program::ExpressionPtr &body,
                         const std::function<std::optional<long>(const Expression &)> &number)
{
    auto decided = [&](const Expression &one, const std::string &op,
                       const Expression &other) -> std::optional<bool> {
        const std::optional<Range> range = range_of(program, one);
        const std::optional<long> limit = range ? number(other) : std::nullopt;
        return limit ? decide(*range, op, *limit) : std::nullopt;
    };
    return program::replaced(body, [&](const Expression &part) -> program::ExpressionPtr {
        const auto *comparison = std::get_if<BinaryOperation>(&part.node);
        if (!comparison)
            return nullptr;
        std::optional<bool> always = decided(*comparison->left, comparison->op, *comparison->right);
        if (!always)
            always = decided(*comparison->right, mirrored(comparison->op), *comparison->left);
        return always ? program::make_expression(program::Literal{*always ? "1" : "0"}) : nullptr;
    });
}

} // namespace espalier::targets
