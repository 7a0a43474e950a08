#include "espalier/program/unread_locals.h"

#include "espalier/program/subprogram.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace espalier::program {

namespace {

/// Whether all that a statement writes or kills is among `arrays`.
bool changes_only(const Statement &statement, const std::vector<bool> &arrays)
{
    return std::ranges::all_of(statement.accesses, [&](const Access &access) {
        return access.kind == AccessKind::read || arrays[access.array];
    });
}

/// For each array, whether no value of it leaves the region, and it is read by nothing but
/// statements that change only such arrays.
std::vector<bool> unread_locals(const Program &program)
{
    std::vector<bool> unread;
    for (const Array &array : program.arrays)
        unread.push_back(array.is_local || array.is_dead_after);
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

} // namespace

bool changes_nothing(const Program &program)
{
    const std::vector<bool> unread = unread_locals(program);
    return std::ranges::all_of(program.statements, [&](const Statement &statement) {
        return statement.is_kill() || changes_only(statement, unread);
    });
}

Program without_unread_locals(Program program)
{
    const std::vector<bool> unread = unread_locals(program);
    std::set<std::string> kept;
    bool is_empty = true;
    for (const Statement &statement : program.statements)
        if (!changes_only(statement, unread)) {
            kept.insert(statement.name());
            is_empty = is_empty && statement.is_kill();
        }
    return is_empty ? program : with_statements(std::move(program), kept);
}

} // namespace espalier::program
