#include "espalier/driver/dead_statics.h"

#include "espalier/base/words.h"
#include "espalier/dependence/dependences.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/own_loops.h"

#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>
#include <string>
#include <vector>

namespace espalier::driver {

namespace {

using frontend::Region;

/// The arrays of a region that are a static variable, by position.
std::vector<std::size_t> arrays_of(const Region &region, const std::string &variable)
{
    std::vector<std::size_t> result;
    for (const auto &[array, name] : region.statics)
        if (name == variable)
            result.push_back(array);
    return result;
}

bool contains(const std::vector<std::size_t> &arrays, std::size_t array)
{
    return std::ranges::find(arrays, array) != arrays.end();
}

/// Whether a symbolic constant of a region is a value of a variable.
bool has_constant_of(const program::Program &program, const std::string &variable)
{
    return std::ranges::any_of(program.parameters, [&](const program::Parameter &parameter) {
        return parameter.id.name() == variable ||
               (parameter.reading && contains_word(parameter.reading->value, variable));
    });
}

/// Whether a region reads nothing of some arrays that was there before it.
bool reads_own_values(program::Program program, const std::vector<std::size_t> &arrays)
{
    for (program::Statement &statement : program.statements)
        std::erase_if(statement.accesses, [&](const program::Access &access) {
            return !contains(arrays, access.array);
        });
    const isl::union_map before =
        dependence::analyze_flow(program, schedule::original_schedule(program)).live_in;
    return before.intersect_params(program.context).is_empty();
}

bool is_written(const Region &region, const std::vector<std::size_t> &arrays)
{
    return std::ranges::any_of(region.program.statements, [&](const program::Statement &statement) {
        return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
            return access.kind != program::AccessKind::read && contains(arrays, access.array);
        });
    });
}

/// Whether a place is in a region that has a variable among its arrays, whatever symbolic constants
/// are: where its model would not be exact, its text may read anything.
bool is_modelled(const std::vector<Region> &regions, std::size_t place, const std::string &variable)
{
    return std::ranges::any_of(regions, [&](const Region &region) {
        return region.begin <= place && place < region.end &&
               !arrays_of(region, variable).empty() &&
               region.program.context.is_subset(region.program.assumptions);
    });
}

/// Has no value of an array come into a region, and none go out.
void make_local(program::Program &program, std::size_t array)
{
    program.arrays[array].is_local = program.arrays[array].is_dead_after = true;
    transform::kill_around(program, array);
}

bool is_dead_between(const std::vector<Region> &regions, const std::string &variable)
{
    return std::ranges::all_of(regions, [&](const Region &region) {
        const std::vector<std::size_t> arrays = arrays_of(region, variable);
        return arrays.empty() || (!has_constant_of(region.program, variable) &&
                                  reads_own_values(region.program, arrays));
    });
}

} // namespace

void note_dead_statics(frontend::Extraction &extraction, const presburger::Context &context,
                       unsigned long operations)
{
    std::vector<Region> &regions = extraction.regions;
    std::vector<std::string> dead; // regions are changed once it is known, or not at all
    context.within_budget(operations, [&] {
        for (const auto &[variable, places] : extraction.statics) {
            auto writes = [&](const Region &region) {
                return is_written(region, arrays_of(region, variable));
            };
            auto is_in_model = [&](std::size_t place) {
                return is_modelled(regions, place, variable);
            };
            if (std::ranges::any_of(regions, writes) && std::ranges::all_of(places, is_in_model) &&
                is_dead_between(regions, variable))
                dead.push_back(variable);
        }
    });
    for (const std::string &variable : dead)
        for (Region &region : regions)
            for (const std::size_t array : arrays_of(region, variable))
                make_local(region.program, array);
}

} // namespace espalier::driver
