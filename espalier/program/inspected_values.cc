#include "espalier/program/inspected_values.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace espalier::program {

namespace {

constexpr int int_bits = 32;

bool is_one_value(const InspectedValues &values)
{
    return values.range.least == values.range.greatest;
}

/// Whether a set { [v] } has all numbers between any two of it.
bool is_interval(const isl::set &values)
{
    const isl::map below = isl::manage(isl_map_lex_le(values.space().release()));
    const isl::set above = values.apply(below);
    const isl::set between = above.intersect(values.apply(below.reverse()));
    return between.is_subset(values);
}

InspectedBound sum(InspectedBound one, const InspectedBound &other)
{
    one.known = one.known.add(other.known).coalesce();
    one.terms.insert(one.terms.end(), other.terms.begin(), other.terms.end());
    return one;
}

/// \return nothing if a factor does not fit into an `int`
std::optional<InspectedBound> scaled(InspectedBound bound, long factor)
{
    constexpr long most = std::numeric_limits<int>::max();
    bound.known = isl::manage(
        isl_pw_aff_scale_val(bound.known.release(), isl::val(bound.known.ctx(), factor).release()));
    for (InspectedTerm &term : bound.terms) {
        term.factor *= factor;
        if (std::abs(term.factor) > most)
            return std::nullopt;
    }
    return bound;
}

bool is_size(const ValueType &type)
{
    return type.kind == ValueType::Kind::named &&
           (type.name == "size_t" || type.name == "ptrdiff_t" || type.name == "ssize_t");
}

} // namespace

InspectedBound shifted(InspectedBound bound, long offset)
{
    bound.known = bound.known.add_constant(offset);
    return bound;
}

InspectedValues sum(const InspectedValues &one, const InspectedValues &other)
{
    return {
        {sum(one.range.least, other.range.least), sum(one.range.greatest, other.range.greatest)},
        (one.is_gapless && is_one_value(other)) || (is_one_value(one) && other.is_gapless),
        std::min(one.bits, other.bits)};
}

std::optional<InspectedValues> scaled(const InspectedValues &values, long factor)
{
    auto least = scaled(values.range.least, factor),
         greatest = scaled(values.range.greatest, factor);
    if (!least || !greatest)
        return std::nullopt;
    if (factor < 0)
        std::swap(least, greatest);
    return InspectedValues{{std::move(*least), std::move(*greatest)},
                           values.is_gapless && (factor == 1 || factor == -1),
                           values.bits};
}

isl::pw_aff constant(isl::ctx ctx, long value)
{
    const isl::space nothing = isl::space::unit(ctx).add_unnamed_tuple(0);
    return isl::pw_aff(nothing.zero_aff_on_domain().add_constant(value));
}

InspectedRange bounds_of(const isl::set &values)
{
    auto bound = [&](isl_pw_aff *(*end)(isl_set *, int)) {
        return InspectedBound{as_extent(isl::manage(end(values.copy(), 0))).coalesce()};
    };
    return {bound(isl_set_dim_min), bound(isl_set_dim_max)};
}

std::optional<InspectedValues> values_of(const isl::pw_aff &function)
{
    const isl::set values =
        isl::manage(isl_map_range(isl_map_from_pw_aff(function.copy()))).coalesce();
    if (!isl_set_dim_is_bounded(values.get(), isl_dim_set, 0))
        return std::nullopt;
    return InspectedValues{bounds_of(values), is_interval(values)};
}

bool holds_naturals(const ValueType &type)
{
    return (type.kind == ValueType::Kind::integer && type.bits >= int_bits) || is_size(type);
}

InspectedValues wrapped(InspectedValues values, const ValueType &type)
{
    const int bits = is_size(type) ? all_bits : std::max(type.bits, int_bits);
    values.bits = std::min(values.bits, bits);
    return values;
}

bool are_numbers_of(const ValueType &type, const InspectedValues &values)
{
    return values.bits >= (type.is_integer() ? std::max(type.bits, int_bits) : all_bits);
}

} // namespace espalier::program
