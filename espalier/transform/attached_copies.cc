#include "espalier/transform/attached_copies.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/statement_order.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <string>
#include <utility>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

/// The one access of a statement to an array that is wanted; null if it has none, or several.
template <class Wanted>
const Access *only_access(const program::Statement &statement, std::size_t array, Wanted is_wanted)
{
    const Access *result = nullptr;
    for (const Access &access : statement.accesses)
        if (uses(access, array) && is_wanted(access)) {
            if (result)
                return nullptr;
            result = &access;
        }
    return result;
}

/// { S[i] -> T[j] }: the instances of a writer for the same elements, in the same iterations of the
/// loops around both.
isl::map writers_of(const Statement &copy, const Access &copied, const Statement &writer,
                    const Access &written)
{
    const isl::map elements =
        copied.relation.intersect_domain(copy.instances)
            .apply_range(written.relation.intersect_domain(writer.instances).reverse());
    const std::size_t outer = copy.depth() - 1;
    return elements.intersect(
        outer_time(copy, outer).apply_range(outer_time(writer, outer).reverse()));
}

/// { [x] -> [t] } of { S[x] -> [t] }, where a statement's iterators are those of its instances.
isl::aff on_iterators(const isl::aff &time, const Statement &statement)
{
    const isl::space iterators =
        isl::manage(isl_space_reset_tuple_id(statement.instances.space().release(), isl_dim_set));
    isl_multi_aff *instances = isl_multi_aff_identity(isl_space_map_from_set(iterators.copy()));
    instances = isl_multi_aff_set_tuple_id(instances, isl_dim_out,
                                           isl_set_get_tuple_id(statement.instances.get()));
    return time.pullback(isl::manage(instances));
}

/// Whether the iterators of a statement are those of its instances, in their order.
bool has_plain_iterators(const Statement &statement)
{
    const isl::multi_pw_aff plain =
        statement.instances.space().identity_multi_pw_aff_on_domain().reset_range_tuple_id();
    return isl_multi_pw_aff_is_equal(statement.iterators.get(), plain.get()) == isl_bool_true;
}

} // namespace

std::optional<MatrixView> with_copy_attached(const MatrixView &view, const Beta &copy,
                                             const Beta &writer, std::size_t array)
{
    const Statement &moving = *statements_in(view, copy).front(),
                    &staying = *statements_in(view, writer).front();
    const Beta loop = enclose(copy);
    if (copy.size() != writer.size() || enclose(loop) != enclose(writer, 2) ||
        statements_in(view, loop).size() != 1 || !has_plain_iterators(moving))
        return std::nullopt;
    const auto is_any = [](const Access &) { return true; };
    const auto is_write = [](const Access &access) { return access.kind == AccessKind::write; };
    const Access *copied = only_access(program_statement(view.program, moving), array, is_any);
    const Access *written = only_access(program_statement(view.program, staying), array, is_write);
    if (!copied || !written)
        return std::nullopt;
    const isl::map writers = writers_of(moving, *copied, staying, *written);
    if (writers.is_empty() || !writers.is_single_valued() || !writers.is_injective())
        return std::nullopt;
    const isl::set joining = writers.domain();
    const std::optional<isl::aff> time = presburger::affine_on(
        staying.time(staying.depth() - 1).pullback(writers.as_pw_multi_aff()), joining);
    if (!time)
        return std::nullopt;

    const bool is_before = copied->kind != AccessKind::read;
    const std::string writer_label = staying.label;
    const isl::set instances = moving.instances;
    MatrixView result = split(view, loop, [&](const MatrixView &, const Statement &) {
        return instances.subtract(joining);
    });
    Beta block = loop;
    ++block.back();
    Statement &joined = *statements_in_loop(result, block).front();
    joined.rows.back().time = on_iterators(*time, joined);
    Beta target = labelled(result, writer_label).beta;
    target.back() += is_before ? 0 : 1;
    return motion(std::move(result), block, target);
}

} // namespace espalier::transform
