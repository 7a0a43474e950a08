#include "espalier/dependence/execution_order.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/reach.h"
#include "espalier/schedule/reached_leaves.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::dependence {

namespace {

/// Names a statement uniquely: names may be overloaded.
std::string key(const isl::space &statement)
{
    return schedule::statement_name(statement) + "/" +
           std::to_string(isl_space_dim(statement.get(), isl_dim_set));
}

/// Walks down a tree and collects its sites. The steps above a node are kept for each statement,
/// because the values of band members are functions of the statement's instances.
class SiteCollector {
public:
    SiteCollector(Roles roles, std::vector<Site> &sites) : roles_(roles), sites_(sites) {}

    void run(const schedule::Tree &tree)
    {
        const auto &root = tree.node().as<schedule::Domain>();
        visit(*tree.node().child(0), schedule::reach_below_root(root), {});
    }

private:
    using Steps = std::map<std::string, std::vector<Step>>;

    void visit(const schedule::Node &node, const schedule::Reach &reach, const Steps &steps)
    {
        if (node.is<schedule::Leaf>())
            return add_sites(reach.instances, steps);
        if (node.is<schedule::Extension>())
            return visit(*node.child(0), reach, steps);
        schedule::Reach inside = schedule::below(node, reach);
        if (node.is<schedule::Band>())
            return visit(*node.child(0), inside, with_band(node, inside.instances, steps));
        if (node.is<schedule::Expansion>())
            return visit(*node.child(0), inside, expanded(node, inside.instances, steps));
        if (node.child_count() > 1 || node.is<schedule::Sequence>())
            return visit_children(node, inside, steps);
        visit(*node.child(0), inside, steps);
    }

    void visit_children(const schedule::Node &node, const schedule::Reach &reach,
                        const Steps &steps)
    {
        std::size_t number = next_step_++;
        auto kind = node.is<schedule::Set>() ? Step::Kind::set : Step::Kind::sequence;
        for (std::size_t k = 0; k < node.child_count(); ++k) {
            schedule::Reach inside = schedule::below(*node.child(k), reach);
            Steps below = of_statements(inside.instances, steps);
            for (auto &[statement, way] : below)
                way.push_back({kind, number, k});
            visit(*node.child(k)->child(0), inside, below);
        }
    }

    Steps with_band(const schedule::Node &node, const isl::union_set &instances, const Steps &steps)
    {
        const auto &band = node.as<schedule::Band>();
        Steps result = of_statements(instances, steps);
        instances.foreach_set([&](const isl::set &set) {
            std::vector<Step> &way = result[key(set.space())];
            for (std::size_t k = 0; k < band.size(); ++k) {
                const schedule::LoopRolePtr &role = band.members[k].role;
                bool is_unordered = roles_ == Roles::respected && role && role->is_unordered();
                way.push_back({is_unordered ? Step::Kind::parallel : Step::Kind::member,
                               next_step_ + k, 0, band.member_on(k, set.space()),
                               is_unordered ? role : nullptr});
            }
        });
        next_step_ += band.size();
        return result;
    }

    /// The steps above as functions of the instances that take the place of those above.
    Steps expanded(const schedule::Node &node, const isl::union_set &instances,
                   const Steps &steps) const
    {
        isl::union_pw_multi_aff contraction = node.as<schedule::Expansion>().contraction;
        Steps result;
        instances.foreach_set([&](const isl::set &set) {
            isl::union_set here(set.to_union_set());
            contraction.intersect_domain(here).as_union_map().foreach_map([&](const isl::map &map) {
                isl::pw_multi_aff origin = map.as_pw_multi_aff();
                std::vector<Step> way = steps.at(key(map.space().range()));
                for (Step &step : way)
                    if (step.value)
                        step.value = step.value->pullback(origin);
                result[key(set.space())] = std::move(way);
            });
        });
        return result;
    }

    static Steps of_statements(const isl::union_set &instances, const Steps &steps)
    {
        Steps result;
        instances.foreach_set([&](const isl::set &set) {
            auto way = steps.find(key(set.space()));
            result[key(set.space())] = way == steps.end() ? std::vector<Step>() : way->second;
        });
        return result;
    }

