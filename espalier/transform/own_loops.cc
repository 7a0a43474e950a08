#include "espalier/transform/own_loops.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/program/kills.h"

#include <utility>

namespace espalier::transform {

namespace {

/// The loops, with the statement that is the next one of the program.
program::Nest add(program::Program &program, program::Statement statement)
{
    program::Nest result;
    result.kind = program::Nest::Kind::statement;
    result.statement = program.statements.size();
    for (std::size_t k = presburger::dimensions(statement.domain); k-- > 0;) {
        program::Nest loop;
        loop.kind = program::Nest::Kind::loop;
        loop.dimension = k;
        loop.place = statement.place;
        loop.children = {std::move(result)};
        result = std::move(loop);
    }
    program.statements.push_back(std::move(statement));
    return result;
}

} // namespace

void add_in_front(program::Program &program, program::Statement statement)
{
    program::Nest all, first = add(program, std::move(statement));
    all.children = {std::move(first), std::move(program.nest)};
    program.nest = std::move(all);
}

void add_behind(program::Program &program, program::Statement statement)
{
    program::Nest all, last = add(program, std::move(statement));
    all.children = {std::move(program.nest), std::move(last)};
    program.nest = std::move(all);
}

void kill_around(program::Program &program, std::size_t array)
{
    add_in_front(program, program::kill_of(program, array));
    add_behind(program, program::kill_of(program, array));
}

} // namespace espalier::transform
