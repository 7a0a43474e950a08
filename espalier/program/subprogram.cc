#include "espalier/program/subprogram.h"

#include <algorithm>
#include <map>
#include <vector>

namespace espalier::program {

namespace {

/// New positions of statements by the old ones.
using Positions = std::map<std::size_t, std::size_t>;

/// What is left of a part of the syntactic order; nothing if none of its statements is.
std::optional<Nest> remaining(const Nest &nest, const Positions &positions)
{
    Nest result = nest;
    if (nest.kind == Nest::Kind::statement) {
        auto found = positions.find(nest.statement);
        if (found == positions.end())
            return std::nullopt;
        result.statement = found->second;
        return result;
    }
    result.children.clear();
    for (const Nest &child : nest.children)
        if (std::optional<Nest> part = remaining(child, positions))
            result.children.push_back(std::move(*part));
    return result.children.empty() ? std::nullopt : std::optional(std::move(result));
}

} // namespace

Program with_statements(Program program, const std::set<std::string> &names)
{
    std::vector<Statement> kept;
    Positions positions;
    for (std::size_t k = 0; k < program.statements.size(); ++k)
        if (names.contains(program.statements[k].name())) {
            positions[k] = kept.size();
            kept.push_back(std::move(program.statements[k]));
        }
    program.statements = std::move(kept);
    program.nest = remaining(program.nest, positions).value_or(Nest());
    return program;
}

Program subprogram(const Program &program, const std::set<std::string> &names)
{
    std::vector<bool> is_shared(program.arrays.size(), false);
    for (const Statement &statement : program.statements)
        if (!statement.is_kill() && !names.contains(statement.name()))
            for (const Access &access : statement.accesses)
                is_shared[access.array] = true;
    std::set<std::string> all = names;
    for (const Statement &statement : program.statements)
        if (statement.is_kill() &&
            std::ranges::none_of(statement.accesses,
                                 [&](const Access &access) { return is_shared[access.array]; }))
            all.insert(statement.name());
    Program result = with_statements(program, all);
    for (std::size_t array = 0; array < result.arrays.size(); ++array)
        result.arrays[array].is_local = result.arrays[array].is_local && !is_shared[array];
    return result;
}

} // namespace espalier::program
