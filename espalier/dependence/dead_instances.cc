#include "espalier/dependence/dead_instances.h"

#include <isl/union_map.h>
#include <isl/union_set.h>

namespace espalier::dependence {

namespace {

/// { [S[i] -> R[]] -> ... }: of the instances in `from`.
isl::union_map from(const isl::union_map &tagged, const isl::union_set &instances)
{
    return isl::manage(
        isl_union_map_intersect_domain_wrapped_domain_union_set(tagged.copy(), instances.copy()));
}

/// { ... -> [S[i] -> R[]] }
isl::union_map to(const isl::union_map &tagged, const isl::union_set &instances)
{
    return from(tagged.reverse(), instances).reverse();
}

} // namespace

isl::union_set needed(const Dependences &dependences, const isl::union_set &left_out)
{
    isl::union_map reads = untagged(dependences.flow).intersect_domain(left_out);
    isl::union_set read = reads.subtract_range(left_out).domain();
    isl::union_set last = from(dependences.live_out, left_out).domain().unwrap().domain();
    return read.unite(last);
}

program::Program restricted(const program::Program &program, const isl::union_set &kept)
{
    program::Program result = program;
    for (program::Statement &statement : result.statements) {
        if (statement.is_kill())
            continue;
        isl::set instances = kept.extract_set(statement.domain.space());
        statement.domain = statement.domain.intersect(instances);
        for (program::Access &access : statement.accesses)
            access.relation = access.relation.intersect_domain(instances);
    }
    return result;
}

Dependences restricted(const Dependences &dependences, const isl::union_set &kept)
{
    Dependences result = dependences;
    for (isl::union_map *relation : {&result.flow, &result.anti, &result.output, &result.order,
                                     &result.forced, &result.relaxed})
        *relation = to(from(*relation, kept), kept);
    for (isl::union_map *relation : {&result.live_in, &result.live_out})
        *relation = from(*relation, kept);
    return result;
}

} // namespace espalier::dependence
