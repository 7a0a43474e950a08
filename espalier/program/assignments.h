#pragma once

#include "espalier/program/program.h"

#include <isl/set.h>

#include <cstddef>
#include <optional>

namespace espalier::program {

/// The assignment that a statement is; null if it is a kill, guarded, or more than that.
inline const Assignment *assignment_of(const Statement &statement)
{
    return statement.is_kill() ? nullptr : std::get_if<Assignment>(&statement.body->node);
}

/// The assignment that a statement is, guarded by conditions or not; null if it is a kill, or more
/// than that.
inline const Assignment *assignment_in(const Statement &statement)
{
    const Expression *body = statement.is_kill() ? nullptr : statement.body.get();
    while (const auto *guarded = body ? std::get_if<Guarded>(&body->node) : nullptr)
        body = guarded->statement.get();
    return body ? std::get_if<Assignment>(&body->node) : nullptr;
}

/// The accesses of a statement `to = from`, positions in Statement::accesses.
struct CopyAssignment {
    std::size_t to, from;
};

/// The copy that a statement is; nothing if it is anything else.
inline std::optional<CopyAssignment> copy_assignment_of(const Statement &statement)
{
    const Assignment *assignment = assignment_of(statement);
    if (!assignment || assignment->op != "=")
        return std::nullopt;
    const auto *to = std::get_if<AccessValue>(&assignment->target->node);
    const auto *from = std::get_if<AccessValue>(&assignment->value->node);
    return to && from ? std::optional(CopyAssignment{to->access, from->access}) : std::nullopt;
}

/// { [i] : ... }: the instances of a statement without its name, to compare those of two.
inline isl::set iterations_of(const Statement &statement)
{
    return isl::manage(isl_set_reset_tuple_id(statement.domain.copy()));
}

} // namespace espalier::program
