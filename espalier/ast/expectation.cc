#include "espalier/ast/expectation.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/union_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <string>

namespace espalier::ast {

using namespace schedule;

namespace {

/// Executions on their way to the leaves, t: the members of the bands above.
struct Executions {
    isl::union_map due;      ///< { S[i] -> [t] }
    isl::union_map optional; ///< { S[i] -> [t] }: those that code may leave out
    isl::set around;         ///< { [t] }: where the code around may get
    isl::set broken;         ///< { : ... }: where code around gets to what a context excludes
};

/// { [t] }: a set without strides and holes that holds all times of some executions, which loops
/// may get to.
isl::set closure(const isl::union_set &times, std::size_t depth)
{
    isl::space space = isl::manage(isl_space_set_alloc(times.ctx().get(), 0, unsigned(depth)));
    isl::set result = times.extract_set(space);
    result = isl::manage(isl_set_remove_divs(result.release()));
    return isl::manage(isl_set_from_basic_set(isl_set_simple_hull(result.release())));
}

/// Walks down a tree with all executions, and keeps what gets to the leaves.
class Walk {
public:
    explicit Walk(isl::ctx ctx)
        : due(isl::union_map::empty(ctx)), unspecified(due.domain()), constants(due.space())
    {
    }

    void visit(const Node &node, const Executions &executions)
    {
        std::visit([&](const auto &payload) { enter(node, payload, executions); }, node.payload());
    }

    isl::union_map due;         ///< { S[i] -> [t] }, with positions, not padded
    isl::union_set unspecified; ///< { S[i] }
    std::vector<SetPlace> sets;
    isl::space constants; ///< with all symbolic constants of contexts and guards

private:
    void enter(const Node &node, const Domain &, const Executions &executions)
    {
        visit(*node.child(0), executions);
    }

    void enter(const Node &node, const Mark &, const Executions &executions)
    {
        visit(*node.child(0), executions);
    }

    void enter(const Node &node, const Context &context, const Executions &executions)
    {
        visit(*node.child(0), promised(executions, context.constraints));
    }

    void enter(const Node &node, const Guard &guard, const Executions &executions)
    {
        visit(*node.child(0), promised(executions, guard.constraints));
    }

    Executions promised(Executions executions, const isl::set &constraints)
    {
        constants = isl::manage(
            isl_space_align_params(constants.release(), constraints.space().params().release()));
        isl::set inside = with_dimensions(constraints, depth());
        isl::set outside = executions.around.subtract(inside);
        executions.broken = executions.broken.unite(outside.params())
                                .unite(constraints.params().complement())
                                .coalesce();
        executions.due = executions.due.intersect_range(inside);
        executions.around = executions.around.intersect(inside);
        return executions;
    }

    void enter(const Node &node, const Filter &filter, Executions executions)
    {
        executions.due = executions.due.intersect_domain(filter.instances);
        executions.optional = executions.optional.intersect_domain(filter.instances);
        visit(*node.child(0), executions);
    }

    void enter(const Node &node, const Expansion &expansion, Executions executions)
    {
        executions.due = executions.due.apply_domain(expansion.expansion);
        executions.optional = executions.optional.apply_domain(expansion.expansion);
        visit(*node.child(0), executions);
    }

    void enter(const Node &node, const Extension &extension, Executions executions)
    {
        isl::union_map added = extension.relation.reverse();
        isl::union_map reached = added.intersect_range(executions.due.range());
        executions.due = executions.due.unite(reached);
        executions.optional = executions.optional.unite(added.subtract(reached));
        visit(*node.child(0), executions);
    }

    void enter(const Node &node, const Band &band, Executions executions)
    {
        place_.resize(place_.size() + band.size());
        executions.due = append(executions.due, band);
        executions.optional = append(executions.optional, band);
        executions.around =
            closure(executions.due.range().unite(executions.optional.range()), depth());
        visit(*node.child(0), executions);
        place_.resize(place_.size() - band.size());
    }

