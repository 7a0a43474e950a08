#include "espalier/presburger/bounds.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>

namespace espalier::presburger {

isl::set Bound::half_space() const
{
    isl_basic_set *holds = isl_aff_ge_basic_set(slack.copy(), slack.sub(slack).release());
    return isl::manage(isl_set_from_basic_set(holds));
}

namespace {

/// Collects the constraints on one dimension.
struct Collector {
    int dimension;
    std::vector<Bound> bounds;

    void add(const isl_constraint *constraint, isl::aff slack, bool is_lower)
    {
        isl_aff *limit = isl_constraint_get_bound(const_cast<isl_constraint *>(constraint),
                                                  isl_dim_set, dimension);
        bounds.push_back({isl::manage(limit), std::move(slack), is_lower});
    }

    void visit(isl_constraint *constraint)
    {
        if (isl_constraint_involves_dims(constraint, isl_dim_set, unsigned(dimension), 1) !=
            isl_bool_true)
            return;
        isl::aff slack = isl::manage(isl_constraint_get_aff(constraint));
        bool grows =
            isl::manage(isl_constraint_get_coefficient_val(constraint, isl_dim_set, dimension))
                .is_pos();
        add(constraint, slack, grows);
        if (isl_constraint_is_equality(constraint) == isl_bool_true)
            add(constraint, slack.neg(), !grows);
    }
};

isl_stat visit(isl_constraint *constraint, void *collector)
{
    static_cast<Collector *>(collector)->visit(constraint);
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

} // namespace

std::vector<Bound> bounds(const isl::set &set, unsigned dimension)
{
    Collector collector{static_cast<int>(dimension), {}};
    set.foreach_basic_set([&](const isl::basic_set &constraints) {
        isl_basic_set_foreach_constraint(constraints.get(), visit, &collector);
    });
    return std::move(collector.bounds);
}

} // namespace espalier::presburger
