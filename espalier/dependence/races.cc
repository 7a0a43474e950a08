#include "espalier/dependence/races.h"

#include "espalier/dependence/listing.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::dependence {

namespace {

class RaceSearch {
public:
    RaceSearch(const program::Program &program, const ExecutionOrder &order)
        : program_(program), order_(order)
    {
    }

    std::vector<Violation> run() &&
    {
        for (const program::Statement &first : program_.statements)
            for (const program::Access &one : first.accesses)
                for (const program::Statement &second : program_.statements)
                    for (const program::Access &other : second.accesses)
                        if (is_conflict(one, other))
                            add({&first, &one}, {&second, &other});
        return std::move(result_);
    }

private:
    /// Whether the first is a write and the second uses its array. Two writes are a conflict once.
    static bool is_conflict(const program::Access &one, const program::Access &other)
    {
        using program::AccessKind;
        return one.array == other.array && one.kind != AccessKind::read &&
               (other.kind == AccessKind::read || one.reference.name() <= other.reference.name());
    }

    void add(const ReferencePlace &first, const ReferencePlace &second)
    {
        const std::vector<std::pair<const Site *, const Site *>> sites =
            unordered_sites(first.statement->domain.space(), second.statement->domain.space());
        if (sites.empty())
            return;
        isl::map same = first.access->relation.apply_range(second.access->relation.reverse());
        isl::set tags = tagged_relation(*first.access).domain();
        isl::set other_tags = tagged_relation(*second.access).domain();
        isl::space tagged =
            isl::manage(isl_map_from_domain_and_range(tags.release(), other_tags.release()))
                .space();
        if (first.access == second.access)
            same = same.intersect(presburger::lexicographically_smaller(same.space().domain()));
        for (const auto &[one, other] : sites)
            for (Violation &found : unordered(same, *one, *other))
                if (!is_apart(found, first, second)) {
                    found.pairs = with_tags(found.pairs, tagged);
                    result_.push_back(std::move(found));
                }
    }

    /// The sites of two statements of whose instances some may have no order.
    std::vector<std::pair<const Site *, const Site *>>
    unordered_sites(const isl::space &first, const isl::space &second) const
    {
        std::vector<std::pair<const Site *, const Site *>> result;
        for (const Site *one : order_.sites_of(first))
            for (const Site *other : order_.sites_of(second))
                if (!are_ordered(*one, *other))
                    result.push_back({one, other});
        return result;
    }

    /// The pairs at two sites that have no order.
    std::vector<Violation> unordered(const isl::map &pairs, const Site &one,
                                     const Site &other) const
    {
        std::vector<Violation> result;
        const SiteOrder &order = order_.order(one, other);
        isl::set possible = program::possible_constants(program_);
        isl::map here = pairs.intersect_domain(one.instances)
                            .intersect_range(other.instances)
                            .intersect_params(possible);
        std::size_t depth = 0;
        auto add = [&](const isl::map &where, std::size_t step) {
            isl::map found = here.intersect(where);
            if (found.is_empty())
                return;
            result.push_back({Violation::Kind::race, found, {}, depth});
            if (step < one.steps.size() && step < other.steps.size())
                result.back().steps = std::pair(one.steps[step], other.steps[step]);
        };
        for (const SiteOrder::Depth &shared : order.depths) {
            add(shared.unordered, shared.step);
            ++depth;
        }
        if (order.end == SiteOrder::End::unordered)
            add(one.number == other.number ? order.equal.subtract(one.instances.identity())
                                           : order.equal,
                order.parting);
        return result;
    }

    /// Whether the threads of a parallel loop make two accesses in copies of their own.
    bool is_apart(const Violation &race, const ReferencePlace &one,
                  const ReferencePlace &other) const
    {
        if (!race.steps || race.steps->first.kind != Step::Kind::parallel)
            return false;
        const schedule::Privatization &own = race.steps->first.role->own;
        auto collects = [&](const Reduction &reduction) {
            return reduction.has(one.access->reference) && reduction.has(other.access->reference);
        };
        return has_private(own, one.access->array) || std::ranges::any_of(own.reductions, collects);
    }

    const program::Program &program_;
    const ExecutionOrder &order_;
    std::vector<Violation> result_;
};

} // namespace

bool has_private(const schedule::Privatization &own, std::size_t array)
{
    return std::ranges::find(own.private_arrays, array) != own.private_arrays.end();
}

std::vector<Violation> races(const program::Program &program, const ExecutionOrder &order)
{
    return RaceSearch(program, order).run();
}

} // namespace espalier::dependence
