#include "espalier/dependence/violations.h"

#include "espalier/dependence/listing.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>
#include <functional>
#include <set>

namespace espalier::dependence {

namespace {

/// A part of a dependence relation: the pairs of two references, at one site each.
struct Pairs {
    isl::map tagged;   ///< { [S[i] -> R[]] -> [T[j] -> Q[]] }
    isl::map relation; ///< { S[i] -> T[j] }
    const Site *first, *second;
};

std::size_t members_above(const Site &site, std::size_t step)
{
    auto end = site.steps.begin() + static_cast<long>(std::min(step, site.steps.size()));
    return static_cast<std::size_t>(
        std::count_if(site.steps.begin(), end, std::mem_fn(&Step::is_member)));
}

/// Compares dependences with the order of a schedule. Steps of that order decide from the root
/// down, so that a pair of sites takes as many intersections as it shares members, and none where
/// their children of a sequence are all there is to compare.
class Check {
public:
    Check(const program::Program &program, const Dependences &dependences,
          const schedule::Tree &order)
        : program_(program), dependences_(dependences), order_(order, Roles::respected)
    {
    }

    std::vector<Violation> run()
    {
        find_missing();
        find_foreign();
        keep_possible();
        if (!result_.empty())
            return std::move(result_);
        find_reversed(dependences_.flow, Violation::Kind::flow);
        find_reversed(dependences_.forced, Violation::Kind::forced);
        find_interference();
        find_races();
        keep_possible();
        return std::move(result_);
    }

private:
    /// Drops what the program is not made for.
    void keep_possible()
    {
        isl::set possible = program::possible_constants(program_);
        for (Violation &violation : result_)
            violation.pairs = violation.pairs.intersect_params(possible);
        std::erase_if(result_, [](const Violation &one) { return one.pairs.is_empty(); });
    }

    void find_missing()
    {
        for (const program::Statement &statement : program_.statements) {
            if (statement.is_kill())
                continue;
            isl::set left = statement.domain;
            for (const Site *site : order_.sites_of(left.space()))
                left = left.subtract(site->instances);
            if (!left.is_empty())
                result_.push_back({Violation::Kind::missing, left.identity()});
        }
    }

    void find_foreign()
    {
        for (const Site &site : order_.sites()) {
            const program::Statement *statement = statement_of(program_, site.instances.space());
            bool is_executed = statement && !statement->is_kill();
            isl::set extra =
                is_executed ? site.instances.subtract(statement->domain) : site.instances;
            if (!extra.is_empty())
                result_.push_back({Violation::Kind::foreign, extra.identity()});
        }
    }

    void find_reversed(const isl::union_map &dependences, Violation::Kind kind)
    {
        for_each_pair(dependences, [&](const Pairs &pairs) {
            for (Violation &found : not_in_order(pairs, kind))
                result_.push_back(std::move(found));
        });
    }

    template <class Action>
    void for_each_pair(const isl::union_map &dependences, const Action &action) const
    {
        dependences.foreach_map([&](const isl::map &tagged) {
            isl::map relation = tagged.factor_domain();
            for (const Site *first : order_.sites_of(relation.space().domain()))
                for (const Site *second : order_.sites_of(relation.space().range()))
                    action(Pairs{tagged, at_sites(relation, *first, *second), first, second});
        });
    }

    /// The part of a relation at two of the sites of its statements.
    isl::map at_sites(const isl::map &relation, const Site &first, const Site &second) const
    {
        isl::map result = relation;
        if (order_.sites_of(relation.space().domain()).size() > 1)
            result = result.intersect_domain(first.instances);
        if (order_.sites_of(relation.space().range()).size() > 1)
            result = result.intersect_range(second.instances);
        return result;
    }

    /// The pairs of which the schedule does not execute the first before the second.
    std::vector<Violation> not_in_order(const Pairs &pairs, Violation::Kind kind) const
    {
        std::vector<Violation> result;
        auto add = [&](const isl::map &where, std::size_t step) {
            isl::map reversed = pairs.relation.intersect(where);
            if (!reversed.is_empty())
                result.push_back({kind, with_tags(reversed, pairs.tagged.space()),
                                  steps_at(pairs, step), members_above(*pairs.first, step)});
        };
        const SiteOrder &order = order_.order(*pairs.first, *pairs.second);
        for (const SiteOrder::Depth &depth : order.depths) {
            add(depth.after, depth.step);
            add(depth.unordered, depth.step);
        }
        if (order.end != SiteOrder::End::before)
            add(order.equal, order.parting);
        return result;
    }

