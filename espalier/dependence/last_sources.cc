#include "espalier/dependence/last_sources.h"

#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <optional>

namespace espalier::dependence {

namespace {

bool has_one_element(const Reference &sink)
{
    return isl_map_plain_is_single_valued(sink.access.get()) == isl_bool_true;
}

/// What a sink's accesses are known by, { S[i] } or { [S[i] -> A[a]] }.
isl::set keys_of(const Reference &sink)
{
    return has_one_element(sink) ? sink.access.domain() : sink.access.wrap();
}

/// { key -> A[a] }
isl::map elements_of_keys(const Reference &sink)
{
    return has_one_element(sink) ? sink.access : presburger::range_map(sink.access);
}

/// Whether the members on the way to a site are the statement's loop variables, in order: then the
/// lexicographic order of instances is that of execution.
bool runs_in_lexicographic_order(const Site &site)
{
    unsigned next = 0;
    isl::space space = site.instances.space();
    for (const Step &step : site.steps) {
        if (step.kind != Step::Kind::member)
            continue;
        if (next == unsigned(isl_space_dim(space.get(), isl_dim_set)))
            return false;
        isl_local_space *local = isl_local_space_from_space(space.copy());
        isl::pw_aff variable = isl::manage(isl_pw_aff_var_on_domain(local, isl_dim_set, next++));
        if (!step.value->plain_is_equal(variable))
            return false;
    }
    return next == unsigned(isl_space_dim(space.get(), isl_dim_set));
}

/// { S[i] -> [t] }: the values of all members on the way to a site.
isl::map times(const Site &site)
{
    isl::map result = presburger::from_domain(site.instances);
    for (const Step &step : site.steps)
        if (step.kind == Step::Kind::member)
            result = presburger::flat_range_product(result, step.value->as_map());
    return result;
}

/// { key -> X[j] } to the sources that run last for each key. All keys' sources run at the same
/// values of the members that the sink shares, or at smaller ones.
isl::map latest(const isl::map &sources, const Site &site)
{
    if (isl_map_plain_is_single_valued(sources.get()) == isl_bool_true)
        return sources;
    if (runs_in_lexicographic_order(site))
        return sources.lexmax();
    isl::map at = times(site);
    return sources.apply_range(at).lexmax().apply_range(at.reverse()).intersect(sources);
}

/// { key -> X[j] } without those that some { key -> Y[k] } follows.
/// \param before  { X[j] -> Y[k] }
isl::map without_overwritten(const isl::map &sources, const isl::map &later, const isl::map &before)
{
    isl::map both = sources.range_product(later).intersect_range(before.wrap());
    return both.is_empty() ? sources : sources.subtract(both.range_factor_domain());
}

class LastSources {
public:
    LastSources(const Reference &sink, const std::vector<const Reference *> &sources,
                const ExecutionOrder &order, std::vector<Arrival> &arrivals)
        : sink_(sink), sources_(sources), order_(order), arrivals_(arrivals), rest_(keys_of(sink)),
          candidates_(sources.size())
    {
    }

    isl::set run()
    {
        std::size_t own = static_cast<std::size_t>(
            std::ranges::lower_bound(sources_, sink_.site->number, {},
                                     [](const Reference *one) { return one->site->number; }) -
            sources_.begin());
        std::size_t first = own, end = own;
        for (std::size_t k = sink_.site->steps.size(); k-- > 0 && !is_covered_;) {
            while (end < sources_.size() && shared(end) > k)
                ++end;
            while (first > 0 && shared(first - 1) > k)
                --first;
            if (sink_.site->steps[k].kind == Step::Kind::member)
                visit_iterations(k, first, end);
            else if (sink_.site->steps[k].kind == Step::Kind::sequence)
                visit_earlier_children(k, first);
        }
        return rest_;
    }

private:
    /// Instances of a source that come before the sink, all at one step.
    struct Candidate {
        const Reference *source;
        isl::map relation; ///< { key -> X[j] }, not empty
    };

    std::size_t shared(std::size_t source) const
    {
        return shared_steps(*sources_[source]->site, *sink_.site);
    }

    /// Earlier values of a member that the sink shares with sources.
    void visit_iterations(std::size_t step, std::size_t first, std::size_t end)
    {
        std::vector<Candidate> candidates;
        for (std::size_t n = first; n < end; ++n)
            for (const SiteOrder::Depth &depth : order_to(n).depths)
                if (depth.step == step)
                    add_candidate(n, depth.after, candidates);
        settle(std::move(candidates));
    }

