#include "espalier/transform/update_forms.h"

#include "espalier/program/value_type.h"
#include "espalier/transform/compound_assignments.h"

#include <algorithm>
#include <optional>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;
using program::Expression;
using program::ExpressionPtr;
using Kind = program::ValueType::Kind;

/// `if (condition) element = value;`
struct Selection {
    ExpressionPtr condition;
    Assignment assignment;
    std::size_t write; ///< positions in Statement::accesses
    std::size_t read;
};

/// The position of a read of an element that an expression makes whenever it is evaluated.
std::optional<std::size_t> sure_read(const program::Statement &statement,
                                     const Expression &expression, const Access &element)
{
    std::optional<std::size_t> result;
    program::for_each_sure_part(expression, [&](const Expression &part) {
        const auto *value = std::get_if<AccessValue>(&part.node);
        const Access *read = value ? &statement.accesses[value->access] : nullptr;
        if (read && read->array == element.array && read->relation.is_equal(element.relation))
            result = value->access;
    });
    return result;
}

std::optional<Selection> selection(const program::Program &program,
                                   const program::Statement &statement)
{
    const auto *guarded =
        statement.is_kill() ? nullptr : std::get_if<program::Guarded>(&statement.body->node);
    const auto *assignment = guarded ? std::get_if<Assignment>(&guarded->statement->node) : nullptr;
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    if (!target || assignment->op != "=")
        return std::nullopt;
    const Access &written = statement.accesses[target->access];
    const bool is_element =
        !written.subscripts.empty() &&
        written.subscripts.size() == program.arrays[written.array].extents.size();
    const std::optional<std::size_t> read =
        is_element ? sure_read(statement, *guarded->condition, written) : std::nullopt;
    return read ? std::optional(Selection{guarded->condition, *assignment, target->access, *read})
                : std::nullopt;
}

/// Whether a part of a value has a type that C converts to that of an element beside it.
bool converts_to(const std::string &type, const program::Program &program,
                 const program::Statement &statement, const Expression &part)
{
    if (const std::optional<std::size_t> access = program::access_named_by(part))
        if (program.arrays[statement.accesses[*access].array].element_type == type)
            return true;
    return program::value_type(program, statement, part).is_integer();
}

/// A value as another operand of `?:` may have it beside an element: neither is rounded before the
/// assignment. Nothing for calls, and where types are not known.
ExpressionPtr value_beside(const program::Program &program, const program::Statement &statement,
                           const Selection &selection)
{
    const program::Array &array = program.arrays[statement.accesses[selection.write].array];
    const program::ValueType type = program::element_type(program, array);
    const ExpressionPtr &value = selection.assignment.value;
    bool is_plain = true, keeps_type = true;
    program::for_each_part(*value, [&](const Expression &part) {
        is_plain = is_plain && !std::holds_alternative<program::CallOperation>(part.node);
        const bool is_operation = std::holds_alternative<program::BinaryOperation>(part.node) ||
                                  std::holds_alternative<program::UnaryOperation>(part.node);
        keeps_type = keeps_type &&
                     (is_operation || converts_to(array.element_type, program, statement, part));
    });
    if (!is_plain)
        return nullptr;
    if (keeps_type &&
        (!type.is_integer() || program::value_type(program, statement, *value).is_integer()))
        return value;
    return type.kind == Kind::floating || type.is_integer()
               ? program::make_expression(program::CastOperation{array.element_type, value})
               : nullptr;
}

} // namespace

program::Program with_chosen_values(program::Program program)
{
    for (program::Statement &statement : program.statements) {
        const std::optional<Selection> found = selection(program, statement);
        const ExpressionPtr value = found ? value_beside(program, statement, *found) : nullptr;
        if (!value)
            continue;
        const ExpressionPtr kept = program::make_expression(AccessValue{found->read});
        statement.body = program::make_expression(
            Assignment{"=", found->assignment.target,
                       program::make_expression(
                           program::ConditionalOperation{found->condition, value, kept})});
        statement.accesses[found->write].kind = AccessKind::write;
    }
    return program;
}

program::Program with_normal_updates(program::Program program)
{
    return with_chosen_values(with_compound_assignments(std::move(program)));
}

} // namespace espalier::transform