    void add_sites(const isl::union_set &instances, const Steps &steps)
    {
        instances.foreach_set([&](const isl::set &set) {
            if (isl_set_plain_is_empty(set.get()) == isl_bool_true)
                return;
            auto way = steps.find(key(set.space()));
            sites_.push_back(
                {set, way == steps.end() ? std::vector<Step>() : way->second, sites_.size()});
            for (Step &step : sites_.back().steps)
                if (step.value && isl_pw_aff_n_piece(step.value->get()) > 1)
                    step.value = on_part(*step.value, set);
        });
    }

    /// A function in the simplest form that holds on a part of its domain: where the instances of a
    /// statement part, each site needs but a piece of it.
    static isl::pw_aff on_part(const isl::pw_aff &function, const isl::set &part)
    {
        isl::pw_aff restricted = function.intersect_domain(part).coalesce();
        return restricted.gist(part);
    }

    Roles roles_;
    std::vector<Site> &sites_;
    std::size_t next_step_ = 0;
};

isl::map equal_at(const Step &first, const Step &second)
{
    return isl::manage(isl_pw_aff_eq_map(first.value->copy(), second.value->copy()));
}

isl::map less_at(const Step &first, const Step &second)
{
    return isl::manage(isl_pw_aff_lt_map(first.value->copy(), second.value->copy()));
}

SiteOrder::End end_of(const Site &first, const Site &second, std::size_t parting)
{
    if (parting == first.steps.size() || parting == second.steps.size() ||
        first.steps[parting].kind == Step::Kind::set)
        return SiteOrder::End::unordered;
    return first.steps[parting].position < second.steps[parting].position ? SiteOrder::End::before
                                                                          : SiteOrder::End::after;
}

/// { A[i] -> B[j] }, for the spaces of two sets.
isl::map all_pairs(const isl::set &first, const isl::set &second)
{
    isl::set one = presburger::aligned(first, second), two = presburger::aligned(second, one);
    return isl::map::universe(isl::manage(
        isl_space_map_from_domain_and_range(one.space().release(), two.space().release())));
}

SiteOrder compare(const Site &first, const Site &second)
{
    SiteOrder result;
    result.parting = shared_steps(first, second);
    result.end = end_of(first, second, result.parting);
    result.equal = all_pairs(first.instances, second.instances);
    for (std::size_t k = 0; k < result.parting; ++k) {
        const Step &one = first.steps[k], &two = second.steps[k];
        if (!one.is_member())
            continue;
        isl::map before = result.equal.intersect(less_at(one, two));
        isl::map after = result.equal.intersect(less_at(two, one).reverse());
        isl::map never = isl::map::empty(before.space());
        if (one.kind == Step::Kind::parallel)
            result.depths.push_back({k, never, never, before.unite(after)});
        else
            result.depths.push_back({k, before, after, never});
        result.equal = result.equal.intersect(equal_at(one, two));
    }
    return result;
}

} // namespace

isl::map SiteOrder::before() const
{
    isl::map result = end == End::before ? equal : isl::map::empty(equal.space());
    for (const Depth &depth : depths)
        result = result.unite(depth.before);
    return result;
}

ExecutionOrder::ExecutionOrder(const schedule::Tree &tree, Roles roles)
{
    SiteCollector(roles, sites_).run(tree);
    for (const Site &site : sites_)
        by_statement_[key(site.instances.space())].push_back(site.number);
}

std::vector<const Site *> ExecutionOrder::sites_of(const isl::space &statement) const
{
    std::vector<const Site *> result;
    auto numbers = by_statement_.find(key(statement));
    if (numbers != by_statement_.end())
        for (std::size_t number : numbers->second)
            result.push_back(&sites_[number]);
    return result;
}

const SiteOrder &ExecutionOrder::order(const Site &first, const Site &second) const
{
    auto place = std::pair(first.number, second.number);
    auto known = orders_.find(place);
    if (known == orders_.end())
        known = orders_.emplace(place, compare(first, second)).first;
    return known->second;
}

std::size_t shared_steps(const Site &first, const Site &second)
{
    auto takes_same_way = [](const Step &one, const Step &two) {
        return one.number == two.number && one.position == two.position;
    };
    auto [end, ignored] = std::ranges::mismatch(first.steps, second.steps, takes_same_way);
    return static_cast<std::size_t>(end - first.steps.begin());
}

bool are_ordered(const Site &first, const Site &second)
{
    const std::size_t shared = shared_steps(first, second);
    return end_of(first, second, shared) != SiteOrder::End::unordered &&
           std::none_of(first.steps.begin(), first.steps.begin() + long(shared),
                        [](const Step &step) { return step.kind == Step::Kind::parallel; });
}

} // namespace espalier::dependence
