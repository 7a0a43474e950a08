#include "espalier/presburger/coalesce.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::presburger {

isl::set coalesced(const isl::set &set)
{
    if (isl_set_n_basic_set(set.get()) < 2)
        return set;
    isl::set result = set.coalesce();
    return !set.involves_locals() || result.is_equal(set) ? result : set;
}

isl::map coalesced(const isl::map &map)
{
    if (isl_map_n_basic_map(map.get()) < 2)
        return map;
    isl::map result = map.coalesce();
    return !map.wrap().involves_locals() || result.is_equal(map) ? result : map;
}

isl::pw_aff coalesced(const isl::pw_aff &function)
{
    if (isl_pw_aff_n_piece(function.get()) < 2)
        return function;
    isl::pw_aff result = function.coalesce();
    bool is_right = !function.involves_locals() ||
                    isl_pw_aff_is_equal(result.get(), function.get()) == isl_bool_true;
    return is_right ? result : function;
}

} // namespace espalier::presburger