    /// Children of a sequence before the sink's, the last of them first.
    /// \param end  the sources before this one may be in such children
    void visit_earlier_children(std::size_t step, std::size_t end)
    {
        auto is_in = [&](std::size_t n, std::size_t child) {
            return sources_[n]->site->steps[step].position == child;
        };
        while (end > 0 && shared(end - 1) == step && !is_covered_) {
            std::size_t child = sources_[end - 1]->site->steps[step].position;
            std::vector<Candidate> candidates;
            for (; end > 0 && shared(end - 1) == step && is_in(end - 1, child); --end)
                add_candidate(end - 1, order_to(end - 1).equal, candidates);
            settle(std::move(candidates));
        }
    }

    const SiteOrder &order_to(std::size_t source) const
    {
        return order_.order(*sink_.site, *sources_[source]->site);
    }

    /// \param when  { S[i] -> X[j] }
    void add_candidate(std::size_t source, const isl::map &when, std::vector<Candidate> &candidates)
    {
        isl::map relation = all_of(source).intersect(on_keys(when));
        if (is_partly_covered_)
            relation = relation.intersect_domain(rest_);
        if (!relation.is_empty())
            candidates.push_back({sources_[source], relation});
    }

    /// { key -> X[j] }: the instances of a source with the element of the key.
    const isl::map &all_of(std::size_t source)
    {
        std::optional<isl::map> &known = candidates_[source];
        if (!known)
            known = elements_of_keys(sink_).apply_range(sources_[source]->access.reverse());
        return *known;
    }

    isl::map on_keys(const isl::map &relation) const
    {
        if (has_one_element(sink_))
            return relation;
        return relation.preimage_domain(isl::multi_aff::domain_map(rest_.space().unwrap()));
    }

    /// Finds what reaches the sink of candidates that come before it at the same step.
    void settle(std::vector<Candidate> candidates)
    {
        std::vector<Candidate> definite;
        for (const Candidate &one : candidates)
            if (one.source->is_definite())
                definite.push_back({one.source, latest(one.relation, *one.source->site)});
        definite = each_without_overwritten(definite, definite);
        std::erase_if(candidates, [](const Candidate &one) { return one.source->is_definite(); });
        for (const Candidate &one : each_without_overwritten(candidates, definite))
            arrivals_.push_back({one.source, &sink_, one.relation});
        for (const Candidate &one : definite) {
            arrivals_.push_back({one.source, &sink_, one.relation});
            cover(one.relation.domain());
        }
    }

    std::vector<Candidate> each_without_overwritten(const std::vector<Candidate> &candidates,
                                                    const std::vector<Candidate> &definite) const
    {
        std::vector<Candidate> result;
        for (const Candidate &one : candidates) {
            isl::map left = one.relation;
            for (const Candidate &other : definite)
                if (one.source != other.source)
                    left = without_overwritten(
                        left, other.relation,
                        order_.order(*one.source->site, *other.source->site).before());
            if (!left.is_empty())
                result.push_back({one.source, left});
        }
        return result;
    }

    void cover(const isl::set &keys)
    {
        rest_ = rest_.subtract(keys);
        is_partly_covered_ = true;
        is_covered_ = rest_.is_empty();
    }

    const Reference &sink_;
    const std::vector<const Reference *> &sources_;
    const ExecutionOrder &order_;
    std::vector<Arrival> &arrivals_;
    isl::set rest_; ///< the keys that no definite source covers yet
    bool is_partly_covered_ = false, is_covered_ = false;
    std::vector<std::optional<isl::map>> candidates_;
};

} // namespace

isl::map accesses_of(const isl::set &keys, const Reference &sink)
{
    return has_one_element(sink) ? sink.access.intersect_domain(keys) : keys.unwrap();
}

isl::map source_to_sink(const Arrival &arrival)
{
    isl::map sources = arrival.relation.reverse();
    return has_one_element(*arrival.sink) ? sources : sources.range_factor_domain();
}

isl::map source_to_sink_with_element(const Arrival &arrival)
{
    isl::map sources = arrival.relation.reverse();
    return has_one_element(*arrival.sink)
               ? sources.apply_range(presburger::domain_map(arrival.sink->access).reverse())
               : sources;
}

Uncovered find_last_sources(const Reference &sink, const std::vector<const Reference *> &sources,
                            const ExecutionOrder &order, std::vector<Arrival> &arrivals)
{
    return {&sink, LastSources(sink, sources, order, arrivals).run()};
}

} // namespace espalier::dependence
