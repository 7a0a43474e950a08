#include "espalier/lowering/empty_loops.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::lowering {

namespace {

using schedule::Cursor;

using Constants = std::set<std::string>;

/// Adds the symbolic constants that stand in a constraint.
void add_constants(isl_constraint *constraint, Constants &result)
{
    auto count = unsigned(isl_constraint_dim(constraint, isl_dim_param));
    for (unsigned k = 0; k < count; ++k)
        if (isl_constraint_involves_dims(constraint, isl_dim_param, k, 1) == isl_bool_true)
            result.insert(isl_constraint_get_dim_name(constraint, isl_dim_param, k));
}

template <typename Action>
void foreach_constraint(const isl::basic_set &set, Action action)
{
    auto look = [](isl_constraint *constraint, void *user) {
        (*static_cast<Action *>(user))(constraint);
        isl_constraint_free(constraint);
        return isl_stat_ok;
    };
    isl_basic_set_foreach_constraint(set.get(), look, &action);
}

/// A convex set around one, without divisions: what takes no longer for many cases.
isl::basic_set hull_of(const isl::set &values)
{
    return isl::manage(isl_set_simple_hull(isl_set_remove_divs(values.copy())));
}

/// Calls `action` with each bound of values, as a constraint.
/// \param values  { [t] }, t: one dimension
template <typename Action>
void foreach_bound(const isl::set &values, Action action)
{
    foreach_constraint(hull_of(values), [&](isl_constraint *constraint) {
        if (isl_constraint_involves_dims(constraint, isl_dim_set, 0, 1) == isl_bool_true)
            action(constraint);
    });
}

/// The symbolic constants in each bound of values.
std::vector<Constants> bounds(const isl::set &values)
{
    std::vector<Constants> result;
    foreach_bound(values,
                  [&](isl_constraint *bound) { add_constants(bound, result.emplace_back()); });
    return result;
}

/// { : ... }: where a loop over values has iterations, as far as its own bounds tell.
isl::set where_entered(const isl::set &values)
{
    isl::basic_set result = isl::manage(isl_basic_set_universe(isl_set_get_space(values.get())));
    foreach_bound(values, [&](isl_constraint *bound) {
        result =
            isl::manage(isl_basic_set_add_constraint(result.release(), isl_constraint_copy(bound)));
    });
    return isl::set(result).params();
}

Constants all_of(std::vector<Constants> parts)
{
    Constants result;
    for (Constants &part : parts)
        result.merge(part);
    return result;
}

isl::pw_aff_list functions_in(const isl::union_pw_aff &member)
{
    return isl::manage(isl_union_pw_aff_get_pw_aff_list(member.get()));
}

/// The loops of the source that a function of instances depends on.
std::vector<unsigned> loops_in(const isl::pw_aff &function)
{
    std::vector<unsigned> result;
    for (unsigned loop = 0; loop < unsigned(isl_pw_aff_dim(function.get(), isl_dim_in)); ++loop)
        if (isl_pw_aff_involves_dims(function.get(), isl_dim_in, loop, 1) == isl_bool_true)
            result.push_back(loop);
    return result;
}

/// { [t] }: the values of the first member of a band.
isl::set first_values(const schedule::Band &band, const isl::union_set &instances)
{
    isl::union_map times = isl::manage(isl_union_map_from_union_pw_aff(band.member(0).release()));
    return instances.apply(times).as_set();
}

/// Whether the first member of a band runs over sums of loop variables, or up to sums of symbolic
/// constants.
/// \param values  first_values()
bool is_wavefront(const schedule::Band &band, const isl::set &values)
{
    isl::pw_aff_list functions = functions_in(band.member(0));
    bool is_sum = false;
    for (int k = 0; k < static_cast<int>(functions.size()); ++k)
        is_sum = is_sum || loops_in(functions.at(k)).size() > 1;
    return is_sum || std::ranges::any_of(bounds(values),
                                         [](const Constants &bound) { return bound.size() > 1; });
}

/// Finds loops of the source that are inside of others in the tree though they are around them in
/// the source: if they are empty, the source does not get to the others.
class MovedLoops {
public:
    explicit MovedLoops(const isl::union_set &instances)
    {
        instances.foreach_set([&](const isl::set &domain) {
            isl::id statement = isl::manage(isl_set_get_tuple_id(domain.get()));
            statements_.emplace(statement.name(), Loops{domain, {}});
        });
    }

