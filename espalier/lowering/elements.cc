#include "espalier/lowering/elements.h"

#include "espalier/ast/equality.h"
#include "espalier/ast/walk.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace espalier::lowering {

using ast::ExpressionPtr;
using ast::Operator;

namespace {

/// A subscript without the constant that it ends with, and that constant.
struct Offset {
    ExpressionPtr base; ///< null: nothing but the constant
    long constant;
};

Offset offset(const ExpressionPtr &subscript)
{
    if (subscript->op == Operator::integer)
        return {nullptr, std::stol(subscript->text)};
    const bool ends = (subscript->op == Operator::add || subscript->op == Operator::subtract) &&
                      subscript->operands[1]->op == Operator::integer;
    if (!ends)
        return {subscript, 0};
    const long constant = std::stol(subscript->operands[1]->text);
    return {subscript->operands[0], subscript->op == Operator::add ? constant : -constant};
}

bool have_same_base(const Offset &one, const Offset &other)
{
    return one.base && other.base ? ast::is_equal(*one.base, *other.base) : one.base == other.base;
}

} // namespace

ExpressionPtr name_of(const std::string &name)
{
    return std::make_shared<ast::Expression>(ast::Expression{Operator::name, name, {}});
}

ExpressionPtr plus(const std::string &name, long constant)
{
    auto second = std::make_shared<ast::Expression>(
        ast::Expression{Operator::integer, std::to_string(constant), {}});
    return std::make_shared<ast::Expression>(
        ast::Expression{Operator::add, "", {name_of(name), second}});
}

ExpressionPtr replaced(const ExpressionPtr &expression, const std::string &name,
                       const ExpressionPtr &value)
{
    if (expression->op == Operator::name && expression->text == name)
        return value;
    ast::Expression result = *expression;
    for (ExpressionPtr &operand : result.operands)
        operand = replaced(operand, name, value);
    return std::make_shared<ast::Expression>(std::move(result));
}

bool mentions(const ast::Expression &expression, const std::string &name)
{
    return (expression.op == Operator::name && expression.text == name) ||
           std::ranges::any_of(expression.operands, [&](const ExpressionPtr &operand) {
               return mentions(*operand, name);
           });
}

bool counts(const ast::Expression &expression, const std::string &name)
{
    if (expression.op == Operator::name)
        return expression.text == name;
    if (expression.op != Operator::add && expression.op != Operator::subtract)
        return false;
    const ast::Expression &left = *expression.operands[0], &right = *expression.operands[1];
    return (counts(left, name) && !mentions(right, name)) ||
           (expression.op == Operator::add && !mentions(left, name) && counts(right, name));
}

bool counts_by_one(const ast::For &loop)
{
    return loop.step->op == Operator::integer && loop.step->text == "1";
}

bool operator==(const Element &one, const Element &other)
{
    return one.array == other.array &&
           std::ranges::equal(one.subscripts, other.subscripts,
                              [](const ExpressionPtr &first, const ExpressionPtr &second) {
                                  return ast::is_equal(*first, *second);
                              });
}

bool differ(const Element &one, const Element &other)
{
    const std::size_t common = std::min(one.subscripts.size(), other.subscripts.size());
    for (std::size_t k = 0; k < common; ++k) {
        const Offset left = offset(one.subscripts[k]), right = offset(other.subscripts[k]);
        if (have_same_base(left, right) && left.constant != right.constant)
            return true;
    }
    return false;
}

const program::Statement *statement_of(const program::Program &program, const ast::User &user)
{
    auto found = std::ranges::find(program.statements, user.statement, &program::Statement::name);
    return found == program.statements.end() ? nullptr : &*found;
}

Element element(const ast::User &user, const program::Statement &statement, std::size_t access)
{
    std::size_t first = 0;
    for (std::size_t k = 0; k < access; ++k)
        first += statement.accesses[k].subscripts.size();
    const program::Access &own = statement.accesses[access];
    auto begin = user.values.begin() + long(first);
    return {own.array, {begin, begin + long(own.subscripts.size())}};
}

namespace {

/// Whether a statement in some code has an access.
bool has_access(const program::Program &program, const ast::Node &node,
                const std::function<bool(const program::Access &)> &is_wanted)
{
    if (const auto *user = std::get_if<ast::User>(&node.node)) {
        const program::Statement *found = statement_of(program, *user);
        return found && std::ranges::any_of(found->accesses, is_wanted);
    }
    bool result = false;
    ast::foreach_child(node, [&](const ast::NodePtr &child) {
        result = result || has_access(program, *child, is_wanted);
    });
    return result;
}

} // namespace

bool uses(const program::Program &program, const ast::Node &node, std::size_t array)
{
    return has_access(program, node,
                      [&](const program::Access &access) { return access.array == array; });
}

bool reads(const program::Program &program, const ast::Node &node, std::size_t array)
{
    return has_access(program, node, [&](const program::Access &access) {
        return access.array == array && access.kind == program::AccessKind::read;
    });
}

Movement movement(const Element &element, const std::string &column)
{
    auto moves = [&](const ExpressionPtr &subscript) { return mentions(*subscript, column); };
    if (std::ranges::none_of(element.subscripts, moves))
        return Movement::fixed;
    const bool is_along =
        counts(*element.subscripts.back(), column) &&
        std::none_of(element.subscripts.begin(), element.subscripts.end() - 1, moves);
    return is_along ? Movement::along : Movement::other;
}

} // namespace espalier::lowering
