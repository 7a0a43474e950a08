#include "espalier/lowering/column_steps.h"

#include "espalier/program/arithmetic.h"

#include <algorithm>

namespace espalier::lowering {

namespace {

using ast::Operator;

/// Whether a loop goes through all numbers up to some limit.
bool counts_up(const ast::For &loop)
{
    const ast::Expression &condition = *loop.condition;
    const bool is_limit = condition.op == Operator::less || condition.op == Operator::less_equal;
    return is_limit && counts_by_one(loop) && counts(*condition.operands[0], loop.iterator) &&
           !mentions(*condition.operands[1], loop.iterator);
}

class StepReader {
public:
    StepReader(const program::Program &program, const ast::For &loop)
        : program_(program), role_(loop.role), column_(loop.iterator)
    {
    }

    bool read(const ast::Node &body)
    {
        if (const auto *user = std::get_if<ast::User>(&body.node))
            return read_step(*user);
        const auto *block = std::get_if<ast::Block>(&body.node);
        return block && std::ranges::all_of(block->children, [&](const ast::NodePtr &child) {
                   return read(*child);
               });
    }

    ColumnSteps result;

private:
    bool read_step(const ast::User &user)
    {
        const program::Statement *statement = statement_of(program_, user);
        if (!statement)
            return false;
        std::string &type = result.element_type;
        if (type.empty())
            type = program_.arrays[statement->accesses.front().array].element_type;
        const auto *assignment = std::get_if<program::Assignment>(&statement->body->node);
        if (!assignment || !program::size_of_floating(type) ||
            !program::is_arithmetic(*assignment, type))
            return false;
        std::vector<Element> elements;
        for (std::size_t k = 0; k < statement->accesses.size(); ++k)
            elements.push_back(element(user, *statement, k));
        if (!std::ranges::all_of(elements, [&](const Element &one) { return is_simple(one); }))
            return false;
        const std::size_t target = std::get<program::AccessValue>(assignment->target->node).access;
        const bool is_own = has_own(elements[target].array);
        const bool is_sum = !is_own && movement(elements[target], column_) == Movement::fixed;
        const bool adds = assignment->op == "+=" || assignment->op == "-=";
        const bool is_vector = has_vector(*assignment->value, elements);
        if (!reads_own_after_writes(*assignment, elements, target))
            return false;
        result.steps.push_back({&user, statement, assignment, std::move(elements), target, is_sum,
                                is_own, !is_vector && assignment->op == "="});
        return !is_sum || (adds && is_vector);
    }

    /// Whether each column has its own of a variable.
    bool has_own(std::size_t array) const
    {
        return role_ && program_.arrays[array].extents.empty() &&
               std::ranges::find(role_->own.private_arrays, array) !=
                   role_->own.private_arrays.end();
    }

    bool reads_own_after_writes(const program::Assignment &assignment,
                                const std::vector<Element> &elements, std::size_t target) const
    {
        for (std::size_t k = 0; k < elements.size(); ++k) {
            const bool is_read = k != target || assignment.op != "=";
            if (is_read && has_own(elements[k].array) && !writes(elements[k].array))
                return false;
        }
        return true;
    }

    /// Whether a step so far writes a variable.
    bool writes(std::size_t array) const
    {
        return std::ranges::any_of(
            result.steps, [&](const ColumnStep &step) { return step.updated().array == array; });
    }

    /// Whether an element is a number of the type, fixed or along its last dimension.
    bool is_simple(const Element &element) const
    {
        const program::Array &array = program_.arrays[element.array];
        const Movement moves = movement(element, column_);
        const bool is_row = moves == Movement::fixed || array.spelling.back().empty();
        return array.element_type == result.element_type && moves != Movement::other && is_row &&
               array.extents.size() == element.subscripts.size();
    }

    /// Whether an expression has other values in other columns.
    bool has_vector(const program::Expression &expression,
                    const std::vector<Element> &elements) const
    {
        bool found = false;
        program::for_each_part(expression, [&](const program::Expression &part) {
            if (const auto *value = std::get_if<program::AccessValue>(&part.node))
                found = found || has_own(elements[value->access].array) ||
                        movement(elements[value->access], column_) == Movement::along;
        });
        return found;
    }

    const program::Program &program_;
    const schedule::LoopRolePtr &role_;
    const std::string &column_;
};

/// Whether an element that a step uses is in the same column as one that another writes, or both
/// are sums.
bool is_in_column_of(const ColumnStep &written, const ColumnStep &other, const Element &used,
                     const std::string &column)
{
    if (written.is_own)
        return true;
    if (written.is_sum)
        return other.is_sum && other.updated().array == written.updated().array;
    return movement(used, column) == Movement::along &&
           Element{0, {written.updated().subscripts.back()}} ==
               Element{0, {used.subscripts.back()}};
}

bool keep_columns_apart(const std::vector<ColumnStep> &steps, const std::string &column)
{
    return std::ranges::all_of(steps, [&](const ColumnStep &written) {
        return std::ranges::all_of(steps, [&](const ColumnStep &other) {
            return std::ranges::all_of(other.elements, [&](const Element &used) {
                return used.array != written.updated().array ||
                       is_in_column_of(written, other, used, column);
            });
        });
    });
}

} // namespace

std::optional<ColumnSteps> column_steps(const program::Program &program, const ast::For &loop)
{
    StepReader reader(program, loop);
    if (!counts_up(loop) || !reader.read(*loop.body) ||
        !keep_columns_apart(reader.result.steps, loop.iterator))
        return std::nullopt;
    return std::move(reader.result);
}

} // namespace espalier::lowering
