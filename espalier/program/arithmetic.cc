#include "espalier/program/arithmetic.h"

#include <variant>

namespace espalier::program {

std::optional<std::size_t> size_of_floating(const std::string &type)
{
    if (type == "double")
        return sizeof(double);
    return type == "float" ? std::optional(sizeof(float)) : std::nullopt;
}

bool is_of_type(const program::Literal &literal, const std::string &type)
{
    const std::string &text = literal.spelling;
    bool is_floating = text.find('.') != std::string::npos;
    bool is_float = text.back() == 'f' || text.back() == 'F';
    return is_floating && is_float == (type == "float") && text.back() != 'l' && text.back() != 'L';
}

bool is_arithmetic(const program::BinaryOperation &operation)
{
    return operation.op == "+" || operation.op == "-" || operation.op == "*" || operation.op == "/";
}

bool is_arithmetic(const program::Expression &expression, const std::string &type)
{
    bool result = true;
    program::for_each_part(expression, [&](const program::Expression &part) {
        if (const auto *binary = std::get_if<program::BinaryOperation>(&part.node))
            result = result && is_arithmetic(*binary);
        else if (const auto *unary = std::get_if<program::UnaryOperation>(&part.node))
            result = result && unary->op == "-";
        else if (const auto *literal = std::get_if<program::Literal>(&part.node))
            result = result && is_of_type(*literal, type);
        else
            result = result && std::holds_alternative<program::AccessValue>(part.node);
    });
    return result;
}

bool is_arithmetic(const program::Assignment &assignment, const std::string &type)
{
    const bool is_number = std::holds_alternative<program::Literal>(assignment.value->node);
    return (is_number && assignment.op == "=") || is_arithmetic(*assignment.value, type);
}

} // namespace espalier::program
