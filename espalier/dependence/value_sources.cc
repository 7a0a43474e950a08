#include "espalier/dependence/value_sources.h"

#include "espalier/presburger/coalesce.h"

#include <isl/union_map.h>

namespace espalier::dependence {

ValueSources value_sources(const program::Access &read, const isl::union_map &flow,
                           const isl::union_map &live_in)
{
    isl::union_set tags = program::tagged_relation(read).domain().to_union_set();
    isl::union_map seen = flow.intersect_range(tags).reverse();
    return {isl::manage(isl_union_map_domain_factor_domain(seen.release())),
            live_in.domain().intersect(tags).unwrap().domain()};
}

std::optional<isl::map> write_seen(const program::Access &read, const program::Access &write,
                                   const Dependences &dependences)
{
    ValueSources sources = value_sources(read, dependences.flow, dependences.live_in);
    isl::union_set wanted = program::tagged_relation(write).domain().to_union_set();
    isl::union_set others = sources.writes.subtract_range(wanted).domain().unite(sources.live_in);
    isl::union_map alone = sources.writes.intersect_range(wanted).subtract_domain(others);
    isl::union_map seen = isl::manage(isl_union_map_range_factor_domain(alone.release()));
    if (seen.is_empty() || !seen.is_single_valued())
        return std::nullopt;
    return presburger::coalesced(seen.as_map());
}

bool sees_the_same(const program::Access &read, const ValueFlow &flow, const program::Access &other,
                   const Dependences &dependences, const isl::map &instances)
{
    ValueSources found = value_sources(read, flow.flow, flow.live_in);
    ValueSources wanted = value_sources(other, dependences.flow, dependences.live_in);
    isl::union_map to_read = instances.reverse().to_union_map();
    return found.writes.is_equal(wanted.writes.apply_domain(to_read)) &&
           found.live_in.is_equal(wanted.live_in.apply(to_read));
}

} // namespace espalier::dependence
