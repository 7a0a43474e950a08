#include "espalier/schedule/order_edits.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"

#include <algorithm>
#include <numeric>

namespace espalier::schedule {

namespace {

void require_branching(const Cursor &place)
{
    if (!place.is<Sequence>() && !place.is<Set>())
        throw impossible(place, "this edit needs a sequence or a set");
}

/// A child of a sequence or set that consists of a filter over a band.
struct Fused {
    isl::union_set instances; ///< { S[i] }: those that reach the band
    const Band &band;
};

Fused fused_child(const Cursor &parent, std::size_t position)
{
    if (position >= parent.child_count())
        throw impossible(
            parent, fmt::format("there is no child {} among {}", position, parent.child_count()));
    Cursor below = parent.child(position).child(0);
    if (!below.is<Band>())
        throw impossible(parent, fmt::format("child {} has no band right below its filter, but a "
                                             "{} node",
                                             position, name(below.type())));
    return {reaching_instances(below), below.as<Band>()};
}

/// The functions of one member of both bands, each on the instances of its own child. Only where
/// the two children share a statement are the functions cut to these instances.
isl::union_pw_aff united_member(const Fused &first, const Fused &second, std::size_t member)
{
    auto on_own = [member](const Fused &own, const Fused &other) {
        isl::union_pw_aff result = presburger::empty_union_pw_aff(own.band.schedule.ctx());
        own.instances.foreach_set([&](const isl::set &set) {
            isl::pw_aff function = own.band.member_on(member, set.space());
            bool is_shared = !other.instances.extract_set(set.space()).is_empty();
            presburger::add_to(result, is_shared ? function.intersect_domain(set) : function);
        });
        return result;
    };
    return on_own(first, second).union_add(on_own(second, first));
}

Band united(const Cursor &parent, const Fused &first, const Fused &second)
{
    const Band &a = first.band;
    const Band &b = second.band;
    if (a.size() != b.size())
        throw impossible(parent, fmt::format("bands with {} and {} members cannot be fused",
                                             a.size(), b.size()));
    bool has_same_isolation =
        a.isolation ? b.isolation && a.isolation->is_equal(*b.isolation) : !b.isolation.has_value();
    if (!has_same_isolation)
        throw impossible(parent, "bands with different isolations cannot be fused");
    Band result = a;
    result.schedule = result.schedule.reset_range_tuple_id();
    result.is_permutable = false;
    for (std::size_t k = 0; k < a.size(); ++k) {
        result.schedule =
            result.schedule.set_at(static_cast<int>(k), united_member(first, second, k));
        Member &member = result.members[k];
        member = a.members[k] == b.members[k] ? member : Member();
        member.is_coincident = false;
    }
    return result;
}

} // namespace

Cursor fuse(const Cursor &parent, std::size_t first, std::size_t second)
{
    require_branching(parent);
    if (first == second || (parent.is<Sequence>() && second != first + 1))
        throw impossible(parent, fmt::format("children {} and {} are not neighbours in this order",
                                             first, second));
    Band band = united(parent, fused_child(parent, first), fused_child(parent, second));
    std::vector<NodePtr> children = parent.node().children();
    const isl::union_set &first_filter = children[first]->as<Filter>().instances;
    const isl::union_set &second_filter = children[second]->as<Filter>().instances;
    auto inner = [](const NodePtr &child) {
        return node(child->as<Filter>(), child->child(0)->child(0));
    };
    NodePtr fused =
        node(std::move(band), sequence({inner(children[first]), inner(children[second])}));
    children[first] = node(Filter{first_filter.unite(second_filter)}, fused);
    children.erase(children.begin() + static_cast<std::ptrdiff_t>(second));
    std::size_t position = first - (second < first);
    return parent.grafted_unchecked(with_children(parent.node(), children))
        .child(position)
        .child(0);
}

Cursor order(const Cursor &node, const isl::union_set &first, const isl::union_set &second)
{
    return insert_sequence(node, {first, second});
}

Cursor reorder(const Cursor &parent, const std::vector<std::size_t> &order)
{
    require_branching(parent);
    std::vector<std::size_t> all(parent.child_count());
    std::iota(all.begin(), all.end(), 0);
    if (!std::is_permutation(order.begin(), order.end(), all.begin(), all.end()))
        throw impossible(parent, fmt::format("[{}] is no order of {} children",
                                             fmt::join(order, ", "), all.size()));
    std::vector<NodePtr> children;
    for (std::size_t position : order)
        children.push_back(parent.node().child(position));
    return parent.grafted_unchecked(with_children(parent.node(), children));
}

Cursor set_to_sequence(const Cursor &place)
{
    if (!place.is<Set>())
        throw impossible(place, "this edit needs a set");
    return place.grafted_unchecked(sequence(place.node().children()));
}

Cursor sequence_to_set(const Cursor &place)
{
    if (!place.is<Sequence>())
        throw impossible(place, "this edit needs a sequence");
    return place.grafted_unchecked(set(place.node().children()));
}

namespace {

NodePtr with_sets_ordered(const NodePtr &subtree)
{
    std::vector<NodePtr> children = subtree->children();
    for (NodePtr &child : children)
        child = with_sets_ordered(child);
    if (subtree->is<Set>())
        return sequence(children);
    return children == subtree->children() ? subtree : with_children(*subtree, children);
}

} // namespace

Tree with_sets_ordered(const Tree &tree)
{
    return Tree::unchecked(with_sets_ordered(tree.node_ptr()));
}

} // namespace espalier::schedule
