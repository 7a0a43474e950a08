#include "espalier/targets/device/transfers.h"

#include "espalier/presburger/id.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

namespace espalier::targets {

namespace {

/// { A[a] }
isl::space space_of(const program::Program &program, const program::Array &array)
{
    return program.context.space().params().add_named_tuple(
        presburger::make_id(program.context.ctx(), array.name), unsigned(array.extents.size()));
}

/// { A[a] }: the elements of an array in a relation { [S[i] -> R[]] -> A[a] }.
isl::set elements_in(const isl::union_map &accesses, const isl::space &array)
{
    return isl::manage(isl_union_set_extract_set(accesses.range().get(), array.copy()));
}

/// { A[a] }: all elements of the rows from the first to the last one that some elements are in;
/// nothing if it is not known where they end.
std::optional<isl::set> whole_rows(program::Array array, const isl::set &elements)
{
    const unsigned inner = unsigned(array.extents.size()) - 1;
    const isl::set rows = isl::manage(isl_set_project_out(elements.copy(), isl_dim_set, 1, inner));
    if (!isl_set_dim_is_bounded(rows.get(), isl_dim_set, 0))
        return std::nullopt;
    array.extents.front() =
        program::as_extent(isl::manage(isl_set_dim_max(rows.copy(), 0)).add_constant(1));
    const auto all = program::declared_elements(array, elements.space());
    if (!all)
        return std::nullopt;
    const isl::set from_first = isl::manage(isl_set_reset_tuple_id(rows.copy()))
                                    .apply(isl::map(rows.ctx(), "{ [r] -> [s] : s >= r }"));
    const isl::map row = isl::manage(isl_map_from_pw_aff(
        isl::pw_aff(elements.space().identity_multi_aff_on_domain().at(0)).release()));
    return all->intersect(row.intersect_range(from_first).domain());
}

/// { A[a] }: the elements of an array that the region writes whatever happens.
isl::set surely_written(const program::Program &program, std::size_t array, const isl::space &space)
{
    isl::set result = isl::set::empty(space);
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && access.kind == program::AccessKind::write)
                result = result.unite(access.relation.range());
    return result;
}

} // namespace

Transfer transfer_of(const program::Program &program, const dependence::Dependences &dependences,
                     std::size_t array)
{
    const isl::space space = space_of(program, program.arrays[array]);
    const isl::set back = elements_in(dependences.live_out, space);
    if (back.is_empty())
        return {true, std::nullopt};
    if (!elements_in(dependences.live_in, space).is_empty())
        return {true, back};
    const isl::set possible = program.context.intersect(program.assumptions);
    const auto all = program.arrays[array].extents.empty()
                         ? std::optional(isl::set::universe(space))
                         : whole_rows(program.arrays[array], back.intersect_params(possible));
    const bool is_overwritten =
        all && all->intersect_params(possible).is_subset(surely_written(program, array, space));
    return {!is_overwritten, back};
}

} // namespace espalier::targets
