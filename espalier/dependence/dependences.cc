#include "espalier/dependence/dependences.h"

#include "espalier/dependence/flow.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/union_map.h>

#include <list>
#include <utility>

namespace espalier::dependence {

Dependences::Dependences() = default;
Dependences::Dependences(const Dependences &other) = default;
Dependences::Dependences(Dependences &&other) noexcept = default;
Dependences &Dependences::operator=(const Dependences &other) = default;
Dependences &Dependences::operator=(Dependences &&other) noexcept = default;
Dependences::~Dependences() = default;

namespace {

using program::AccessKind;

/// The flow of accesses among which those of relaxed reductions do not see their own kind: for the
/// sinks in each reduction, sources outside it, and for other sinks all sources.
class RelaxedFlow {
public:
    /// \param reductions  { [S[i] -> R[]] } of each relaxed reduction
    RelaxedFlow(const AccessInfo &accesses, const ExecutionOrder &order,
                const std::vector<isl::union_set> &reductions)
        : none_(isl::union_map::empty(accesses.sink.ctx()))
    {
        AccessInfo rest = accesses;
        for (const isl::union_set &own : reductions) {
            AccessInfo part = {accesses.sink.intersect_domain(own),
                               accesses.may_source.subtract_domain(own),
                               accesses.must_source.subtract_domain(own), accesses.kill};
            rest.sink = rest.sink.subtract_domain(own);
            flows_.emplace_back(none_.ctx(), part, order);
        }
        flows_.emplace_back(none_.ctx(), rest, order);
    }

    isl::union_map dependence() const { return collect(&Flow::dependence); }
    isl::union_map full_dependence() const { return collect(&Flow::full_dependence); }
    isl::union_map without_must_source() const { return collect(&Flow::without_must_source); }

private:
    isl::union_map collect(isl::union_map (Flow::*part)() const) const
    {
        isl::union_map result = none_;
        for (const Flow &flow : flows_)
            presburger::add_to(result, (flow.*part)());
        return result;
    }

    isl::union_map none_;
    std::list<Flow> flows_;
};

/// The procedure of section 2.3 on a program's tagged accesses.
class Analysis {
public:
    Analysis(const program::Program &program, const schedule::Tree &original,
             const std::vector<Reduction> &relaxed = {})
        : order_(original), reads_(tagged_accesses(program, AccessKind::read)),
          must_writes_(tagged_accesses(program, AccessKind::write)),
          may_writes_(tagged_accesses(program, AccessKind::may_write)),
          writes_(must_writes_.unite(may_writes_)),
          kills_(tagged_accesses(program, AccessKind::kill)),
          none_(isl::union_map::empty(reads_.ctx()))
    {
        for (const Reduction &reduction : relaxed) {
            isl::union_set own = tags(program, reduction);
            presburger::add_to(may_writes_, must_writes_.intersect_domain(own));
            must_writes_ = must_writes_.subtract_domain(own);
            reductions_.push_back(std::move(own));
        }
    }

    Dependences dependences() const
    {
        Dependences result;
        RelaxedFlow flow = reaching({reads_, may_writes_, must_writes_, kills_});
        result.flow = flow.dependence();
        result.live_in = flow.without_must_source();
        result.live_out = surviving_writes();

        isl::union_map ended = lasting_reads().unite(may_writes_);
        RelaxedFlow overwritten = reaching({writes_, ended, must_writes_, none_});
        isl::union_map reuse = overwritten.dependence();
        result.anti = reuse.intersect_domain(reads_.domain());
        result.output = reuse.intersect_domain(writes_.domain());

        isl::union_map unmatched = writes_.subtract_domain(result.flow.domain());
        result.order = all_before(writes_, reads_.unite(unmatched));
        result.forced = all_before(writes_, result.live_in)
                            .unite(all_before(result.live_out, writes_))
                            .unite(order_among_sources(flow));
        result.relaxed = among_updates();
        return result;
    }

    ValueFlow value_flow() const
    {
        RelaxedFlow flow = reaching({reads_, may_writes_, must_writes_, kills_});
        return {flow.dependence(), flow.without_must_source()};
    }

    /// Reads as may-sources, which a write or kill covers as must-source (section 2.3).
    isl::union_map input_dependences() const
    {
        isl::union_map shared = lasting_reads().unite(may_writes_);
        RelaxedFlow flow = reaching({reads_, shared, must_writes_, kills_});
        return flow.dependence().intersect_domain(reads_.domain());
    }

private:
    RelaxedFlow reaching(const AccessInfo &accesses) const
    {
        return RelaxedFlow(accesses, order_, reductions_);
    }

    /// { source tag -> sink tag }: all sources before a sink.
    isl::union_map all_before(const isl::union_map &sinks, const isl::union_map &sources) const
    {
        return reaching({sinks, sources, none_, none_}).dependence();
    }

    /// { tag -> A[a] }: reads whose instance does not itself overwrite what it read. To the
    /// procedure, the accesses of an instance are unordered, but reads come before writes.
    isl::union_map lasting_reads() const
    {
        isl::union_map instances = reads_.domain().unwrap().domain_map();
        isl::union_map written = must_writes_.domain_factor_domain();
        return reads_.subtract(instances.apply_range(written));
    }

    /// { tag -> A[a] }: writes whose value is not definitely overwritten or killed later.
    isl::union_map surviving_writes() const
    {
        RelaxedFlow overwritten = reaching({must_writes_.unite(kills_), writes_, none_, none_});
        return writes_.subtract(overwritten.full_dependence().range_factor_range());
    }

    /// Pairs of writes that one read may see in one element: as accesses to "the read and the
    /// element" (section 3.3). Definite writes alone leave a read one source for each element.
    isl::union_map order_among_sources(const RelaxedFlow &flow) const
    {
        if (may_writes_.is_empty())
            return none_;
        isl::union_map sources = flow.full_dependence();
        return all_before(sources, sources);
    }

    isl::union_map among_updates() const
    {
        isl::union_map result = none_;
        for (const isl::union_set &own : reductions_) {
            isl::union_map updates = writes_.intersect_domain(own);
            Flow earlier(none_.ctx(), {updates, updates, none_, none_}, order_);
            presburger::add_to(result, earlier.dependence());
        }
        return result;
    }

    ExecutionOrder order_;
    isl::union_map reads_, must_writes_, may_writes_, writes_, kills_, none_;
    std::vector<isl::union_set> reductions_; ///< { [S[i] -> R[]] }
};

} // namespace

Dependences analyze(const program::Program &program, const schedule::Tree &original,
                    const std::vector<Reduction> &relaxed)
{
    return Analysis(program, original, relaxed).dependences();
}

ValueFlow analyze_flow(const program::Program &program, const schedule::Tree &original,
                       const std::vector<Reduction> &relaxed)
{
    return Analysis(program, original, relaxed).value_flow();
}

isl::union_map input_dependences(const program::Program &program, const schedule::Tree &original)
{
    return Analysis(program, original).input_dependences();
}

isl::union_map untagged(const isl::union_map &relation)
{
    return isl::manage(isl_union_map_factor_domain(relation.copy()));
}

isl::map with_tags(const isl::map &relation, const isl::space &tags)
{
    isl::space first = tags.domain().unwrap(), second = tags.range().unwrap();
    return relation.preimage_domain(isl::multi_aff::domain_map(first))
        .preimage_range(isl::multi_aff::domain_map(second));
}

} // namespace espalier::dependence
