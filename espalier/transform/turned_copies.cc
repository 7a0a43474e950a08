#include "espalier/transform/turned_copies.h"

#include "espalier/presburger/id.h"
#include "espalier/program/assignments.h"
#include "espalier/program/loops.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <utility>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;
using program::make_expression;
using program::Program;
using program::Statement;

/// `target = value`; nothing if a statement is something else.
struct Copy {
    std::size_t target; ///< position in Statement::accesses
    program::ExpressionPtr value;
};

std::optional<Copy> assignment(const Statement &statement)
{
    const auto *found = program::assignment_of(statement);
    const auto *target = found ? std::get_if<AccessValue>(&found->target->node) : nullptr;
    if (!target || found->op != "=" || statement.accesses[target->access].kind != AccessKind::write)
        return std::nullopt;
    return Copy{target->access, found->value};
}

/// An access of another statement with the same instances.
Access turned(Access access, AccessKind kind, const Statement &statement)
{
    const isl::id name = statement.id();
    access.kind = kind;
    access.reference =
        presburger::make_id(name.ctx(), fmt::format("{}_turned", access.reference.name()));
    access.relation = access.relation.set_domain_tuple(name);
    for (isl::pw_aff &subscript : access.subscripts)
        subscript =
            isl::manage(isl_pw_aff_set_tuple_id(subscript.release(), isl_dim_in, name.copy()));
    return access;
}

/// Turns two statements, if the second one stores what the first one computes.
/// \return whether it does
bool turn(Program &program, Statement &first, Statement &second)
{
    const std::optional<Copy> computed = assignment(first), stored = assignment(second);
    const auto *read = stored ? std::get_if<AccessValue>(&stored->value->node) : nullptr;
    if (!computed || !read || second.accesses.size() != 2 ||
        std::holds_alternative<AccessValue>(computed->value->node))
        return false;
    const Access scalar = first.accesses[computed->target];
    const Access element = second.accesses[stored->target];
    const program::Array &own = program.arrays[scalar.array];
    const program::Array &array = program.arrays[element.array];
    const bool is_copy = own.is_local && own.extents.empty() && !array.extents.empty() &&
                         second.accesses[read->access].array == scalar.array &&
                         own.element_type == array.element_type &&
                         element.subscripts.size() == array.extents.size() &&
                         program::iterations_of(first).is_equal(program::iterations_of(second));
    if (!is_copy)
        return false;
    first.accesses[computed->target] = turned(element, AccessKind::write, first);
    second.accesses = {turned(scalar, AccessKind::write, second),
                       turned(element, AccessKind::read, second)};
    second.accesses.back().relation = element.relation;
    second.body = make_expression(
        Assignment{"=", make_expression(AccessValue{0}), make_expression(AccessValue{1})});
    return true;
}

} // namespace

std::optional<Program> with_copies_turned(const Program &program)
{
    Program result = program;
    bool has_turned = false;
    for (const std::vector<std::size_t> &block : program::blocks(program.nest))
        for (std::size_t k = 1; k < block.size(); ++k)
            has_turned =
                turn(result, result.statements[block[k - 1]], result.statements[block[k]]) ||
                has_turned;
    return has_turned ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace espalier::transform
