#include "espalier/schedule/queries.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/union_map.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace espalier::schedule {

namespace {

/// Instances that a caller is interested in; nothing: in all. The walks up from a node intersect
/// what they meet with the few that are wanted, so that they never touch the rest of the tree.
using Wanted = std::optional<isl::union_set>;

isl::union_set within(const Wanted &wanted, const isl::union_set &instances)
{
    return wanted ? wanted->intersect(instances) : instances;
}

Wanted before(const Expansion &expansion, const Wanted &wanted)
{
    return wanted ? Wanted(wanted->apply(expansion.expansion.reverse())) : std::nullopt;
}

isl::union_set reaching(const Cursor &node, const Wanted &wanted)
{
    if (!node.has_parent())
        return isl::union_set::empty(node.ctx());
    Cursor up = node.above();
    if (up.is<Domain>())
        return within(wanted, up.as<Domain>().instances);
    if (up.is<Filter>())
        return reaching(up, within(wanted, up.as<Filter>().instances));
    if (up.is<Expansion>()) {
        const Expansion &expansion = up.as<Expansion>();
        isl::union_set old_instances = reaching(up, before(expansion, wanted));
        return within(wanted, old_instances.apply(expansion.expansion));
    }
    if (up.is<Extension>())
        return reaching(up, wanted).unite(within(wanted, up.as<Extension>().relation.range()));
    return reaching(up, wanted);
}

/// What the way from the root to a node contributes to its schedule values.
class Prefix {
public:
    /// Bands alone, or also the positions in sequences and sets.
    enum class Contents { bands, bands_and_positions };

    explicit Prefix(Contents contents) : contents_(contents) {}

    /// { S[i] -> [t] } on the instances wanted among those that reach `node`.
    isl::union_map relation(const Cursor &node, const Wanted &wanted) const
    {
        if (!node.has_parent())
            return isl::union_map::empty(node.ctx());
        Cursor up = node.above();
        if (up.is<Domain>())
            return isl::manage(
                isl_union_map_from_domain(within(wanted, up.as<Domain>().instances).release()));
        if (up.is<Filter>())
            return relation(up, within(wanted, up.as<Filter>().instances));
        if (up.is<Band>())
            return append(relation(up, wanted), up.as<Band>());
        if (up.is<Expansion>())
            return expanded(up, wanted);
        if (up.is<Extension>())
            return extended(up, wanted);
        return counts(up) ? with_position(relation(up, wanted), node.position())
                          : relation(up, wanted);
    }

private:
    bool counts(const Cursor &node) const
    {
        return contents_ == Contents::bands_and_positions &&
               (node.is<Sequence>() || node.is<Set>()) && node.child_count() > 1;
    }

    isl::union_map expanded(const Cursor &up, const Wanted &wanted) const
    {
        const isl::union_map &expansion = up.as<Expansion>().expansion;
        isl::union_map result =
            relation(up, before(up.as<Expansion>(), wanted)).apply_domain(expansion);
        return wanted ? result.intersect_domain(*wanted) : result;
    }

    isl::union_map extended(const Cursor &up, const Wanted &wanted) const
    {
        isl::union_map added = up.as<Extension>().relation.reverse();
        if (wanted)
            added = added.intersect_domain(*wanted);
        if (contents_ == Contents::bands_and_positions)
            added = added.apply_range(isl::union_map(with_positions(up)));
        return relation(up, wanted).unite(added);
    }

    /// { [t] -> [t'] }: the schedule dimensions above `node`, without and with positions.
    isl::map with_positions(const Cursor &node) const
    {
        isl::space dimensions =
            isl::manage(isl_space_set_alloc(node.ctx().get(), 0, unsigned(node.schedule_depth())));
        isl::map result =
            isl::manage(isl_map_from_domain(isl::set::universe(dimensions).release()));
        append_path(node, dimensions, result);
        return result;
    }

    void append_path(const Cursor &node, const isl::space &dimensions, isl::map &result) const
    {
        if (!node.has_parent())
            return;
        Cursor up = node.above();
        append_path(up, dimensions, result);
        std::size_t members = up.is<Band>() ? up.as<Band>().size() : 0;
        for (std::size_t k = 0; k < members; ++k) {
            isl::multi_aff all = dimensions.identity_multi_aff_on_domain();
            isl::aff dimension = all.at(static_cast<int>(up.schedule_depth() + k));
            result = presburger::flat_range_product(result, dimension.as_map());
        }
        if (counts(up))
            result = with_position(isl::union_map(result), node.position()).as_map();
    }

    static isl::union_map with_position(const isl::union_map &prefix, std::size_t position)
    {
        isl::union_map result = isl::union_map::empty(prefix.ctx());
        prefix.foreach_map([&](const isl::map &values) {
            isl::multi_aff constant =
                isl::multi_aff::zero(values.space().domain().add_unnamed_tuple(1));
            isl::aff value = constant.at(0).add_constant(static_cast<long>(position));
            isl::map positions = value.as_map();
            presburger::add_to(result,
                               presburger::flat_range_product(values, positions).to_union_map());
        });
        return result;
    }

