#pragma once

#include <isl/cpp.h>
#include <isl/space.h>

#include <string>
#include <vector>

namespace espalier::presburger {

/// The names of the symbolic constants of a space, in their order there.
inline std::vector<std::string> parameter_names(const isl::space &space)
{
    std::vector<std::string> result;
    for (isl_size k = 0; k < isl_space_dim(space.get(), isl_dim_param); ++k)
        result.emplace_back(isl_space_get_dim_name(space.get(), isl_dim_param, unsigned(k)));
    return result;
}

/// Whether a symbolic constant has a part in a set.
inline bool involves(const isl::set &set, const isl::id &constant)
{
    const int position = isl_set_find_dim_by_id(set.get(), isl_dim_param, constant.get());
    return position >= 0 &&
           isl_set_involves_dims(set.get(), isl_dim_param, unsigned(position), 1) == isl_bool_true;
}

} // namespace espalier::presburger
