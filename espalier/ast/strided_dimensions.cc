#include "espalier/ast/strided_dimensions.h"

#include "espalier/ast/strides.h"
#include "espalier/presburger/dimensions.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::ast {

namespace {

/// step * x + offset for the differences between the values of a dimension in two parts, at the
/// same time in the dimensions before.
struct Differences {
    isl::val step, offset;
};

/// \param known  { [t] }
/// \return nothing if the differences have no stride or its offset is not constant
std::optional<Differences> differences(const isl::set &first, const isl::set &second,
                                       const isl::set &known)
{
    isl::map to_first = presburger::last_by_others(first).intersect_domain(known);
    isl::set deltas = to_first.reverse().apply_range(presburger::last_by_others(second)).deltas();
    isl::set anywhere = deltas.project_out_all_params();
    std::optional<Stride> stride = affine_hull(anywhere, 0).stride;
    if (!stride || isl_aff_is_cst(stride->offset.get()) != isl_bool_true)
        return std::nullopt;
    return Differences{stride->step, stride->offset.constant_val()};
}

/// { [t, i, r, ...] -> [t, i + r, ...] } on r = `offset`.
isl::pw_multi_aff joining(const isl::space &space, std::size_t depth, const isl::val &offset)
{
    isl::space more = isl::manage(isl_space_add_dims(space.copy(), isl_dim_set, 1));
    isl::multi_aff all = more.identity_multi_aff_on_domain();
    auto own = static_cast<int>(depth);
    isl_multi_aff *joined =
        isl_multi_aff_drop_dims(all.copy(), isl_dim_out, static_cast<unsigned>(depth) + 1, 1);
    isl::multi_aff result = isl::manage(joined).set_at(own, all.at(own).add(all.at(own + 1)));
    isl::pw_aff apart(all.at(own + 1));
    isl::set domain = apart.eq_set(isl::set::universe(more).pw_aff_on_domain(offset));
    return isl::pw_multi_aff(result).intersect_domain(domain);
}

bool is_fixed(const LocalTimes &times, std::size_t depth)
{
    isl_val *value = isl_set_plain_get_val_if_fixed(times.exact.get(), isl_dim_set,
                                                    static_cast<unsigned>(depth));
    return isl::manage(value).is_int();
}

/// How the values of a dimension in the parts differ from those in the first: by multiples of
/// `step`, and an offset for each part.
struct OffsetStrides {
    isl::val step;
    std::vector<isl::val> offsets; ///< from 0 to step - 1, not all the same
};

std::optional<OffsetStrides> find_strides(const std::vector<LocalTimes> &local,
                                          const isl::set &known)
{
    OffsetStrides result{isl::val::zero(known.ctx()), {}};
    for (const LocalTimes &each : local) {
        auto found = differences(local.front().exact, each.exact, known);
        if (!found)
            return std::nullopt;
        result.step = result.step.gcd(found->step);
        result.offsets.push_back(found->offset);
        if (result.step.is_one())
            return std::nullopt;
    }
    for (isl::val &offset : result.offsets)
        offset = offset.mod(result.step);
    bool are_equal =
        std::all_of(result.offsets.begin(), result.offsets.end(),
                    [&](const isl::val &offset) { return offset.eq(result.offsets.front()); });
    return are_equal ? std::nullopt : std::optional(result);
}

/// { [t, i] } with i moved down.
isl::set moved(const isl::set &times, std::size_t depth, const isl::val &distance)
{
    isl::multi_aff back = times.space().identity_multi_aff_on_domain();
    auto own = static_cast<int>(depth);
    return times.preimage(back.set_at(own, back.at(own).add_constant(distance)));
}

/// How many different sets of times there are once the offsets have been taken off.
std::size_t count_different(const std::vector<LocalTimes> &local, const OffsetStrides &strides,
                            std::size_t depth)
{
    std::vector<isl::set> different;
    for (std::size_t k = 0; k < local.size(); ++k) {
        isl::set times = moved(local[k].approximate, depth, strides.offsets[k]);
        bool is_new = std::none_of(different.begin(), different.end(), [&](const isl::set &other) {
            return presburger::is_obviously_equal(times, other);
        });
        if (is_new)
            different.push_back(times);
    }
    return different.size();
}

/// Which of the offsets counts as zero is a matter of choice: with the one for which the parts have
/// the same times most often, the fewest pieces are needed.
OffsetStrides well_aligned(const std::vector<LocalTimes> &local, const OffsetStrides &strides,
                           std::size_t depth)
{
    std::optional<OffsetStrides> best;
    std::size_t fewest = 0;
    for (const isl::val &zero : strides.offsets) {
        OffsetStrides candidate = strides;
        for (isl::val &offset : candidate.offsets)
            offset = offset.sub(zero).mod(strides.step);
        std::size_t count = count_different(local, candidate, depth);
        if (best && count >= fewest)
            continue;
        best = candidate;
        fewest = count;
        if (fewest == 1)
            break;
    }
    return *best;
}

Executed preimage(const Executed &executed, const std::vector<isl::pw_multi_aff> &changes)
{
    Executed result;
    for (std::size_t k = 0; k < executed.size(); ++k)
        result.push_back({executed[k].relation().preimage_domain(changes[k]),
                          executed[k].times().preimage(changes[k])});
    return result;
}

/// What equalities say of a schedule dimension and the coordinates of the instances.
struct Relationship {
    std::size_t depth;
    bool divides = false; ///< a coordinate is computed by a division of the dimension
    bool equals = false;  ///< a coordinate is computed from the dimension without a division

