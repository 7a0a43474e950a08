#include "espalier/codegen/c/empty_wavefronts.h"

#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

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

/// Whether the first member of a band runs up to a sum of several symbolic constants.
bool is_wavefront(const schedule::Band &band, const isl::union_set &instances)
{
    isl::union_map times = isl::manage(isl_union_map_from_union_pw_aff(band.member(0).release()));
    isl::union_set values = instances.apply(times);
    if (values.is_empty())
        return false;
    isl::basic_set hull =
        isl::manage(isl_set_simple_hull(isl_set_remove_divs(values.as_set().release())));
    bool result = false;
    auto look = [](isl_constraint *constraint, void *user) {
        if (isl_constraint_involves_dims(constraint, isl_dim_set, 0, 1) == isl_bool_true &&
            constants_in(constraint) > 1)
            *static_cast<bool *>(user) = true;
        isl_constraint_free(constraint);
        return isl_stat_ok;
    };
    isl_basic_set_foreach_constraint(hull.get(), look, &result);
    return result;
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

/// Guards on the outermost bands at and below a node.
Cursor guarded(const Cursor &node, const isl::set &context)
{
    if (const schedule::Band *band = band_of(node)) {
        isl::union_set instances = schedule::reaching_instances(node);
        if (!is_wavefront(*band, instances))
            return node;
        isl::set needed = where_not_empty(instances, context);
        bool is_simple = isl_set_n_basic_set(needed.get()) == 1;
        bool is_sure = isl_set_plain_is_universe(needed.get()) == isl_bool_true;
        return is_simple && !is_sure ? schedule::insert_guard(node, needed) : node;
    }
    Cursor here = node;
    for (std::size_t k = 0; k < here.child_count(); ++k)
        here = guarded(here.child(k), context).parent();
    return here;
}

} // namespace

schedule::Tree with_empty_wavefronts_guarded(const schedule::Tree &tree, const isl::set &context)
{
    return guarded(tree.root().child(0), context).tree();
}

} // namespace espalier::codegen
