#pragma once

#include <isl/aff.h>
#include <isl/cpp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

namespace espalier::presburger {

/// \name Functions of isl that its C++ interface lacks.
/// @{

/// isl::aff::add takes equal symbolic constants for granted.
inline isl::aff sum(const isl::aff &one, const isl::aff &other)
{
    isl_aff *left = isl_aff_align_params(one.copy(), isl_aff_get_space(other.get()));
    isl_aff *right = isl_aff_align_params(other.copy(), isl_aff_get_space(left));
    return isl::manage(isl_aff_add(left, right));
}

/// { A -> [b, c] } of { A -> [b] } and { A -> [c] }.
inline isl::map flat_range_product(isl::map first, isl::map second)
{
    return isl::manage(isl_map_flat_range_product(first.release(), second.release()));
}

/// { A -> [] }
inline isl::map from_domain(isl::set set)
{
    return isl::manage(isl_map_from_domain(set.release()));
}

/// { [A -> B] -> A } of { A -> B }.
inline isl::map domain_map(isl::map map) { return isl::manage(isl_map_domain_map(map.release())); }

/// { [A -> B] -> B } of { A -> B }.
inline isl::map range_map(isl::map map) { return isl::manage(isl_map_range_map(map.release())); }

/// { S[i] -> S[j] : i < j } in lexicographic order.
inline isl::map lexicographically_smaller(isl::space space)
{
    return isl::manage(isl_map_lex_lt(space.release()));
}

/// The pairs { A -> B } of which A comes before B at a place { A -> [t]; B -> [t] }.
inline isl::union_map in_order(const isl::union_map &pairs, const isl::multi_union_pw_aff &place)
{
    return isl::manage(isl_union_map_lex_lt_at_multi_union_pw_aff(pairs.copy(), place.copy()));
}

/// The pairs { A -> B } of which A comes after B at a place { A -> [t]; B -> [t] }.
inline isl::union_map in_reverse_order(const isl::union_map &pairs,
                                       const isl::multi_union_pw_aff &place)
{
    return isl::manage(isl_union_map_lex_gt_at_multi_union_pw_aff(pairs.copy(), place.copy()));
}

/// A function that is defined nowhere.
inline isl::union_pw_aff empty_union_pw_aff(isl::ctx ctx)
{
    return isl::manage(isl_union_pw_aff_empty(isl_space_params_alloc(ctx.get(), 0)));
}
/// @}

/// \name Unions in place: unlike with `unite`, the table of parts in `all` is not copied, so that
/// collecting n parts takes time linear in n.
/// @{
inline void add_to(isl::union_set &all, isl::union_set part)
{
    all = isl::manage(isl_union_set_union(all.release(), part.release()));
}

inline void add_to(isl::union_map &all, isl::union_map part)
{
    all = isl::manage(isl_union_map_union(all.release(), part.release()));
}

/// Precondition: the two are defined nowhere together
inline void add_to(isl::union_pw_aff &all, isl::pw_aff part)
{
    isl_union_pw_aff *added = isl_union_pw_aff_from_pw_aff(part.release());
    all = isl::manage(isl_union_pw_aff_union_add(all.release(), added));
}
/// @}

} // namespace espalier::presburger
