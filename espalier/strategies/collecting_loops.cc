#include "espalier/strategies/collecting_loops.h"

#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <optional>

namespace espalier::strategies {

namespace {

/// Whether a statement updates a reduction in some of the instances.
bool updates(const program::Statement &statement, const program::Reduction &reduction,
             const isl::union_set &instances)
{
    return !instances.is_disjoint(statement.domain.to_union_set()) &&
           std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
               return reduction.has(access.reference);
           });
}

/// Whether all elements of an array are touched whenever some instance runs, so that combining the
/// copies does not touch more than the source.
bool touches_all(const program::Program &program, const program::Reduction &reduction,
                 const isl::union_set &instances)
{
    std::optional<isl::set> touched;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            isl::set here = access.relation.domain();
            isl::union_set running = instances.intersect(here.to_union_set());
            if (!reduction.has(access.reference) || running.is_empty())
                continue;
            isl::set part = access.relation.intersect_domain(running.as_set()).range();
            touched = touched ? touched->unite(part) : part;
        }
    if (!touched)
        return false;
    std::optional<isl::set> all =
        program::declared_elements(program.arrays[reduction.array], touched->space());
    return all && all->intersect_params(touched->params()).is_subset(*touched);
}

bool pays(const program::Program &program, const program::Reduction &reduction,
          const isl::union_set &instances, std::size_t outer_loops)
{
    const program::Array &array = program.arrays[reduction.array];
    std::size_t inner_loops = 0;
    for (const program::Statement &statement : program.statements)
        if (statement.iterators.size() > outer_loops && updates(statement, reduction, instances))
            inner_loops = std::max(inner_loops, statement.iterators.size() - outer_loops);
    if (!program::copied_extents(array))
        return false;
    if (array.extents.empty())
        return outer_loops == 0 || inner_loops > 1;
    return inner_loops > array.extents.size() && touches_all(program, reduction, instances);
}

} // namespace

bool pays(const program::Program &program, const schedule::Privatization &own,
          const isl::union_set &instances, std::size_t outer_loops)
{
    return std::ranges::all_of(own.reductions, [&](const program::Reduction &reduction) {
        return pays(program, reduction, instances, outer_loops);
    });
}

bool collects_array(const program::Program &program, const schedule::Privatization &own)
{
    return std::ranges::any_of(own.reductions, [&](const program::Reduction &reduction) {
        return !program.arrays[reduction.array].extents.empty();
    });
}

} // namespace espalier::strategies
