#include "espalier/ast/knowledge.h"

#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/lp.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::ast {

std::vector<Constraint> constraints(const isl::basic_set &set)
{
    std::vector<Constraint> result;
    auto add = [](isl_constraint *constraint, void *user) {
        auto divisions = static_cast<unsigned>(isl_constraint_dim(constraint, isl_dim_div));
        if (!isl_constraint_is_div_constraint(constraint))
            static_cast<std::vector<Constraint> *>(user)->push_back(
                {isl::manage(isl_constraint_get_aff(constraint)),
                 isl_constraint_is_equality(constraint) == isl_bool_true,
                 isl_constraint_involves_dims(constraint, isl_dim_div, 0, divisions) ==
                     isl_bool_true});
        isl_constraint_free(constraint);
        return isl_stat_ok;
    };
    isl_basic_set_foreach_constraint(set.get(), add, &result);
    return result;
}

const std::vector<isl::basic_set> &Knowledge::parts()
{
    if (!parts_) {
        parts_.emplace();
        known_.foreach_basic_set([&](const isl::basic_set &part) {
            // Linear programs cannot have integer divisions that are not explicit.
            parts_->push_back(isl::manage(isl_basic_set_remove_unknown_divs(part.copy())));
        });
    }
    return *parts_;
}

namespace {

/// A lower bound of a function on a set, by linear programming; infinite or not a number if the set
/// is unbounded or empty.
isl::val minimum(const isl::basic_set &set, const isl::aff &function)
{
    if (!isl_aff_involves_locals(function.get()))
        return isl::manage(isl_basic_set_min_lp_val(set.get(), function.get()));
    // Linear programs do not see that an integer division of the function is one of the set.
    isl_basic_map *graph =
        isl_basic_map_intersect_domain(isl_basic_map_from_aff(function.copy()), set.copy());
    isl::basic_set points = isl::manage(isl_basic_map_wrap(graph));
    isl_local_space *space = isl_local_space_from_space(isl_basic_set_get_space(points.get()));
    auto last = static_cast<unsigned>(isl_basic_set_dim(points.get(), isl_dim_set) - 1);
    isl::aff value = isl::manage(isl_aff_var_on_domain(space, isl_dim_set, last));
    return isl::manage(isl_basic_set_min_lp_val(points.get(), value.get()));
}

} // namespace

std::optional<isl::val> Knowledge::lower_bound(const isl::aff &function)
{
    isl::val result = isl::val::infty(known_.ctx());
    for (const isl::basic_set &part : parts()) {
        isl::val least = minimum(part, function);
        if (least.is_neginfty())
            return std::nullopt;
        if (!least.is_nan()) // or else the part is empty
            result = result.min(least.ceil());
    }
    return result;
}

const std::vector<AffineForm> &Knowledge::nonnegative()
{
    if (!nonnegative_) {
        nonnegative_.emplace();
        if (parts().size() == 1)
            for (const Constraint &constraint : constraints(parts().front())) {
                if (constraint.has_division)
                    continue;
                AffineForm form = numerator(constraint.function);
                auto divisions = isl_aff_dim(constraint.function.get(), isl_dim_div);
                form.coefficients.resize(form.coefficients.size() -
                                         static_cast<std::size_t>(divisions));
                nonnegative_->push_back(std::move(form));
            }
    }
    return *nonnegative_;
}

bool Knowledge::has_strides()
{
    if (!has_strides_) {
        auto is_stride = [](const Constraint &constraint) {
            return constraint.is_equality && constraint.has_division;
        };
        has_strides_ = std::ranges::any_of(parts(), [&](const isl::basic_set &part) {
            return std::ranges::any_of(constraints(part), is_stride);
        });
    }
    return *has_strides_;
}

} // namespace espalier::ast
