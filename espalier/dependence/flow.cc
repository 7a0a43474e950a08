#include "espalier/dependence/flow.h"

#include "espalier/presburger/isl_additions.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>
#include <map>
#include <string>

namespace espalier::dependence {

namespace {

using Role = Reference::Role;

/// { [S[i] -> A[a]] } with tags, { [tag -> A[a]] } -> { [S[i] -> A[a]] }.
isl::multi_aff untag_with_element(const Reference &reference)
{
    isl::space array = reference.access.space().range();
    return reference.untag.product(array.identity_multi_aff_on_domain());
}

/// { source tag -> [sink tag -> A[a]] }
isl::map tagged_with_element(const Arrival &arrival)
{
    return source_to_sink_with_element(arrival)
        .preimage_domain(arrival.source->untag)
        .preimage_range(untag_with_element(*arrival.sink));
}

/// { sink tag -> A[a] } of the keys of a sink.
isl::map tagged_elements(const isl::set &keys, const Reference &sink)
{
    return accesses_of(keys, sink).preimage_domain(sink.untag);
}

/// The pairs of { A -> B } whose second element is in no other pair.
isl::union_map injective_part(const isl::union_map &relation)
{
    isl::union_map origins = relation.reverse();
    isl::union_set same = relation.domain().identity().wrap();
    isl::union_map different = origins.range_product(origins).subtract_range(same);
    return relation.subtract_range(different.domain());
}

} // namespace

Flow::Flow(isl::ctx ctx, const AccessInfo &info, const ExecutionOrder &order)
    : none_(isl::union_map::empty(ctx))
{
    std::map<std::string, std::vector<const Reference *>> sources;
    auto add = [&](const isl::union_map &accesses, Role role) {
        for (Reference &reference : references_in(accesses, role, order))
            references_.push_back(std::move(reference));
    };
    add(info.may_source, Role::may_source);
    add(info.must_source, Role::must_source);
    add(info.kill, Role::kill);
    for (const Reference &reference : references_)
        sources[array_key(reference)].push_back(&reference);
    for (auto &[array, references] : sources)
        std::ranges::sort(references, {}, [](const Reference *one) { return one->site->number; });
    std::size_t first_sink = references_.size();
    add(info.sink, Role::sink);
    for (std::size_t k = first_sink; k < references_.size(); ++k)
        uncovered_.push_back(find_last_sources(references_[k], sources[array_key(references_[k])],
                                               order, arrivals_));
}

isl::union_map Flow::dependence() const
{
    isl::union_map result = none_;
    for (const Arrival &arrival : arrivals_)
        if (arrival.source->role != Role::kill)
            presburger::add_to(result, source_to_sink(arrival)
                                           .preimage_domain(arrival.source->untag)
                                           .preimage_range(arrival.sink->untag)
                                           .to_union_map());
    return result;
}

isl::union_map Flow::full_dependence() const
{
    isl::union_map result = none_;
    for (const Arrival &arrival : arrivals_)
        if (arrival.source->role != Role::kill)
            presburger::add_to(result, tagged_with_element(arrival).to_union_map());
    return result;
}

isl::union_map Flow::full_must_dependence() const
{
    isl::union_map all = none_, definite = none_;
    for (const Arrival &arrival : arrivals_) {
        isl::union_map relation = tagged_with_element(arrival).to_union_map();
        if (arrival.source->role == Role::must_source)
            presburger::add_to(definite, relation);
        presburger::add_to(all, std::move(relation));
    }
    return injective_part(all).intersect(definite);
}

isl::union_map Flow::without_must_source() const
{
    isl::union_map result = none_;
    for (const Uncovered &part : uncovered_)
        presburger::add_to(result, tagged_elements(part.keys, *part.sink).to_union_map());
    return result;
}

isl::union_map Flow::without_source() const
{
    isl::union_map reached = none_;
    for (const Arrival &arrival : arrivals_)
        presburger::add_to(
            reached, tagged_elements(arrival.relation.domain(), *arrival.sink).to_union_map());
    return without_must_source().subtract(reached);
}

} // namespace espalier::dependence
