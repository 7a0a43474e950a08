#include "espalier/strategies/devices/own_elements.h"

#include "espalier/schedule/queries.h"
#include "espalier/strategies/devices/added_statements.h"
#include "espalier/strategies/devices/tile_accesses.h"
#include "espalier/transform/arrays.h"

#include <isl/set.h>
#include <isl/union_set.h>

#include <algorithm>
#include <vector>

namespace espalier::strategies {

namespace {

using schedule::Cursor;

bool uses(const program::Statement &statement, std::size_t array)
{
    return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
        return transform::uses(access, array);
    });
}

/// How many parts of what is done for points use an array.
std::size_t parts_with(const program::Program &program, const Cursor &points, std::size_t array)
{
    const Cursor sequence = points.child(0);
    if (!sequence.is<schedule::Sequence>())
        return 1;
    std::size_t result = 0;
    for (std::size_t k = 0; k < sequence.child_count(); ++k) {
        const isl::union_set part = schedule::reaching_instances(sequence.child(k).child(0));
        result += std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
            return !statement.is_kill() && uses(statement, array) &&
                   !isl::union_set(statement.domain).intersect(part).is_empty();
        });
    }
    return result;
}

/// Whether all instances that use an array are points'.
bool is_used_by_points_alone(const program::Program &program, const isl::union_set &instances,
                             std::size_t array)
{
    return std::ranges::all_of(program.statements, [&](const program::Statement &statement) {
        return statement.is_kill() || !uses(statement, array) ||
               isl::union_set(statement.domain).is_subset(instances);
    });
}

/// Has references name the element of the thread's point.
void name_elements(program::Program &program, const isl::multi_union_pw_aff &points,
                   std::size_t array, std::size_t elements, const BlockTile &tile)
{
    for (program::Statement &statement : program.statements)
        for (program::Access &access : statement.accesses)
            if (!statement.is_kill() && transform::uses(access, array))
                transform::set_element(
                    program, access, elements,
                    list(registers(tile, functions_on(points, statement.domain.space()))));
}

} // namespace

std::optional<OwnElements> with_own_elements(const program::Program &program, const Cursor &points,
                                             const std::set<std::size_t> &own,
                                             const BlockTile &tile)
{
    OwnElements result{program, {}};
    const isl::union_set instances = schedule::reaching_instances(points);
    for (const std::size_t array : own) {
        if (parts_with(program, points, array) < 2)
            continue;
        const program::Array &one = program.arrays[array];
        if (!one.extents.empty() || !is_used_by_points_alone(program, instances, array))
            return std::nullopt;
        const std::size_t elements =
            add_array(result.program, one.name + "_own", array, tile.points);
        name_elements(result.program, points.as<schedule::Band>().schedule, array, elements, tile);
        result.arrays.insert(elements);
    }
    return result;
}

} // namespace espalier::strategies