    void enter(const Node &node, const Sequence &, const Executions &executions)
    {
        enter_children(node, executions);
    }

    void enter(const Node &node, const Set &, const Executions &executions)
    {
        sets.push_back(place_);
        enter_children(node, executions);
    }

    void enter_children(const Node &node, const Executions &executions)
    {
        for (std::size_t k = 0; k < node.child_count(); ++k) {
            place_.emplace_back(static_cast<long>(k));
            visit(*node.child(k), executions);
            place_.pop_back();
        }
    }

    void enter(const Node &, const Leaf &, const Executions &executions)
    {
        presburger::add_to(due, executions.due.apply_range(isl::union_map(with_positions())));
        presburger::add_to(unspecified, executions.optional.domain());
        auto leave_open = [&](const isl::map &map) {
            isl::set all = isl::set::universe(map.space().domain());
            presburger::add_to(unspecified,
                               isl::union_set(all.intersect_params(executions.broken)));
        };
        executions.due.foreach_map(leave_open);
        executions.optional.foreach_map(leave_open);
    }

    std::size_t depth() const
    {
        return static_cast<std::size_t>(std::count(place_.begin(), place_.end(), std::nullopt));
    }

    /// { [t] -> [t'] }: the schedule dimensions without and with positions.
    isl::map with_positions() const
    {
        std::vector<std::string> dimensions, coordinates;
        for (const std::optional<long> &position : place_) {
            if (!position)
                dimensions.push_back(fmt::format("t{}", dimensions.size()));
            coordinates.push_back(position ? std::to_string(*position) : dimensions.back());
        }
        return isl::map(due.ctx(), fmt::format("{{ [{}] -> [{}] }}", fmt::join(dimensions, ", "),
                                               fmt::join(coordinates, ", ")));
    }

    SetPlace place_; ///< the coordinates of the times that reach the current node
};

/// { [t] -> [t'] }: times that differ at a set node first.
isl::map unordered(const isl::space &times, const SetPlace &place)
{
    isl::map result = isl::map::universe(times.map_from_set());
    for (unsigned k = 0; k < place.size(); ++k) {
        result =
            isl::manage(isl_map_equate(result.release(), isl_dim_in, int(k), isl_dim_out, int(k)));
        if (place[k])
            result = isl::manage(
                isl_map_fix_si(result.release(), isl_dim_in, k, static_cast<int>(*place[k])));
    }
    auto own = static_cast<int>(place.size());
    isl::map same = isl::manage(isl_map_equate(result.copy(), isl_dim_in, own, isl_dim_out, own));
    return result.subtract(same);
}

} // namespace

std::size_t Expectation::time_size() const
{
    std::size_t result = 0;
    order.foreach_map([&](const isl::map &map) { result = map.range_tuple_dim(); });
    return result;
}

Expectation expectation(const Tree &tree, const isl::set &context)
{
    isl::set known = context.intersect(tree.context().params());
    isl::union_set instances = tree.domain().intersect_params(known);
    isl::union_map due = isl::manage(isl_union_map_from_domain(instances.release()));
    Walk walk(tree.ctx());
    walk.visit(tree.node(), {due, isl::union_map::empty(tree.ctx()), closure(due.range(), 0),
                             isl::set::empty(known.space())});
    known = isl::manage(isl_set_align_params(known.release(), walk.constants.release()));
    return {known, padded(walk.due), walk.unspecified.intersect_params(known), walk.sets};
}

Expectation expectation(const isl::union_map &order, const isl::set &context)
{
    return {context, order.intersect_params(context), isl::union_set::empty(order.ctx()), {}};
}

isl::map before(const Expectation &expectation)
{
    isl::space times = isl::manage(
        isl_space_set_alloc(expectation.context.ctx().get(), 0, unsigned(expectation.time_size())));
    isl::map result = isl::manage(isl_map_lex_lt(times.copy()));
    for (const SetPlace &place : expectation.sets)
        if (place.size() < expectation.time_size())
            result = result.subtract(unordered(times, place));
    return result;
}

} // namespace espalier::ast