    Contents contents_;
};

/// The most members of bands and positions in sequences and sets on the way to a leaf.
std::size_t flat_depth(const Node &node)
{
    std::size_t result = 0;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        result = std::max(result, flat_depth(*node.child(k)));
    std::size_t own = node.is<Band>() ? node.as<Band>().size() : node.child_count() > 1;
    return result + own;
}

void foreach_leaf(const Cursor &node, const std::function<void(const Cursor &)> &action)
{
    if (node.is<Leaf>())
        action(node);
    for (std::size_t k = 0; k < node.child_count(); ++k)
        foreach_leaf(node.child(k), action);
}

bool is_below_extension(const Cursor &node)
{
    return node.has_parent() && (node.above().is<Extension>() || is_below_extension(node.above()));
}

/// One function for each schedule dimension of `node`, defined nowhere.
isl::multi_union_pw_aff empty_functions(const Cursor &node)
{
    auto count = unsigned(node.schedule_depth());
    isl::union_pw_aff_list list(node.ctx(), static_cast<int>(count));
    for (unsigned k = 0; k < count; ++k)
        list = list.add(presburger::empty_union_pw_aff(node.ctx()));
    return isl::multi_union_pw_aff(isl::space::unit(node.ctx()).add_unnamed_tuple(count), list);
}

/// The functions of the bands above `node` on the statements of `instances`, one after the other.
/// Precondition: schedule_depth() > 0, and no extension above
isl::multi_union_pw_aff composed_functions(const Cursor &node, const isl::union_set &instances)
{
    Cursor up = node.above();
    if (up.is<Expansion>()) {
        const Expansion &expansion = up.as<Expansion>();
        return composed_functions(up, instances.apply(expansion.expansion.reverse()))
            .pullback(expansion.contraction);
    }
    if (!up.is<Band>() || up.as<Band>().size() == 0)
        return composed_functions(up, instances);
    isl::multi_union_pw_aff own =
        restricted(up.as<Band>(), instances).schedule.reset_range_tuple_id();
    return up.schedule_depth() > 0 ? composed_functions(up, instances).flat_range_product(own)
                                   : own;
}

/// { S[i] -> [t] } without all but the first `count` dimensions of t.
isl::union_map truncated(const isl::union_map &schedule, std::size_t count)
{
    isl::union_map result = isl::union_map::empty(schedule.ctx());
    schedule.foreach_map([&](isl::map map) {
        isl_size dimensions = isl_map_dim(map.get(), isl_dim_out);
        map = isl::manage(isl_map_project_out(map.release(), isl_dim_out, unsigned(count),
                                              unsigned(dimensions) - unsigned(count)));
        presburger::add_to(result, map.to_union_map());
    });
    return result;
}

/// A leaf and the schedule of some instances that reach it.
struct Branch {
    Cursor leaf;
    std::vector<std::size_t> path;
    isl::union_map schedule; ///< { S[i] -> [t] }, t: the members of all bands above
};

std::vector<Branch> branches(const Tree &tree, const isl::union_set &instances)
{
    std::vector<Branch> result;
    foreach_leaf(tree.root(), [&](const Cursor &leaf) {
        isl::union_map schedule = Prefix(Prefix::Contents::bands).relation(leaf, instances);
        if (!schedule.is_empty())
            result.push_back({leaf, leaf.path(), schedule});
    });
    return result;
}

/// { A[i] -> B[j] }: instances of the first branch before such of the second.
isl::union_map precedes(const Branch &first, const Branch &second)
{
    std::size_t shared = static_cast<std::size_t>(
        std::mismatch(first.path.begin(), first.path.end(), second.path.begin(), second.path.end())
            .first -
        first.path.begin());
    Cursor fork = first.leaf.ancestor(first.path.size() - shared);
    isl::union_map a = truncated(first.schedule, fork.schedule_depth());
    isl::union_map b = truncated(second.schedule, fork.schedule_depth());
    isl::union_map result = isl::manage(isl_union_map_lex_lt_union_map(a.copy(), b.copy()));
    if (fork.is<Sequence>() && first.path[shared] < second.path[shared])
        result = result.unite(a.apply_range(b.reverse()));
    return result;
}

} // namespace

isl::union_set reaching_instances(const Cursor &node) { return reaching(node, std::nullopt); }

isl::union_map prefix_relation(const Cursor &node)
{
    return Prefix(Prefix::Contents::bands).relation(node, std::nullopt);
}

isl::union_map prefix_relation(const Cursor &node, const isl::union_set &instances)
{
    return Prefix(Prefix::Contents::bands).relation(node, instances);
}

isl::multi_union_pw_aff prefix_functions(const Cursor &node)
{
    isl::union_set instances = reaching_instances(node);
    if (node.schedule_depth() == 0)
        return empty_functions(node).intersect_domain(instances);
    if (!is_below_extension(node))
        return composed_functions(node, instances);
    isl::union_map relation = prefix_relation(node);
    if (!relation.is_single_valued())
        throw impossible(node, "the instances that reach the node have no schedule function: an "
                               "extension above adds the same instance at several places");
    return relation.is_empty() ? empty_functions(node) : relation.as_multi_union_pw_aff();
}

isl::union_map schedule_relation(const Tree &tree)
{
    isl::union_map result = isl::union_map::empty(tree.ctx());
    foreach_leaf(tree.root(), [&](const Cursor &leaf) {
        Prefix prefix(Prefix::Contents::bands_and_positions);
        presburger::add_to(result, prefix.relation(leaf, std::nullopt));
    });
    return padded(result, flat_depth(tree.node()));
}

isl::union_map precedes(const Tree &tree, const isl::union_set &first, const isl::union_set &second)
{
    isl::union_map result = isl::union_map::empty(tree.ctx());
    std::vector<Branch> later = branches(tree, second);
    for (const Branch &a : branches(tree, first))
        for (const Branch &b : later)
            presburger::add_to(result, precedes(a, b));
    return result;
}

Cursor shared_ancestor(const Cursor &first, const Cursor &second)
{
    std::vector<std::size_t> a = first.path(), b = second.path();
    auto fork = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    return first.ancestor(static_cast<std::size_t>(a.end() - fork));
}

} // namespace espalier::schedule
