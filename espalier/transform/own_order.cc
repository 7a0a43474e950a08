#include "espalier/transform/own_order.h"

#include "espalier/program/kills.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/own_loops.h"

#include <algorithm>
#include <functional>

namespace espalier::transform {

namespace {

using program::Nest;

/// \param statements  all with the same first entries of their beta vectors, in their order
Nest nest_of(const program::Program &program, const std::vector<const Statement *> &statements,
             std::size_t depth)
{
    Nest result;
    for (auto first = statements.begin(); first != statements.end();) {
        const auto end = std::find_if(first, statements.end(), [&](const Statement *one) {
            return one->beta[depth] != (*first)->beta[depth];
        });
        Nest child;
        if ((*first)->depth() == depth) {
            child.kind = Nest::Kind::statement;
            child.statement =
                std::size_t(&program_statement(program, **first) - program.statements.data());
        } else {
            child.kind = Nest::Kind::loop;
            child.dimension = depth;
            child.children.push_back(nest_of(program, {first, end}, depth + 1));
        }
        result.children.push_back(std::move(child));
        first = end;
    }
    return result;
}

} // namespace

program::Program with_own_order(const MatrixView &view)
{
    program::Program result = view.program;
    std::erase_if(result.statements, std::mem_fn(&program::Statement::is_kill));
    result.nest = nest_of(result, statements_in(view, {}), 0);
    for (std::size_t array = 0; array < result.arrays.size(); ++array)
        if (result.arrays[array].is_local) {
            add_in_front(result, program::kill_of(result, array));
            add_behind(result, program::kill_of(result, array));
        }
    return result;
}

} // namespace espalier::transform
