#include "espalier/schedule/group.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/tree.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <cctype>

namespace espalier::schedule {

namespace {

bool is_identifier(const std::string &name)
{
    return !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
           std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

bool has_statement(const isl::union_set &instances, const std::string &name)
{
    return !instances.every_set([&](const isl::set &set) {
        return !isl_set_has_tuple_name(set.get()) || isl_set_get_tuple_name(set.get()) != name;
    });
}

/// Whether the subtree introduces a statement of this name.
bool introduces(const Node &subtree, const std::string &name)
{
    if ((subtree.is<Domain>() && has_statement(subtree.as<Domain>().instances, name)) ||
        (subtree.is<Expansion>() &&
         has_statement(subtree.as<Expansion>().expansion.range(), name)) ||
        (subtree.is<Extension>() && has_statement(subtree.as<Extension>().relation.range(), name)))
        return true;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        if (introduces(*subtree.child(k), name))
            return true;
    return false;
}

void require_new_name(const Cursor &node, const std::string &name)
{
    if (!is_identifier(name))
        throw impossible(node, fmt::format("`{}` cannot be the name of a statement", name));
    if (introduces(node.ancestor(node.depth()).node(), name))
        throw impossible(node, fmt::format("there is a statement {} already", name));
}

/// The virtual instances stand in the domain, above all contexts.
void require_constants_of_domain(const Cursor &node, const isl::union_set &virtuals)
{
    isl::space known = node.ancestor(node.depth()).as<Domain>().instances.space();
    virtuals.foreach_set([&](const isl::set &set) {
        for (unsigned k = 0; k < unsigned(isl_set_dim(set.get(), isl_dim_param)); ++k) {
            isl::id constant = isl::manage(isl_set_get_dim_id(set.get(), isl_dim_param, k));
            bool is_new = isl_space_find_dim_by_id(known.get(), isl_dim_param, constant.get()) < 0;
            if (is_new && isl_set_involves_dims(set.get(), isl_dim_param, k, 1))
                throw impossible(node, fmt::format("what reaches the node depends on {}, which a "
                                                   "context below the domain introduces",
                                                   constant.name()));
        }
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
        presburger::add_to(result, map.set_range_tuple(id).to_union_map());
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
    require_constants_of_domain(place, contraction.range());
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
