#include "tests/support/isl_flow.h"

#include "espalier/presburger/isl_additions.h"
#include "tests/support/isl_tree.h"

#include <isl/flow.h>
#include <isl/union_map.h>

namespace espalier::test {

namespace {

/// { [S[i] -> R[]] -> S[i] } on the domains of accesses whose statement the order executes, the
/// identity on others.
isl::union_pw_multi_aff untag(const isl::union_map &accesses, const schedule::Tree &order)
{
    isl::union_set all = accesses.domain().universe(), executed = order.domain().universe();
    isl::union_set plain = all.intersect(executed);
    isl::union_map tags = all.subtract(plain).unwrap().intersect_domain(executed);
    isl::union_pw_multi_aff result =
        isl::manage(isl_union_map_domain_map_union_pw_multi_aff(tags.release()));
    return result.union_add(plain.identity().as_union_pw_multi_aff());
}

} // namespace

IslFlow isl_flow(const dependence::AccessInfo &info, const schedule::Tree &order)
{
    isl::union_map all = info.sink.unite(info.may_source).unite(info.must_source).unite(info.kill);
    isl::schedule tree = test::to_isl(order).pullback(untag(all, order));
    isl::union_access_info access(info.sink);
    isl::union_flow flow = access.set_may_source(info.may_source)
                               .set_must_source(info.must_source)
                               .set_kill(info.kill)
                               .set_schedule(tree)
                               .compute_flow();
    return {flow.may_dependence(), flow.full_may_dependence(), flow.full_must_dependence(),
            flow.may_no_source(), flow.must_no_source()};
}

IslAnalysis::IslAnalysis(const program::Program &program, const schedule::Tree &original)
    : reads_(tagged_accesses(program, program::AccessKind::read)),
      must_writes_(tagged_accesses(program, program::AccessKind::write)),
      may_writes_(tagged_accesses(program, program::AccessKind::may_write)),
      writes_(must_writes_.unite(may_writes_)),
      kills_(tagged_accesses(program, program::AccessKind::kill)),
      none_(isl::union_map::empty(reads_.ctx())),
      lasting_reads_(reads_.subtract(
          untag(reads_, original).as_union_map().apply_range(must_writes_.domain_factor_domain()))),
      tree_(test::to_isl(original).pullback(untag(reads_.unite(writes_).unite(kills_), original)))
{
}

isl::union_flow IslAnalysis::flow(const isl::union_map &sink, const isl::union_map &may_source,
                                  const isl::union_map &must_source,
                                  const isl::union_map &kill) const
{
    return isl::union_access_info(sink)
        .set_may_source(may_source)
        .set_must_source(must_source)
        .set_kill(kill)
        .set_schedule(tree_)
        .compute_flow();
}

isl::union_map IslAnalysis::all_before(const isl::union_map &sinks,
                                       const isl::union_map &sources) const
{
    return flow(sinks, sources, none_, none_).may_dependence();
}

dependence::Dependences IslAnalysis::dependences() const
{
    dependence::Dependences result;
    isl::union_flow seen = flow(reads_, may_writes_, must_writes_, kills_);
    result.flow = seen.may_dependence();
    result.live_in = seen.may_no_source();
    isl::union_flow ended = flow(must_writes_.unite(kills_), writes_, none_, none_);
    result.live_out = writes_.subtract(ended.full_may_dependence().range_factor_range());
    isl::union_map reuse =
        flow(writes_, lasting_reads_.unite(may_writes_), must_writes_, none_).may_dependence();
    result.anti = reuse.intersect_domain(reads_.domain());
    result.output = reuse.intersect_domain(writes_.domain());
    isl::union_map unmatched = writes_.subtract_domain(result.flow.domain());
    result.order = all_before(writes_, reads_.unite(unmatched));
    result.forced = all_before(writes_, result.live_in).unite(all_before(result.live_out, writes_));
    if (!may_writes_.is_empty()) {
        isl::union_map sources = seen.full_may_dependence();
        result.forced = result.forced.unite(all_before(sources, sources));
    }
    return result;
}

isl::union_map IslAnalysis::input_dependences() const
{
    return flow(reads_, lasting_reads_.unite(may_writes_), must_writes_, kills_)
        .may_dependence()
        .intersect_domain(reads_.domain());
}

} // namespace espalier::test
