#include "espalier/strategies/rows/strip_size.h"

#include "espalier/machine/array_shapes.h"
#include "espalier/strategies/rows/recurrence_search.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"

#include <algorithm>

namespace espalier::strategies {

long strip_size(const program::Program &program,
                const std::vector<const transform::Statement *> &statements,
                const machine::Machine &machine)
{
    double bytes = 1;
    std::size_t depth = 0;
    for (const transform::Statement *statement : statements) {
        depth = std::max(depth, statement->depth());
        for (const program::Access &access :
             transform::program_statement(program, *statement).accesses)
            bytes = std::max(bytes, machine::element_bytes(program, program.arrays[access.array]));
    }
    const bool only_adds = std::ranges::all_of(statements, [&](const auto *statement) {
        return statement->depth() < depth ||
               is_sum_along(transform::program_statement(program, *statement),
                            dimension_of(*statement, depth - 1));
    });
    constexpr double least_bytes = sizeof(float), most_bytes = sizeof(double);
    const double lines = only_adds && bytes <= least_bytes ? 4 : 2;
    return long(lines * double(machine.line) / std::clamp(bytes, least_bytes, most_bytes));
}

bool has_loops_inside(const std::vector<const transform::Statement *> &statements,
                      std::size_t depth)
{
    return std::ranges::any_of(statements, [&](const transform::Statement *statement) {
        return std::any_of(
            statement->rows.begin() + long(depth), statement->rows.end(),
            [](const transform::Row &row) { return row.option != schedule::LoopOption::unroll; });
    });
}

} // namespace espalier::strategies
