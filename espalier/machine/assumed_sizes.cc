#include "espalier/machine/assumed_sizes.h"

#include <isl/set.h>
#include <isl/val.h>

namespace espalier::machine {

namespace {

/// { : p = value }, of the parameter at `position`.
isl::set fixed(const isl::set &set, unsigned position, long value)
{
    return isl::manage(isl_set_fix_si(set.copy(), isl_dim_param, position, int(value)));
}

/// The values of one parameter: { [p] }.
isl::set values_of(const isl::set &set, unsigned position)
{
    isl_set *moved = isl_set_move_dims(isl_set_from_params(set.copy()), isl_dim_set, 0,
                                       isl_dim_param, position, 1);
    return isl::manage(isl_set_project_out_all_params(moved));
}

/// The value in { [p] } that is nearest to the usual one; nothing if it does not fit an int.
std::optional<long> nearest_to_usual(const isl::set &values)
{
    isl::set less = isl::manage(isl_set_upper_bound_si(values.copy(), isl_dim_set, 0, usual_size));
    isl::set greater =
        isl::manage(isl_set_lower_bound_si(values.copy(), isl_dim_set, 0, usual_size));
    if (less.is_empty() && greater.is_empty())
        return std::nullopt;
    isl::val value = less.is_empty() ? greater.dim_min_val(0) : less.dim_max_val(0);
    constexpr long most = 1'000'000'000;
    bool is_moderate = value.abs().le(isl::val(values.ctx(), most));
    return is_moderate ? std::optional(value.num_si()) : std::nullopt;
}

} // namespace

std::optional<ast::Values> assumed_sizes(const program::Program &program)
{
    isl::set context = program::code_context(program);
    ast::Values result;
    for (const program::Parameter &parameter : program.parameters) {
        int position = isl_set_find_dim_by_id(context.get(), isl_dim_param, parameter.id.get());
        std::optional<long> value =
            position < 0 ? usual_size : nearest_to_usual(values_of(context, unsigned(position)));
        if (!value)
            return std::nullopt;
        if (position >= 0)
            context = fixed(context, unsigned(position), *value);
        result[parameter.id.name()] = *value;
    }
    return result;
}

} // namespace espalier::machine