    static std::optional<std::pair<Step, Step>> steps_at(const Pairs &pairs, std::size_t step)
    {
        const std::vector<Step> &first = pairs.first->steps, &second = pairs.second->steps;
        if (step >= first.size() || step >= second.size())
            return std::nullopt;
        return std::pair(first[step], second[step]);
    }

    /// Order dependences keep live ranges apart: one that is reversed lets them overlap, unless
    /// all that the second write feeds runs before the write that feeds the first access.
    void find_interference()
    {
        for_each_pair(dependences_.order, [&](const Pairs &pairs) {
            for (Violation &found : not_in_order(pairs, Violation::Kind::interference)) {
                if (is_private(found))
                    continue;
                found.pairs = overlapping(found.pairs);
                if (!found.pairs.is_empty())
                    result_.push_back(std::move(found));
            }
        });
    }

    /// Updates may run in any order, but for one after the other, or on copies of their own.
    void find_races()
    {
        for_each_pair(dependences_.relaxed, [&](const Pairs &pairs) {
            for (Violation &found : not_in_order(pairs, Violation::Kind::race))
                if (found.is_unordered() && !is_private(found) && !is_collected(found))
                    result_.push_back(std::move(found));
        });
    }

    /// Whether iterations of a parallel loop are at odds over an array of which each has its own.
    bool is_private(const Violation &violation) const
    {
        const schedule::LoopRolePtr role = role_in(violation);
        std::size_t array = first_access(violation).array;
        return role &&
               std::ranges::find(role->own.private_arrays, array) != role->own.private_arrays.end();
    }

    /// Whether iterations of a parallel loop are at odds over updates that the loop collects.
    bool is_collected(const Violation &violation) const
    {
        const schedule::LoopRolePtr role = role_in(violation);
        const isl::id reference = first_access(violation).reference;
        return role && std::ranges::any_of(role->own.reductions, [&](const Reduction &reduction) {
                   return reduction.has(reference);
               });
    }

    /// The role of the parallel loop whose iterations are at odds, if that is the reason for the
    /// violation.
    static schedule::LoopRolePtr role_in(const Violation &violation)
    {
        return violation.steps ? violation.steps->first.role : nullptr;
    }

    const program::Access &first_access(const Violation &violation) const
    {
        return *find_reference(program_, violation.pairs.space().domain().unwrap()).access;
    }

    /// Of pairs of an access and a later write, those with a write that the access sees (or is) and
    /// a read that sees the later write, where the read does not run before the first write. A
    /// later write that nothing sees stands for its own use, unless nothing sees the first either.
    /// \param pairs  { [S[i] -> R[]] -> [T[j] -> Q[]] }
    isl::map overlapping(const isl::map &pairs) const
    {
        isl::union_map all = pairs.to_union_map();
        isl::union_map live = dependences_.flow;
        bool is_write = find_reference(program_, pairs.space().domain().unwrap()).access->kind !=
                        program::AccessKind::read;
        isl::union_map first_writes = // { pair -> write }
            is_write ? all.domain_map() : all.domain_map().apply_range(live.reverse());
        isl::union_map seen = is_write ? live : live.unite(pairs.range().identity().to_union_map());
        isl::union_map later_uses = all.range_map().apply_range(seen); // { pair -> use }
        isl::set overlapping = isl::set::empty(pairs.space().wrap());
        later_uses.range_product(first_writes).foreach_map([&](const isl::map &both) {
            overlapping = overlapping.unite(conflicts(both));
        });
        return overlapping.unwrap();
    }

    /// { pair }: where a use does not run before a write.
    /// \param uses  { pair -> [use -> write] }, both tagged
    isl::set conflicts(const isl::map &uses) const
    {
        isl::map pairs = uses.range().unwrap(); // { use -> write }
        isl::set result = isl::set::empty(uses.space().domain());
        for_each_pair(pairs.to_union_map(), [&](const Pairs &at) {
            for (const Violation &found : not_in_order(at, Violation::Kind::interference))
                result = result.unite(
                    uses.intersect_range(without_instances_of_both(found.pairs).wrap()).domain());
        });
        return result;
    }

    /// An instance reads before it writes.
    static isl::map without_instances_of_both(const isl::map &tagged)
    {
        isl::map pairs = tagged.factor_domain();
        if (!pairs.space().domain().is_equal(pairs.space().range()))
            return tagged;
        isl::map same = pairs.domain().identity();
        return tagged.subtract(with_tags(same, tagged.space()));
    }

    const program::Program &program_;
    const Dependences &dependences_;
    ExecutionOrder order_;
    std::vector<Violation> result_;
};

} // namespace

std::vector<Violation> violations(const program::Program &program, const Dependences &dependences,
                                  const schedule::Tree &order)
{
    return Check(program, dependences, order).run();
}

} // namespace espalier::dependence
