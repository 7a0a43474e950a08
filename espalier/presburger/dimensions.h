#pragma once

#include <isl/aff.h>
#include <isl/cpp.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::presburger {

/// \name Sets of unnamed points { [t] } and their dimensions.
/// @{

inline unsigned dimensions(const isl::set &set)
{
    return unsigned(isl_set_dim(set.get(), isl_dim_set));
}

/// The same with the symbolic constants in the order that another set has them in; some functions
/// of isl take it for granted.
inline isl::set aligned(isl::set set, const isl::set &model)
{
    return isl::manage(isl_set_align_params(set.release(), model.space().params().release()));
}

/// { [t, u] } for all u, of one dimension.
inline isl::set lifted(isl::set set, unsigned count = 1)
{
    return isl::manage(isl_set_add_dims(set.release(), isl_dim_set, count));
}

/// { [t] }: the first `count` dimensions; what the others were is left as existential variables.
inline isl::set first_dimensions(isl::set set, unsigned count)
{
    unsigned all = dimensions(set);
    return count == all
               ? set
               : isl::manage(isl_set_project_out(set.release(), isl_dim_set, count, all - count));
}

/// Drops existential variables without explicit representation by Fourier-Motzkin elimination.
inline isl::set without_unknown_divs(isl::set set)
{
    return isl::manage(isl_set_remove_unknown_divs(set.release()));
}

/// The set without one dimension, of which there is some value for each point.
inline isl::set without_dimension(isl::set set, unsigned dimension)
{
    return isl::manage(isl_set_project_out(set.release(), isl_dim_set, dimension, 1));
}

/// { [t] -> [i] } of a set { [t, i] }, i: so many dimensions.
inline isl::map last_by_others(const isl::set &set, unsigned count = 1)
{
    unsigned last = dimensions(set) - count;
    isl_map *result = isl_map_from_range(set.copy());
    return isl::manage(isl_map_move_dims(result, isl_dim_in, 0, isl_dim_out, 0, last));
}

/// Gives every existential variable an explicit representation, which may take more disjuncts.
inline isl::set with_known_divs(isl::set set)
{
    return isl::manage(isl_set_compute_divs(set.release()));
}

/// Drops, by Fourier-Motzkin elimination, integer divisions that depend on one dimension.
inline isl::set without_divs_of(isl::set set, unsigned dimension)
{
    return isl::manage(
        isl_set_remove_divs_involving_dims(set.release(), isl_dim_set, dimension, 1));
}

/// \name Whether each disjunct bounds a dimension, by constants, symbolic constants or other
/// dimensions. isl takes every dimension with a known integer division for bounded.
/// @{
inline bool has_lower_bound(const isl::set &set, unsigned dimension)
{
    isl::set plain = without_divs_of(set, dimension);
    return isl_set_dim_has_lower_bound(plain.get(), isl_dim_set, dimension) == isl_bool_true;
}

inline bool has_upper_bound(const isl::set &set, unsigned dimension)
{
    isl::set plain = without_divs_of(set, dimension);
    return isl_set_dim_has_upper_bound(plain.get(), isl_dim_set, dimension) == isl_bool_true;
}
/// @}

inline bool involves(const isl::set &set, unsigned dimension)
{
    return isl_set_involves_dims(set.get(), isl_dim_set, dimension, 1) == isl_bool_true;
}

/// The constraints that one dimension has no part in.
inline isl::set constraints_without(isl::set set, unsigned dimension)
{
    return isl::manage(
        isl_set_drop_constraints_involving_dims(set.release(), isl_dim_set, dimension, 1));
}

/// The constraints that one dimension has a part in.
inline isl::set constraints_with(isl::set set, unsigned dimension)
{
    return isl::manage(
        isl_set_drop_constraints_not_involving_dims(set.release(), isl_dim_set, dimension, 1));
}

/// How many of the first dimensions a function { [t] -> [v] } depends on: all up to the last that
/// has a part in it.
inline unsigned dimensions_used(const isl::aff &function)
{
    auto count = static_cast<unsigned>(isl_aff_dim(function.get(), isl_dim_in));
    while (count > 0 &&
           isl_aff_involves_dims(function.get(), isl_dim_in, count - 1, 1) != isl_bool_true)
        --count;
    return count;
}

inline bool is_obviously_universe(const isl::set &set)
{
    return isl_set_plain_is_universe(set.get()) == isl_bool_true;
}

inline bool is_obviously_empty(const isl::set &set)
{
    return isl_set_plain_is_empty(set.get()) == isl_bool_true;
}

inline bool is_obviously_equal(const isl::set &first, const isl::set &second)
{
    return isl_set_plain_is_equal(first.get(), second.get()) == isl_bool_true;
}

inline unsigned disjuncts(const isl::set &set) { return unsigned(isl_set_n_basic_set(set.get())); }

/// The same set; isl 0.25 takes 0 for a bound of an empty disjunct, and so may find a wrong one
/// for the set (isl::set::dim_min_val, dim_max_val).
inline isl::set without_empty_disjuncts(const isl::set &set)
{
    isl::set result = isl::set::empty(set.space());
    set.foreach_basic_set([&](const isl::basic_set &part) {
        if (!part.is_empty())
            result = result.unite(isl::set(part));
    });
    return result;
}

/// The constraints that all disjuncts share ("simple hull"), among those of the disjuncts.
inline isl::set shared_constraints(isl::set set)
{
    if (disjuncts(set) == 1)
        return set;
    return isl::set(isl::manage(isl_set_unshifted_simple_hull(set.release())));
}
/// @}

} // namespace espalier::presburger
