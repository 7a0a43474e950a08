#include "espalier/codegen/c/empty_loops.h"

#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <map>
#include <string>

namespace espalier::codegen {

namespace {

using schedule::Cursor;

/// How many symbolic constants bound the only dimension of a set in a constraint.
long constants_in(const isl_constraint *bound)
{
    long result = 0;
    auto *constraint = const_cast<isl_constraint *>(bound);
    auto count = unsigned(isl_constraint_dim(constraint, isl_dim_param));
    for (unsigned k = 0; k < count; ++k)
        result += isl_constraint_involves_dims(constraint, isl_dim_param, k, 1) == isl_bool_true;
    return result;
}

/// { [t] }: bounds of the values of the first member of a band.
/// \param instances  not empty
isl::basic_set first_values(const schedule::Band &band, const isl::union_set &instances)
{
    isl::union_map times = isl::manage(isl_union_map_from_union_pw_aff(band.member(0).release()));
    isl::set values = instances.apply(times).as_set();
    return isl::manage(isl_set_simple_hull(isl_set_remove_divs(values.release())));
}

/// Calls `action` with each constraint of { [t] } that involves t.
template <typename Action>
void foreach_bound(const isl::basic_set &values, Action action)
{
    auto look = [](isl_constraint *constraint, void *user) {
        if (isl_constraint_involves_dims(constraint, isl_dim_set, 0, 1) == isl_bool_true)
            (*static_cast<Action *>(user))(constraint);
        isl_constraint_free(constraint);
        return isl_stat_ok;
    };
    isl_basic_set_foreach_constraint(values.get(), look, &action);
}

/// Whether values run up to a sum of several symbolic constants.
bool is_wavefront(const isl::basic_set &values)
{
    bool result = false;
    foreach_bound(values,
                  [&](const isl_constraint *bound) { result = result || constants_in(bound) > 1; });
    return result;
}

/// { : ... }: where a loop has iterations, as far as its own bounds tell.
isl::set where_entered(const isl::basic_set &values)
{
    isl::basic_set bounded =
        isl::manage(isl_basic_set_universe(isl_basic_set_get_space(values.get())));
    foreach_bound(values, [&](isl_constraint *bound) {
        bounded = isl::manage(
            isl_basic_set_add_constraint(bounded.release(), isl_constraint_copy(bound)));
    });
    return isl::set(bounded).params();
}

/// How many loops around each statement of the source, from the outermost one on, bands run over.
using LoopsBegun = std::map<std::string, unsigned>;

/// Whether a member of a band runs over a loop of the source in the values of which none of the
/// members before it has fixed that of a loop around it.
bool skips_loop(const isl::union_pw_aff &member, LoopsBegun &begun)
{
    isl::pw_aff_list functions = isl::manage(isl_union_pw_aff_get_pw_aff_list(member.get()));
    for (int k = 0; k < static_cast<int>(functions.size()); ++k) {
        isl::pw_aff function = functions.at(k);
        isl::id statement = isl::manage(isl_pw_aff_get_tuple_id(function.get(), isl_dim_in));
        unsigned &next = begun[statement.name()];
        auto count = unsigned(isl_pw_aff_dim(function.get(), isl_dim_in));
        for (unsigned d = next; d < count; ++d) {
            if (isl_pw_aff_involves_dims(function.get(), isl_dim_in, d, 1) != isl_bool_true)
                continue;
            if (d > next)
                return true;
            ++next;
        }
    }
    return false;
}

/// Whether bands at and below a node run over loops in another order than the source.
bool takes_other_order(const Cursor &node, LoopsBegun begun)
{
    if (node.is<schedule::Band>()) {
        const auto &band = node.as<schedule::Band>();
        for (std::size_t k = 0; k < band.size(); ++k)
            if (skips_loop(band.member(k), begun))
                return true;
    }
    for (std::size_t k = 0; k < node.child_count(); ++k)
        if (takes_other_order(node.child(k), begun))
            return true;
    return false;
}

/// { : ... }: where a set has elements, without what the context says.
isl::set where_not_empty(const isl::union_set &instances, const isl::set &context)
{
    isl::set needed = isl::manage(isl_union_set_params(instances.copy()));
    return needed.intersect(context).coalesce().gist(context);
}

/// The band that a node is, or that only marks stand above; null if there is none.
const schedule::Band *band_of(const Cursor &node)
{
    if (node.is<schedule::Mark>())
        return band_of(node.child(0));
    bool has_members = node.is<schedule::Band>() && node.as<schedule::Band>().size() > 0;
    return has_members ? &node.as<schedule::Band>() : nullptr;
}

long constants_in(const isl::set &set)
{
    long result = 0;
    auto count = unsigned(isl_set_dim(set.get(), isl_dim_param));
    for (unsigned k = 0; k < count; ++k)
        result += isl_set_involves_dims(set.get(), isl_dim_param, k, 1) == isl_bool_true;
    return result;
}

/// A guard on an outermost band where one is needed: if there is one symbolic constant only, all
/// loops are empty together.
Cursor band_guarded(const Cursor &node, const schedule::Band &band, const isl::set &context)
{
    isl::union_set instances = schedule::reaching_instances(node);
    if (instances.is_empty())
        return node;
    isl::basic_set values = first_values(band, instances);
    if (!is_wavefront(values) && !takes_other_order(node, {}))
        return node;
    if (constants_in(where_not_empty(instances, context)) < 2)
        return node;
    isl::set needed = where_not_empty(instances, context.intersect(where_entered(values)));
    bool is_simple = isl_set_n_basic_set(needed.get()) == 1;
    bool is_sure = isl_set_plain_is_universe(needed.get()) == isl_bool_true;
    return is_simple && !is_sure ? schedule::insert_guard(node, needed) : node;
}

/// Guards on the outermost bands at and below a node.
Cursor guarded(const Cursor &node, const isl::set &context)
{
    if (const schedule::Band *band = band_of(node))
        return band_guarded(node, *band, context);
    Cursor here = node;
    for (std::size_t k = 0; k < here.child_count(); ++k)
        here = guarded(here.child(k), context).parent();
    return here;
}

} // namespace

schedule::Tree with_empty_loops_guarded(const schedule::Tree &tree, const isl::set &context)
{
    return guarded(tree.root().child(0), context).tree();
}

} // namespace espalier::codegen
