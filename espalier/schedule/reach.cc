#include "espalier/schedule/reach.h"

#include "espalier/presburger/isl_additions.h"

#include <isl/set.h>

namespace espalier::schedule {

Reach reach_below_root(const Domain &domain)
{
    isl::set anything = isl::set::universe(domain.instances.space().params());
    return {private_copy(domain.instances), anything};
}

Reach below(const Node &node, const Reach &reach)
{
    if (node.is<Filter>())
        return {node.as<Filter>().instances.intersect(reach.instances), reach.known};
    if (node.is<Expansion>())
        return {reach.instances.apply(node.as<Expansion>().expansion), reach.known};
    if (node.is<Extension>()) {
        isl::union_set added = node.as<Extension>().relation.range();
        return {reach.instances.unite(added.intersect_params(reach.known)), reach.known};
    }
    if (node.is<Context>()) {
        isl::set constraints = node.as<Context>().constraints.params();
        return {reach.instances.intersect_params(constraints), reach.known.intersect(constraints)};
    }
    return reach;
}

isl::union_set private_copy(const isl::union_set &instances)
{
    isl::union_set result = isl::union_set::empty(instances.ctx());
    instances.foreach_set([&](const isl::set &set) {
        isl::multi_aff identity = set.space().identity_multi_aff_on_domain();
        presburger::add_to(result, set.preimage(identity).to_union_set());
    });
    return result;
}

} // namespace espalier::schedule