    void learn(isl_constraint *constraint)
    {
        if (isl_constraint_is_equality(constraint) != isl_bool_true)
            return;
        isl::val own = coefficient(constraint, isl_dim_in, static_cast<isl_size>(depth));
        isl_size count = own.is_zero() ? 0 : isl_constraint_dim(constraint, isl_dim_out);
        for (isl_size k = 0; k < count; ++k) {
            isl::val other = coefficient(constraint, isl_dim_out, k);
            divides = divides || other.gt(own);
            equals = equals || (!other.is_zero() && other.le(own));
        }
    }

private:
    static isl::val coefficient(isl_constraint *constraint, isl_dim_type type, isl_size position)
    {
        isl_val *value = isl_constraint_get_coefficient_val(constraint, type, int(position));
        return isl::manage(value).abs();
    }
};

/// Whether coordinates of the instances are computed by divisions of a dimension, and none without.
bool divides(const Part &part, std::size_t depth)
{
    Relationship relationship{depth};
    isl_basic_map_foreach_constraint(
        part.relation().affine_hull().get(),
        [](isl_constraint *constraint, void *user) {
            static_cast<Relationship *>(user)->learn(constraint);
            isl_constraint_free(constraint);
            return isl_stat_ok;
        },
        &relationship);
    return relationship.divides && !relationship.equals;
}

} // namespace

std::optional<Executed> with_offsets_apart(const Executed &executed,
                                           const std::vector<LocalTimes> &local,
                                           const isl::set &known, std::size_t depth)
{
    // A single value among strided ones is better off with a piece of its own.
    bool may_be_strided =
        executed.size() > 1 && std::all_of(local.begin(), local.end(), [&](const LocalTimes &each) {
            return each.exact.involves_locals() && !is_fixed(each, depth);
        });
    if (!may_be_strided)
        return std::nullopt;
    std::optional<OffsetStrides> found = find_strides(local, known);
    if (!found)
        return std::nullopt;
    OffsetStrides strides = well_aligned(local, *found, depth);
    std::vector<isl::pw_multi_aff> joins;
    for (std::size_t k = 0; k < executed.size(); ++k)
        joins.push_back(joining(executed[k].times().space(), depth, strides.offsets[k]));
    return preimage(executed, joins);
}

std::optional<Executed> with_unit_stride(const Executed &executed,
                                         const std::vector<LocalTimes> &local,
                                         const isl::set &known, std::size_t depth)
{
    bool may_be_strided = std::all_of(local.begin(), local.end(), [](const LocalTimes &each) {
        return each.exact.involves_locals();
    });
    if (!may_be_strided)
        return std::nullopt;
    isl::set times = all_exact(local).intersect(presburger::lifted(known));
    std::optional<Stride> stride = affine_hull(times, depth).stride;
    bool is_integral =
        stride && isl::manage(isl_aff_get_denominator_val(stride->offset.get())).is_one();
    if (!is_integral || !std::all_of(executed.begin(), executed.end(),
                                     [&](const Part &part) { return divides(part, depth); }))
        return std::nullopt;

    isl::space space = executed.front().times().space();
    unsigned more = unsigned(presburger::dimensions(executed.front().times()) - depth - 1);
    isl::aff offset = isl::manage(isl_aff_add_dims(stride->offset.copy(), isl_dim_in, more));
    isl::multi_aff same = space.identity_multi_aff_on_domain();
    auto own = static_cast<int>(depth);
    isl::multi_aff scaled = same.set_at(own, same.at(own).scale(stride->step).add(offset));
    return preimage(executed, {executed.size(), isl::pw_multi_aff(scaled)});
}

} // namespace espalier::ast
