#include "espalier/machine/assumed_sizes.h"

#include "espalier/presburger/bounds.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace espalier::machine {

namespace {

constexpr long usual_start = 1;

/// What sizes are divided by where arrays have so many dimensions: these have to fit into memory.
long divisor_for(std::size_t dimensions) { return dimensions <= 2 ? 1 : dimensions == 3 ? 5 : 20; }

/// How many dimensions of an array have no constant size.
std::size_t symbolic_dimensions(const program::Array &array)
{
    constexpr long most = 1'000'000'000;
    return std::size_t(std::ranges::count_if(
        array.extents, [](const auto &extent) { return !program::constant_extent(extent, most); }));
}

/// The most that an array of a program has.
std::size_t most_symbolic_dimensions(const program::Program &program)
{
    std::size_t result = 0;
    for (const program::Array &array : program.arrays)
        result = std::max(result, symbolic_dimensions(array));
    return result;
}

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

/// The value in { [p] } that is nearest to `wish`; nothing if it does not fit an int.
std::optional<long> nearest(const isl::set &values, long wish)
{
    isl::set less = isl::manage(isl_set_upper_bound_si(values.copy(), isl_dim_set, 0, wish));
    isl::set greater = isl::manage(isl_set_lower_bound_si(values.copy(), isl_dim_set, 0, wish));
    if (less.is_empty() && greater.is_empty())
        return std::nullopt;
    isl::val value = less.is_empty() ? greater.dim_min_val(0) : less.dim_max_val(0);
    constexpr long most = 1'000'000'000;
    bool is_moderate = value.abs().le(isl::val(values.ctx(), most));
    return is_moderate ? std::optional(value.num_si()) : std::nullopt;
}

/// What a parameter does to the number of iterations as it grows.
struct Effect {
    bool grows = false, shrinks = false;
};

/// The effects of the parameters in the bounds of a domain's dimensions.
void add_effects(const isl::set &domain, std::map<std::string, Effect> &effects)
{
    const isl::set simple = isl::manage(isl_set_remove_divs(domain.copy()));
    const isl_size dimensions = isl_set_dim(simple.get(), isl_dim_set);
    for (isl_size dimension = 0; dimension < dimensions; ++dimension)
        for (const presburger::Bound &bound : presburger::bounds(simple, unsigned(dimension))) {
            const isl_size parameters = isl_aff_dim(bound.slack.get(), isl_dim_param);
            for (isl_size position = 0; position < parameters; ++position) {
                const int sign =
                    isl_aff_coefficient_sgn(bound.slack.get(), isl_dim_param, position);
                const char *name =
                    isl_aff_get_dim_name(bound.slack.get(), isl_dim_param, unsigned(position));
                Effect &effect = effects[name];
                effect.grows = effect.grows || sign > 0;
                effect.shrinks = effect.shrinks || sign < 0;
            }
        }
}

/// The effects of the parameters on the domains of the statements.
std::map<std::string, Effect> effects_of_parameters(const program::Program &program)
{
    std::map<std::string, Effect> result;
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            add_effects(statement.domain, result);
    return result;
}

/// `set`, or those elements of it that are in `wanted`, if there are any.
isl::set preferring(const isl::set &set, const isl::set &wanted)
{
    const isl::set both = set.intersect(wanted);
    return both.is_empty() ? set : both;
}

/// A subscript in a dimension of constant size.
struct Subscript {
    isl::set domain;   ///< { [i] }
    isl::pw_aff value; ///< { [i] -> [a] }
    long extent;

    /// Whether both say the same of the parameters, as far as that is plain.
    bool says_the_same(const Subscript &other) const
    {
        return extent == other.extent && value.plain_is_equal(other.value) &&
               isl_set_plain_is_equal(domain.get(), other.domain.get());
    }

    /// Values of the parameters with which some iterations are behind the last element: { : ... }.
    isl::set leaving() const
    {
        isl::pw_aff behind = value.add_constant(isl::val(value.ctx(), -extent));
        isl_set *result = isl_pw_aff_nonneg_set(behind.release());
        return domain.intersect(isl::manage(result)).params();
    }
};

/// Those of a program; few of the same, since many statements have the same loops around.
std::vector<Subscript> bounded_subscripts(const program::Program &program)
{
    std::vector<Subscript> result;
    auto add = [&](Subscript found) {
        if (std::ranges::none_of(
                result, [&](const Subscript &other) { return found.says_the_same(other); }))
            result.push_back(std::move(found));
    };
    for (const program::Statement &statement : program.statements) {
        if (statement.is_kill())
            continue;
        const isl::set domain = isl::manage(isl_set_reset_tuple_id(statement.domain.copy()));
        for (const program::Access &access : statement.accesses)
            for (std::size_t k = 0; k < access.subscripts.size(); ++k) {
                const auto &extent = program.arrays[access.array].extents[k];
                if (auto size = program::constant_extent(extent, usual_size))
                    add({domain,
                         isl::manage(
                             isl_pw_aff_reset_tuple_id(access.subscripts[k].copy(), isl_dim_in)),
                         *size});
            }
    }
    return result;
}

/// Values of the parameters with which all statements are executed, and subscripts stay in what
/// arrays have of constant size, as far as some do so together: { : ... }.
isl::set busy_context(const program::Program &program)
{
    isl::set result = program::code_context(program);
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            result = preferring(result, statement.domain.params());
    for (const Subscript &subscript : bounded_subscripts(program))
        if (const isl::set leaving = subscript.leaving(); !leaving.is_empty())
            result = preferring(result, leaving.complement());
    return result;
}

} // namespace

AssumedSizes::AssumedSizes(const program::Program &program)
    : context_(busy_context(program)), divisor_(divisor_for(most_symbolic_dimensions(program)))
{
    std::map<std::string, Effect> effects = effects_of_parameters(program);
    for (const program::Parameter &parameter : program.parameters) {
        const Effect &effect = effects[parameter.id.name()];
        parameters_.push_back({parameter.id.name(), effect.grows, effect.shrinks});
    }
}

std::optional<ast::Values> AssumedSizes::values(long usual) const
{
    return values(usual, isl::set::universe(context_.space()));
}

std::optional<ast::Values> AssumedSizes::values(long usual, const isl::set &where) const
{
    const long size = std::max(1L, usual / divisor_);
    isl::set context = context_.intersect(where);
    ast::Values result;
    for (const Parameter &parameter : parameters_) {
        const int position =
            isl_set_find_dim_by_name(context.get(), isl_dim_param, parameter.name.c_str());
        const long wish = !parameter.shrinks ? size : parameter.grows ? size / 2 : usual_start;
        std::optional<long> value =
            position < 0 ? wish : nearest(values_of(context, unsigned(position)), wish);
        if (!value)
            return std::nullopt;
        if (position >= 0)
            context = fixed(context, unsigned(position), *value);
        result[parameter.name] = *value;
    }
    return result;
}

std::optional<ast::Values> assumed_sizes(const program::Program &program)
{
    return AssumedSizes(program).values(usual_size);
}

} // namespace espalier::machine
