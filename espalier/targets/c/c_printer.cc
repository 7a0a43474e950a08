#include "espalier/targets/c/c_printer.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/lowering/guards.h"
#include "espalier/lowering/kernel_library.h"
#include "espalier/lowering/vector_type.h"
#include "espalier/program/print.h"
#include "espalier/targets/c/decided_comparisons.h"

#include <fmt/format.h>
#include <isl/aff.h>

#include <algorithm>
#include <array>

namespace espalier::targets {

using ast::Operator;

namespace {

/// A number that is not negative, if an expression is one; nothing for large ones.
std::optional<long> small_number(const ast::Expression &expression)
{
    constexpr std::size_t max_digits = 18;
    const bool is_number = expression.op == ast::Operator::integer &&
                           expression.text.size() <= max_digits && expression.text[0] != '-';
    return is_number ? std::optional(std::stol(expression.text)) : std::nullopt;
}

/// Whether the value of an expression is 0 or 1.
bool is_truth(const program::Expression &expression)
{
    constexpr std::array operators = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    const auto *operation = std::get_if<program::BinaryOperation>(&expression.node);
    return operation && std::ranges::find(operators, operation->op) != operators.end();
}

} // namespace

CPrinter::CPrinter(const program::Program &program, lowering::Names names, Target target)
    : program_(program), names_(std::move(names)), target_(target), expressions_(program, names_)
{
}

std::string CPrinter::vector_type(const std::string &element, long lanes)
{
    lowering::VectorType type = lowering::vector_type(names_, element, lanes);
    lowering::add_definitions(definitions_, {type.definition});
    return type.name;
}

std::string CPrinter::element(const lowering::Element &element)
{
    const program::Array array = this->array(element.array);
    std::vector<std::string> texts;
    std::size_t next = 0;
    if (array.linear_dimensions > 1 && !element.subscripts.empty()) {
        texts.push_back(expression(linearised(element.subscripts, array)));
        next = array.linear_dimensions;
    }
    for (; next < element.subscripts.size(); ++next)
        texts.push_back(expression(element.subscripts[next]));
    return program::print_lvalue(array, texts);
}

/// The subscript that C has for those of the linear dimensions: (i * n + j) * m + k.
ast::ExpressionPtr CPrinter::linearised(const std::vector<ast::ExpressionPtr> &subscripts,
                                        const program::Array &array) const
{
    const isl::set context = program::code_context(program_);
    auto is_zero = [](const ast::ExpressionPtr &value) { return ast::is_integer(*value, 0); };
    ast::ExpressionPtr result = subscripts.front();
    if (array.has_triangular_rows) {
        result = ast::triangle_number(result);
        return subscripts.size() == 1 || is_zero(subscripts[1]) ? result
               : is_zero(result)                                ? subscripts[1]
                                 : ast::apply(ast::Operator::add, {result, subscripts[1]});
    }
    for (std::size_t k = 1; k < array.linear_dimensions; ++k) {
        if (!is_zero(result))
            result = ast::apply(ast::Operator::multiply,
                                {result, ast::value(*array.extents[k], context)});
        if (k < subscripts.size() && !is_zero(subscripts[k]))
            result = is_zero(result) ? subscripts[k]
                                     : ast::apply(ast::Operator::add, {result, subscripts[k]});
    }
    return result;
}

program::Array CPrinter::array(std::size_t array) const
{
    program::Array result = program_.arrays[array];
    if (auto other = renamed_.find(array); other != renamed_.end()) {
        result.spelling.front() = other->second.name;
        result.element_type = other->second.element_type;
    }
    return result;
}

std::string CPrinter::instance(const lowering::Instance &instance, const std::string &unit)
{
    const ast::User &user = instance.user;
    const program::Statement *found = lowering::statement_of(program_, user);
    if (!found) {
        std::vector<std::string> coordinates;
        for (const ast::ExpressionPtr &iterator : user.iterators)
            coordinates.push_back(expression(iterator));
        return fmt::format("{}({});\n", user.statement, fmt::join(coordinates, ", "));
    }
    return with_part_of_body(
        instance, *found, lowering::unguarded(*found),
        [&](const program::Expression &part, const program::LeafPrinter &leaves) {
            return program::print_statement(part, leaves, unit);
        });
}

std::string CPrinter::condition(const lowering::Guard &guard)
{
    return with_part_of_body(guard.instance, *lowering::statement_of(program_, guard.instance.user),
                             lowering::condition_of(program_, guard), program::print);
}

std::string CPrinter::truth(const lowering::Search &search)
{
    const std::string condition =
        with_part_of_body(search.instance, *lowering::statement_of(program_, search.instance.user),
                          search.condition, program::print);
    return is_truth(*search.condition) ? condition : fmt::format("({}) != 0", condition);
}

/// \param part  of the statement's body, or all of it
std::string CPrinter::with_part_of_body(const lowering::Instance &instance,
                                        const program::Statement &statement,
                                        const program::ExpressionPtr &part, const Print &print)
{
    const ast::User &user = instance.user;
    std::size_t count = 0; // of subscripts
    for (const program::Access &access : statement.accesses)
        count += access.subscripts.size();
    std::vector<const program::AffineValue *> affine = program::affine_values(statement.body);

    program::LeafPrinter leaves;
    leaves.access = [&](std::size_t access) {
        auto variable = instance.variables.find(access);
        return variable == instance.variables.end()
                   ? element(lowering::element(user, statement, access))
                   : variable->second;
    };
    leaves.indirect = [&](std::size_t access, const std::vector<std::string> &subscripts) {
        return program::print_lvalue(array(statement.accesses[access].array), subscripts);
    };
    auto typed = [&](const ast::ExpressionPtr &value, const std::string &type) {
        bool needs_cast =
            type != program_.wide_type &&
            !(type == "int" && value->op == Operator::integer && value->text.size() < 10);
        return needs_cast ? fmt::format("({}){}", type, operand(value)) : operand(value);
    };
    auto value_of = [&](const program::AffineValue &value) {
        auto position = std::find(affine.begin(), affine.end(), &value) - affine.begin();
        return user.values[count + static_cast<std::size_t>(position)];
    };
    leaves.iterator = [&](const program::IteratorValue &value) {
        return typed(user.iterators[value.dimension], value.type);
    };
    leaves.affine = [&](const program::AffineValue &value) {
        return typed(value_of(value), value.type);
    };
    auto number = [&](const program::Expression &leaf) {
        if (const auto *iterator = std::get_if<program::IteratorValue>(&leaf.node))
            return small_number(*user.iterators[iterator->dimension]);
        const auto *value = std::get_if<program::AffineValue>(&leaf.node);
        return value ? small_number(*value_of(*value)) : std::nullopt;
    };
    const auto text = [&](const program::Expression &each) { return program::print(each, leaves); };
    return print(*with_comparisons_decided(program_, statement, part, {number, text}), leaves);
}

} // namespace espalier::targets
