#include "espalier/strategies/devices/device_storage.h"

#include "espalier/schedule/original.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/expansion.h"
#include "espalier/transform/input_copy.h"

#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>
#include <optional>

namespace espalier::strategies {

namespace {

/// Elements of arrays that threads may have in registers, each its own.
constexpr long few_elements = 64;

bool is_small(const program::Array &array)
{
    long result = 1;
    for (const std::optional<isl::pw_aff> &extent : array.extents)
        result *= program::constant_extent(extent, few_elements).value_or(few_elements + 1);
    return result <= few_elements;
}

/// The instances of statements that use an array.
isl::union_set instances_with(const program::Program &program, std::size_t array)
{
    isl::union_set result = isl::union_set::empty(program.context.ctx());
    for (const program::Statement &statement : program.statements)
        if (std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
                return transform::uses(access, array);
            }))
            result = result.unite(isl::union_set(statement.domain));
    return result;
}

isl::union_map all(const dependence::Dependences &dependences)
{
    return dependences.flow.unite(dependences.false_dependences());
}

/// Whether dependences among some instances stay in one iteration of so many outermost loops.
bool stay_in_iterations(const isl::union_map &dependences, const isl::union_set &instances,
                        std::size_t loops)
{
    bool result = true;
    dependence::untagged(dependences)
        .intersect_domain(instances)
        .intersect_range(instances)
        .foreach_map([&](const isl::map &pairs) {
            isl::map same = pairs;
            for (int k = 0; k < int(loops); ++k)
                same = isl::manage(isl_map_equate(same.release(), isl_dim_in, k, isl_dim_out, k));
            result = result && pairs.is_subset(same);
        });
    return result;
}

std::optional<OrderedProgram> with_expanded(const OrderedProgram &given, std::size_t array)
{
    const program::Array &one = given.program.arrays[array];
    if (one.extents.empty() || is_small(one) || !transform::is_written(given.program, array))
        return std::nullopt;
    std::optional<transform::Expansion> made =
        transform::expanded(given.program, given.dependences, array);
    if (!made)
        return std::nullopt;
    const isl::union_set instances = instances_with(given.program, array);
    if (stay_in_iterations(all(given.dependences), instances, made->loops))
        return std::nullopt;
    OrderedProgram result = ordered(std::move(made->program));
    if (!stay_in_iterations(all(result.dependences), instances, made->loops))
        return std::nullopt;
    return result;
}

} // namespace

OrderedProgram ordered(program::Program program)
{
    schedule::Tree original = schedule::original_schedule(program);
    dependence::Dependences dependences = dependence::analyze(program, original);
    return {std::move(program), std::move(original), std::move(dependences)};
}

OrderedProgram with_device_storage(OrderedProgram given)
{
    const std::size_t arrays = given.program.arrays.size();
    for (std::size_t array = 0; array < arrays; ++array)
        if (std::optional<OrderedProgram> made = with_expanded(given, array))
            given = std::move(*made);
    for (std::size_t array = 0; array < arrays; ++array)
        if (auto made = transform::with_input_copy(given.program, given.dependences, array))
            given = ordered(std::move(*made));
    return given;
}

} // namespace espalier::strategies
