#include "espalier/targets/c/decided_comparisons.h"

#include "espalier/program/value_type.h"

#include <algorithm>
#include <charconv>
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

/// The range of an array's elements; nothing if they may be negative.
std::optional<Range> range_of(const program::Program &program, const program::Array &array)
{
    const program::ValueType type = program::element_type(program, array);
    if (type.kind != program::ValueType::Kind::integer || type.is_signed != false)
        return std::nullopt;
    constexpr int long_bits = std::numeric_limits<long>::digits;
    return Range{0,
                 type.bits < long_bits ? (1L << type.bits) - 1 : std::numeric_limits<long>::max()};
}

std::optional<Range> range_of(const program::Program &program, const program::Statement &statement,
                              const Expression &expression)
{
    if (const auto access = program::access_named_by(expression))
        return range_of(program, program.arrays[statement.accesses[*access].array]);
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

/// The value of a literal of decimal digits, whatever its type is.
std::optional<long> value_of(const Expression &expression)
{
    const auto *literal = std::get_if<program::Literal>(&expression.node);
    if (!literal)
        return std::nullopt;
    long result = 0;
    const char *end = literal->spelling.data() + literal->spelling.size();
    const auto [rest, error] = std::from_chars(literal->spelling.data(), end, result);
    const bool is_octal = literal->spelling.front() == '0' && rest != literal->spelling.data() + 1;
    const bool is_number = error == std::errc() && !is_octal &&
                           std::string(rest, end).find_first_not_of("uUlL") == std::string::npos;
    return is_number ? std::optional(result) : std::nullopt;
}

/// The operator with its operands exchanged.
std::string mirrored(const std::string &op)
{
    static const std::map<std::string, std::string> others = {
        {"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}};
    auto found = others.find(op);
    return found == others.end() ? op : found->second;
}

/// Whether an integer compares like that with itself; nothing for what is no comparison.
std::optional<bool> holds_for_equals(const std::string &op)
{
    if (op == "<" || op == ">" || op == "!=")
        return false;
    return op == "<=" || op == ">=" || op == "==" ? std::optional(true) : std::nullopt;
}

} // namespace

program::ExpressionPtr with_comparisons_decided(const program::Program &program,
                                                const program::Statement &statement,
                                                const program::ExpressionPtr &body,
                                                const PrintedParts &printed)
{
    auto decided = [&](const Expression &one, const std::string &op,
                       const Expression &other) -> std::optional<bool> {
        const std::optional<Range> range = range_of(program, statement, one);
        std::optional<long> limit = range ? printed.number(other) : std::nullopt;
        if (range && !limit)
            limit = value_of(other);
        return limit ? decide(*range, op, *limit) : std::nullopt;
    };
    auto decided_by_text = [&](const BinaryOperation &operation) {
        const std::optional<bool> result = holds_for_equals(operation.op);
        return result && value_type(program, statement, *operation.left).is_integer() &&
                       printed.text(*operation.left) == printed.text(*operation.right)
                   ? result
                   : std::nullopt;
    };
    return program::replaced(body, [&](const Expression &part) -> program::ExpressionPtr {
        const auto *comparison = std::get_if<BinaryOperation>(&part.node);
        if (!comparison)
            return nullptr;
        std::optional<bool> always = decided(*comparison->left, comparison->op, *comparison->right);
        if (!always)
            always = decided(*comparison->right, mirrored(comparison->op), *comparison->left);
        if (!always)
            always = decided_by_text(*comparison);
        return always ? program::make_expression(program::Literal{*always ? "1" : "0"}) : nullptr;
    });
}

} // namespace espalier::targets
