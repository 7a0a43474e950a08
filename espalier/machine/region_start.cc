#include "espalier/machine/region_start.h"

#include "espalier/machine/array_shapes.h"

#include <algorithm>

namespace espalier::machine {

namespace {

/// What a check of two pieces of memory takes, and one of rows for each of them, which are sorted,
/// and memory that is got and given back, in starts of a region.
constexpr double disjoint_check = 0.2, row_check = 4, allocation = 8;

/// Whether an array of the code's own gets memory when it runs.
bool is_allocated(const program::Array &array)
{
    constexpr long most = 1L << 20;
    return array.is_declared_by_extents &&
           !std::ranges::all_of(array.extents, [](const std::optional<isl::pw_aff> &extent) {
               return program::constant_extent(extent, most).has_value();
           });
}

} // namespace

double region_start_cycles(const program::Program &program, const Machine &machine,
                           const ast::Values &sizes)
{
    double starts =
        1 + disjoint_check * double(program.may_overlap.size() + program.may_change.size());
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        const double rows = program.arrays[array].pointer_dimensions > 0
                                ? accessed_length(program, array, 0, sizes)
                                : 0;
        starts += row_check * rows;
    }
    if (std::ranges::any_of(program.arrays, is_allocated))
        starts += allocation;
    return starts * double(machine.region_start);
}

} // namespace espalier::machine
