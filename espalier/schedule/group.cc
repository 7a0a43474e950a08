#include "espalier/schedule/group.h"

#include "espalier/presburger/id.h"
#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/tree.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::schedule {

namespace {

void require_new_name(const Cursor &node, const std::string &name)
{
    Cursor root = node.ancestor(node.depth());
    root.as<Domain>().instances.foreach_set([&](const isl::set &set) {
        if (isl_set_has_tuple_name(set.get()) && isl_set_get_tuple_name(set.get()) == name)
            throw impossible(node, fmt::format("there is a statement {} already", name));
    });
}

void require_plain_path(const Cursor &node)
{
    for (Cursor up = node; up.has_parent(); up = up.above())
        if (up.above().is<Expansion>() || up.above().is<Extension>())
            throw impossible(up.above(), "instances below this node cannot be grouped");
}

/// { S[i] -> name[t] }: the virtual instance that stands for each instance that reaches `node`.
isl::union_map grouping(const Cursor &node, const std::string &name)
{
    isl::union_map prefix = prefix_relation(node);
    if (prefix.is_empty())
        throw impossible(node, "no instance reaches the node");
    isl::id id = presburger::make_id(node.ctx(), name);
    isl::union_map result = isl::union_map::empty(node.ctx());
    prefix.foreach_map([&](const isl::map &map) {
        result = result.unite(map.set_range_tuple(id).to_union_map());
    });
    return result;
}

/// Writes the virtual statement into the nodes above the one that is grouped.
class Ancestors {
public:
    /// \param others    { S[i] }: the instances of the domain that stay
    /// \param virtuals  { name[t] }
    Ancestors(isl::union_set others, isl::set virtuals)
        : others_(std::move(others)), virtuals_(std::move(virtuals))
    {
    }

    Payload rewritten(const Cursor &node) const
    {
        if (node.is<Domain>())
            return Domain{others_.unite(virtuals_.to_union_set())};
        if (node.is<Filter>())
            return Filter{node.as<Filter>().instances.unite(
                isl::set::universe(virtuals_.space()).to_union_set())};
        if (node.is<Band>())
            return rewritten(node.as<Band>(), node.schedule_depth());
        return node.node().payload();
    }

private:
    /// The virtual instance name[t] has the value t_d for the member with schedule dimension d.
    Band rewritten(const Band &band, std::size_t depth) const
    {
        Band result = restricted(band, others_);
        isl::multi_aff dimensions = virtuals_.space().identity_multi_aff_on_domain();
        for (std::size_t k = 0; k < band.size(); ++k) {
            isl::pw_aff value(dimensions.at(static_cast<int>(depth + k)));
            result.schedule = result.schedule.set_at(
                static_cast<int>(k), result.member(k).union_add(value.to_union_pw_aff()));
        }
        return result;
    }

    isl::union_set others_;
    isl::set virtuals_;
};

} // namespace

Cursor group(const Cursor &place, const std::string &name)
{
    if (!place.has_parent() || place.above().is<Sequence>() || place.above().is<Set>())
        throw impossible(place, "the domain node and the children of a sequence or set have to "
                                "stay what they are; group below them");
    require_new_name(place, name);
    require_plain_path(place);
    isl::union_map contraction = grouping(place, name);
    isl::union_set grouped = contraction.domain();
    Ancestors ancestors(place.ancestor(place.depth()).as<Domain>().instances.subtract(grouped),
                        contraction.range().as_set());
    NodePtr subtree =
        node(Expansion{contraction.as_union_pw_multi_aff().gist(grouped), contraction.reverse()},
             place.node_ptr());
    std::size_t position = place.position();
    for (Cursor up = place.above();; up = up.above()) {
        std::vector<NodePtr> children = up.node().children();
        children[position] = subtree;
        subtree =
            std::make_shared<Node>(ancestors.rewritten(up), PersistentVector<NodePtr>(children));
        if (!up.has_parent())
            break;
        position = up.position();
    }
    return Tree::unchecked(subtree).root().descendant(place.path());
}

} // namespace espalier::schedule
