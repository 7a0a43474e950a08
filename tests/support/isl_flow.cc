#include "tests/support/isl_flow.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/isl_tree.h"

#include <isl/flow.h>
#include <isl/union_map.h>

namespace espalier::test {

namespace {

/// { [S[i] -> R[]] -> S[i] } on the domains of accesses whose statement the order executes, the
/// identity on others.
isl::union_pw_multi_aff untag(const isl::union_map &accesses, const schedule::Tree &order)
{
    isl::union_set all = accesses.domain();
    isl::union_set plain = all.intersect(order.domain());
    isl::union_map tags = all.subtract(plain).unwrap().intersect_domain(order.domain());
    isl::union_pw_multi_aff result =
        isl::manage(isl_union_map_domain_map_union_pw_multi_aff(tags.release()));
    return result.union_add(plain.identity().as_union_pw_multi_aff());
}

} // namespace

IslFlow isl_flow(const dependence::AccessInfo &info, const schedule::Tree &order)
{
    isl::union_map all = info.sink.unite(info.may_source).unite(info.must_source).unite(info.kill);
    isl::schedule tree = schedule::to_isl(order).pullback(untag(all, order));
    isl::union_access_info access(info.sink);
    isl::union_flow flow = access.set_may_source(info.may_source)
                               .set_must_source(info.must_source)
                               .set_kill(info.kill)
                               .set_schedule(tree)
                               .compute_flow();
    return {flow.may_dependence(), flow.full_may_dependence(), flow.full_must_dependence(),
            flow.may_no_source(), flow.must_no_source()};
}

} // namespace espalier::test
