#include "espalier/ast/strides.h"

#include "espalier/presburger/bounds.h"
#include "espalier/presburger/dimensions.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

namespace espalier::ast {

namespace {

/// { [t, i] -> [i] }
isl::aff dimension(const isl::space &space, std::size_t depth)
{
    return space.identity_multi_aff_on_domain().at(static_cast<int>(depth));
}

/// { [t, i] }: i has the value that it obviously has, if any.
isl::set fixed(const isl::set &times, std::size_t depth)
{
    isl::val value = isl::manage(
        isl_set_plain_get_val_if_fixed(times.get(), isl_dim_set, static_cast<unsigned>(depth)));
    isl::set anything = isl::set::universe(times.space());
    if (!value.is_int())
        return anything;
    isl_set *result = isl_set_fix_val(anything.release(), isl_dim_set, static_cast<unsigned>(depth),
                                      value.release());
    return isl::manage(result);
}

} // namespace

isl::set Stride::constraint(std::size_t depth) const
{
    isl::aff distance = dimension(offset.space().domain(), depth).sub(offset);
    return isl::pw_aff(distance.mod(step)).eq_set(isl::pw_aff(distance.sub(distance)));
}

isl::aff Stride::round_up(const isl::aff &limit) const
{
    return offset.add(limit.sub(offset).scale_down(step).ceil().scale(step));
}

Hull affine_hull(const isl::set &times, std::size_t depth)
{
    // Without integer divisions there is no stride, and no equality that simplification would not
    // find.
    if (!times.involves_locals())
        return {fixed(times, depth), std::nullopt};
    isl::set hull(times.affine_hull());
    isl_stride_info *info = isl_set_get_stride_info(hull.get(), static_cast<int>(depth));
    Stride stride{isl::manage(isl_stride_info_get_stride(info)),
                  isl::manage(isl_stride_info_get_offset(info))};
    isl_stride_info_free(info);
    isl::set equalities =
        presburger::without_divs_of(presburger::without_unknown_divs(hull), unsigned(depth));
    bool is_strided = stride.step.gt(isl::val::one(times.ctx())) &&
                      !presburger::involves(equalities, unsigned(depth));
    return {equalities, is_strided ? std::optional(stride) : std::nullopt};
}

isl::set tightened(const isl::set &bounds, const Stride &stride, std::size_t depth)
{
    if (!isl::manage(isl_aff_get_denominator_val(stride.offset.get())).is_one())
        return bounds;
    isl::multi_aff same = bounds.space().identity_multi_aff_on_domain();
    auto own = static_cast<int>(depth);
    isl::multi_aff counted = same.set_at(own, same.at(own).scale(stride.step).add(stride.offset));
    isl::set counts = bounds.preimage(counted);
    return presburger::without_divs_of(
        presburger::without_unknown_divs(counts.apply(counted.as_map())), unsigned(depth));
}

isl::aff Slices::value(long number, const std::optional<Stride> &stride) const
{
    isl::val distance(first.ctx(), number);
    return first.add_constant(stride ? distance.mul(stride->step) : distance);
}

namespace {

/// The greatest value of a function that takes integer values only; nothing if it has no limit.
std::optional<isl::val> greatest(const isl::set &times, const isl::aff &function)
{
    isl::val denominator = isl::manage(isl_aff_get_denominator_val(function.get()));
    isl::aff integral = function.scale(denominator);
    isl::val result = isl::manage(isl_set_max_val(times.get(), integral.get()));
    return result.is_int() ? std::optional(result.div(denominator)) : std::nullopt;
}

/// The values from which to count slices: each lower bound, and the least distance to the offset of
/// the stride, if it is constant.
std::vector<isl::aff> first_values(const isl::set &bounds, const isl::set &times,
                                   const std::optional<Stride> &stride, std::size_t depth)
{
    std::vector<isl::aff> result;
    for (const presburger::Bound &bound : presburger::bounds(bounds, unsigned(depth)))
        if (bound.is_lower)
            result.push_back(stride ? stride->round_up(bound.limit) : bound.limit.ceil());
    if (!stride)
        return result;
    isl::aff below = stride->offset.sub(dimension(bounds.space(), depth));
    if (std::optional<isl::val> most = greatest(times, below))
        result.push_back(stride->offset.add_constant(most->neg()));
    return result;
}

unsigned divisions(const isl::aff &function)
{
    return static_cast<unsigned>(isl_aff_dim(function.get(), isl_dim_div));
}

/// Fewer slices, or as many that are easier to compute.
bool is_better(const Slices &first, const Slices &second)
{
    return first.count.lt(second.count) ||
           (first.count.eq(second.count) && divisions(first.first) < divisions(second.first));
}

} // namespace

std::optional<Slices> cover(const isl::set &bounds, const isl::set &times,
                            const std::optional<Stride> &stride, std::size_t depth)
{
    std::optional<Slices> best;
    for (const isl::aff &first : first_values(bounds, times, stride, depth)) {
        std::optional<isl::val> most = greatest(times, dimension(bounds.space(), depth).sub(first));
        if (!most)
            continue;
        Slices slices{first, (stride ? most->div(stride->step).floor() : *most).add(1)};
        if (!best || is_better(slices, *best))
            best = slices;
        if (best->count.is_one() && divisions(best->first) == 0)
            break;
    }
    return best;
}

std::optional<isl::aff> single_value(const isl::set &bounds, const isl::set &times,
                                     const std::optional<Stride> &stride, std::size_t depth)
{
    std::optional<Slices> slices = cover(bounds, times, stride, depth);
    return slices && slices->count.is_one() ? std::optional(slices->first) : std::nullopt;
}

} // namespace espalier::ast
