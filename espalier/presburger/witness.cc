#include "espalier/presburger/witness.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/parameters.h"

#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>

namespace espalier::presburger {

namespace {

/// The same values with the symbolic constants as the first dimensions.
isl::set with_constants_as_dimensions(const isl::set &set, unsigned constants)
{
    isl_set *flat = isl_set_flatten(set.copy());
    return isl::manage(isl_set_move_dims(flat, isl_dim_set, 0, isl_dim_param, 0, constants));
}

/// The part of a set with no negative value in a dimension; all of it if there is none.
isl::set preferably_not_negative(const isl::set &set, unsigned dimension)
{
    isl::set part = isl::manage(isl_set_lower_bound_si(set.copy(), isl_dim_set, dimension, 0));
    return part.is_empty() ? set : part;
}

/// The smallest value of a dimension, if it is bounded from below; else any.
isl::val small_value(const isl::set &set, unsigned dimension)
{
    isl::set parts = without_empty_disjuncts(set);
    isl::val least = isl::manage(isl_set_dim_min_val(parts.release(), int(dimension)));
    if (least.is_int())
        return least;
    isl::point any = set.sample_point();
    return isl::manage(isl_point_get_coordinate_val(any.get(), isl_dim_set, int(dimension)));
}

isl::set fixed(isl::set set, isl_dim_type type, unsigned position, const isl::val &value)
{
    return isl::manage(isl_set_fix_val(set.release(), type, position, value.copy()));
}

} // namespace

std::vector<isl::val> coordinates(const isl::point &point)
{
    isl::space space = isl::manage(isl_point_get_space(point.get()));
    std::vector<isl::val> result;
    for (isl_size k = 0; k < isl_space_dim(space.get(), isl_dim_set); ++k)
        result.push_back(
            isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, int(k))));
    return result;
}

Witness find_witness(const isl::map &relation)
{
    isl::set pairs = relation.wrap();
    std::vector<std::string> names = parameter_names(pairs.space());
    auto constants = unsigned(names.size());
    isl::set all = with_constants_as_dimensions(pairs, constants);
    auto count = unsigned(isl_set_dim(all.get(), isl_dim_set));
    Witness result;
    for (unsigned k = 0; k < count; ++k) {
        all = preferably_not_negative(all, k);
        isl::val value = small_value(all, k);
        all = fixed(all, isl_dim_set, k, value);
        bool is_constant = k < constants;
        if (is_constant && isl_set_involves_dims(pairs.get(), isl_dim_param, k, 1) == isl_bool_true)
            result.constants.emplace_back(names[k], value);
        pairs = fixed(pairs, is_constant ? isl_dim_param : isl_dim_set,
                      is_constant ? k : k - constants, value);
    }
    result.domain = pairs.unwrap().domain();
    result.range = pairs.unwrap().range();
    return result;
}

} // namespace espalier::presburger