    /// The symbolic constants that tell whether such loops are empty, but for those loops that have
    /// iterations wherever the ones have that are around them now.
    Constants constants(const Cursor &node)
    {
        const std::map<std::string, Loops> before = statements_;
        Constants result;
        if (node.is<schedule::Band>()) {
            const auto &band = node.as<schedule::Band>();
            for (std::size_t k = 0; k < band.size(); ++k)
                enter(band.member(k), result);
        }
        for (std::size_t k = 0; k < node.child_count(); ++k)
            result.merge(constants(node.child(k)));
        statements_ = before;
        return result;
    }

private:
    /// A statement, and which loops of the source around it the bands so far run over.
    struct Loops {
        isl::set domain;
        std::set<unsigned> entered;
    };

    void enter(const isl::union_pw_aff &member, Constants &result)
    {
        isl::pw_aff_list functions = functions_in(member);
        for (int k = 0; k < static_cast<int>(functions.size()); ++k) {
            isl::pw_aff function = functions.at(k);
            isl::id statement = isl::manage(isl_pw_aff_get_tuple_id(function.get(), isl_dim_in));
            auto found = statements_.find(statement.name());
            if (found != statements_.end())
                enter(function, found->second, result);
        }
    }

    static void enter(const isl::pw_aff &function, Loops &loops, Constants &result)
    {
        if (has_one_value(function, loops.domain))
            return; // no loop comes of it
        for (unsigned loop : loops_in(function)) {
            loops.entered.insert(loop);
            const isl::set entered = where_entered(values(loops.domain, loop));
            for (unsigned outer = 0; outer < loop; ++outer) {
                if (loops.entered.contains(outer))
                    continue;
                const isl::set needed = values(loops.domain, outer);
                if (!entered.is_subset(where_entered(needed)))
                    result.merge(all_of(bounds(needed)));
            }
        }
    }

    /// Whether a function has the same value for all instances and symbolic constants.
    static bool has_one_value(const isl::pw_aff &function, const isl::set &domain)
    {
        const isl::set values = domain.apply(function.as_map());
        const isl::set hull(hull_of(values));
        return hull.dim_min_val(0).is_int() && hull.dim_max_val(0).is_int() &&
               values.dim_min_val(0).eq(values.dim_max_val(0));
    }

    /// { [t] }: the values of a loop of the source.
    static isl::set values(const isl::set &domain, unsigned loop)
    {
        isl_set *result = isl_set_project_out(domain.copy(), isl_dim_set, loop + 1,
                                              presburger::dimensions(domain) - loop - 1);
        return isl::manage(
            isl_set_reset_tuple_id(isl_set_project_out(result, isl_dim_set, 0, loop)));
    }

    std::map<std::string, Loops> statements_;
};

/// { : ... }: where a set has elements, without what the context says.
isl::set where_not_empty(const isl::union_set &instances, const isl::set &context)
{
    isl::set needed = isl::manage(isl_union_set_params(instances.copy()));
    return needed.coalesce().gist(context);
}

/// { : ... }: the constraints of a convex set that involve some symbolic constant of these, without
/// divisions.
isl::set constraints_on(const Constants &constants, const isl::set &set)
{
    isl::basic_set result = isl::manage(isl_basic_set_universe(isl_set_get_space(set.get())));
    isl::basic_set hull = isl::manage(isl_set_simple_hull(set.copy()));
    foreach_constraint(hull, [&](isl_constraint *constraint) {
        Constants own;
        add_constants(constraint, own);
        const bool has_divisions = isl_constraint_involves_dims(
            constraint, isl_dim_div, 0, unsigned(isl_constraint_dim(constraint, isl_dim_div)));
        if (!has_divisions && std::ranges::any_of(own, [&](const std::string &name) {
                return constants.contains(name);
            }))
            result = isl::manage(
                isl_basic_set_add_constraint(result.release(), isl_constraint_copy(constraint)));
    });
    return isl::set(result);
}

/// The band that a node is, or that only marks stand above; null if there is none.
const schedule::Band *band_of(const Cursor &node)
{
    if (node.is<schedule::Mark>())
        return band_of(node.child(0));
    bool has_members = node.is<schedule::Band>() && node.as<schedule::Band>().size() > 0;
    return has_members ? &node.as<schedule::Band>() : nullptr;
}

/// A guard on an outermost band where one is needed.
Cursor band_guarded(const Cursor &node, const schedule::Band &band, const isl::set &context)
{
    isl::union_set instances = schedule::reaching_instances(node);
    if (instances.is_empty())
        return node;
    isl::set needed = where_not_empty(instances, context);
    if (isl_set_n_basic_set(needed.get()) != 1)
        return node;
    const isl::set values = first_values(band, instances);
    bool is_sure = false;
    if (is_wavefront(band, values)) {
        is_sure = where_entered(values).intersect(context).is_subset(needed);
    } else {
        needed = constraints_on(MovedLoops(instances).constants(node), needed);
        is_sure = isl_set_plain_is_universe(needed.get()) == isl_bool_true;
    }
    return is_sure ? node : schedule::insert_guard(node, needed);
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

} // namespace espalier::lowering
