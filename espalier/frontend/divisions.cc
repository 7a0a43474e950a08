#include "espalier/frontend/divisions.h"

#include <isl/aff.h>
#include <isl/set.h>

namespace espalier::frontend {

namespace {

isl::pw_aff scaled(const isl::pw_aff &function, long factor)
{
    return isl::manage(
        isl_pw_aff_scale_val(function.copy(), isl::val(function.ctx(), factor).release()));
}

/// Where a dividend divided by a positive number gives a quotient, rounded towards zero.
isl::set where_quotient_is(long quotient, const isl::pw_aff &dividend, const isl::pw_aff &divisor)
{
    if (quotient == 0)
        return dividend.lt_set(divisor).intersect(dividend.gt_set(divisor.neg()));
    const isl::pw_aff near = scaled(divisor, quotient);
    const isl::pw_aff far = scaled(divisor, quotient > 0 ? quotient + 1 : quotient - 1);
    return quotient > 0 ? dividend.ge_set(near).intersect(dividend.lt_set(far))
                        : dividend.le_set(near).intersect(dividend.gt_set(far));
}

/// Where it gives one that is no greater than a number, with either sign.
isl::set where_quotient_is_within(long greatest, const isl::pw_aff &dividend,
                                  const isl::pw_aff &divisor)
{
    const isl::pw_aff beyond = scaled(divisor, greatest + 1);
    return dividend.lt_set(beyond).intersect(dividend.gt_set(beyond.neg()));
}

} // namespace

std::optional<Division> division(const isl::pw_aff &dividend, const isl::pw_aff &divisor,
                                 const isl::set &possible, long greatest)
{
    const isl::set domain = dividend.domain().intersect(divisor.domain());
    const isl::set undefined = divisor.le_set(domain.pw_aff_on_domain(0)).intersect(domain);
    isl::set rest = domain.subtract(undefined).intersect_params(possible);
    if (!rest.is_subset(where_quotient_is_within(greatest, dividend, divisor)))
        return std::nullopt;
    const isl::set nowhere = isl::set::empty(domain.space());
    Division result{nowhere.pw_aff_on_domain(0), nowhere.pw_aff_on_domain(0), undefined};
    for (long step = 0; !rest.is_empty(); ++step) {
        const long quotient = step % 2 == 1 ? (step + 1) / 2 : -step / 2;
        const isl::set where = rest.intersect(where_quotient_is(quotient, dividend, divisor));
        if (where.is_empty())
            continue;
        rest = rest.subtract(where);
        result.quotient = result.quotient.union_add(where.pw_aff_on_domain(quotient));
        result.remainder = result.remainder.union_add(
            dividend.sub(scaled(divisor, quotient)).intersect_domain(where));
    }
    return result;
}

} // namespace espalier::frontend
