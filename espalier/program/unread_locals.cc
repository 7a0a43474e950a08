#include "espalier/program/unread_locals.h"

#include <algorithm>
#include <optional>

namespace espalier::program {

namespace {

/// Whether all that a statement writes or kills is among `arrays`.
bool changes_only(const Statement &statement, const std::vector<bool> &arrays)
{
    return std::ranges::all_of(statement.accesses, [&](const Access &access) {
        return access.kind == AccessKind::read || arrays[access.array];
    });
}

/// For each array, whether it is local, and read by nothing but statements that change only such
/// arrays.
std::vector<bool> unread_locals(const Program &program)
{
    std::vector<bool> unread;
    for (const Array &array : program.arrays)
        unread.push_back(array.is_local);
    for (bool is_stable = false; !is_stable;) {
        is_stable = true;
        for (const Statement &statement : program.statements)
            if (!changes_only(statement, unread))
                for (const Access &access : statement.accesses)
                    if (access.kind == AccessKind::read && unread[access.array])
                        is_stable = unread[access.array] = false;
    }
    return unread;
}

/// The part of a nest whose statements have a new position; nothing if there is none.
std::optional<Nest> kept_part(Nest nest, const std::vector<std::optional<std::size_t>> &positions)
{
    if (nest.kind == Nest::Kind::statement) {
        if (!positions[nest.statement])
            return std::nullopt;
        nest.statement = *positions[nest.statement];
        return nest;
    }
    std::vector<Nest> children;
    for (Nest &child : nest.children)
        if (std::optional<Nest> kept = kept_part(std::move(child), positions))
            children.push_back(std::move(*kept));
    nest.children = std::move(children);
    return nest.children.empty() ? std::nullopt : std::optional(std::move(nest));
}

} // namespace

Program without_unread_locals(Program program)
{
    const std::vector<bool> unread = unread_locals(program);
    std::vector<Statement> kept;
    std::vector<std::optional<std::size_t>> positions;
    for (const Statement &statement : program.statements) {
        bool goes = changes_only(statement, unread);
        positions.push_back(goes ? std::nullopt : std::optional(kept.size()));
        if (!goes)
            kept.push_back(statement);
    }
    if (std::ranges::all_of(kept, &Statement::is_kill))
        return program;
    program.statements = std::move(kept);
    program.nest = kept_part(std::move(program.nest), positions).value();
    return program;
}

} // namespace espalier::program
