#pragma once

#include <isl/aff.h>
#include <isl/cpp.h>
#include <isl/map.h>
#include <isl/space.h>

namespace espalier::presburger {

/// \name Functions of isl that its C++ interface lacks.
/// @{

/// { A -> [b, c] } of { A -> [b] } and { A -> [c] }.
inline isl::map flat_range_product(isl::map first, isl::map second)
{
    return isl::manage(isl_map_flat_range_product(first.release(), second.release()));
}

/// A function that is defined nowhere.
inline isl::union_pw_aff empty_union_pw_aff(isl::ctx ctx)
{
    return isl::manage(isl_union_pw_aff_empty(isl_space_params_alloc(ctx.get(), 0)));
}
/// @}

} // namespace espalier::presburger
