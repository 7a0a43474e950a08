#include "espalier/schedule/insert.h"

#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/validity.h"

namespace espalier::schedule {

namespace {

bool is_branch(const Cursor &place)
{
    return place.has_parent() && (place.above().is<Sequence>() || place.above().is<Set>());
}

void require_free_place(const Cursor &place)
{
    if (!place.has_parent())
        throw impossible(place, "nothing can stand above the domain node");
    if (is_branch(place))
        throw impossible(place, "a child of a sequence or set has to be a filter; edit below it");
}

/// For nodes that leave valid what stands below them.
Cursor insert_checked_alone(const Cursor &place, NodePtr above)
{
    require_free_place(place);
    Cursor result = place.grafted_unchecked(std::move(above));
    check_node_validity(result);
    return result;
}

Cursor insert_checked_whole(const Cursor &place, NodePtr above)
{
    require_free_place(place);
    return place.grafted(std::move(above));
}

std::vector<NodePtr> filtered_copies(const Cursor &place,
                                     const std::vector<isl::union_set> &filters)
{
    const NodePtr &subtree = place.node_ptr();
    if (has_extension(*subtree))
        throw impossible(place,
                         "each copy of the subtree would execute what the extension in it adds");
    std::vector<NodePtr> result;
    for (const isl::union_set &filter : filters)
        result.push_back(node(Filter{filter}, subtree));
    return result;
}

} // namespace

Cursor insert_context(const Cursor &place, const isl::set &constraints)
{
    return insert_checked_alone(place, node(Context{constraints}, place.node_ptr()));
}

Cursor insert_filter(const Cursor &place, const isl::union_set &instances)
{
    return insert_checked_alone(place, node(Filter{instances}, place.node_ptr()));
}

Cursor insert_mark(const Cursor &place, const std::string &name)
{
    return insert_checked_alone(place, node(Mark{name}, place.node_ptr()));
}

Cursor insert_guard(const Cursor &place, const isl::set &constraints)
{
    return insert_checked_alone(place, node(Guard{constraints}, place.node_ptr()));
}

Cursor insert_extension(const Cursor &place, const isl::union_map &relation)
{
    return insert_checked_whole(place, node(Extension{relation}, place.node_ptr()));
}

Cursor insert_expansion(const Cursor &place, const isl::union_pw_multi_aff &contraction,
                        const isl::union_map &expansion)
{
    return insert_checked_whole(place, node(Expansion{contraction, expansion}, place.node_ptr()));
}

Cursor insert_band(const Cursor &place, const isl::multi_union_pw_aff &schedule)
{
    if (is_anchored(place.node()))
        throw impossible(place, "a node below refers to schedule dimensions, whose numbers a new "
                                "band would change");
    return insert_checked_alone(place, node(Band(schedule), place.node_ptr()));
}

Cursor insert_sequence(const Cursor &place, const std::vector<isl::union_set> &filters)
{
    return insert_checked_alone(place, sequence(filtered_copies(place, filters)));
}

Cursor insert_set(const Cursor &place, const std::vector<isl::union_set> &filters)
{
    return insert_checked_alone(place, set(filtered_copies(place, filters)));
}

Tree insert_domain(const NodePtr &subtree, const isl::union_set &instances)
{
    return Tree(node(Domain{instances}, subtree));
}

Cursor remove(const Cursor &node)
{
    require_free_place(node);
    if (node.child_count() != 1)
        throw impossible(node, "only a node with one child can be removed");
    const NodePtr &child = node.node().child(0);
    if (node.is<Band>() && is_anchored(*child))
        throw impossible(node, "a node below refers to schedule dimensions of this band or those "
                               "after it");
    if (node.is<Band>())
        return node.grafted_unchecked(without_claims(child));
    bool leaves_child_valid = node.is<Mark>() || node.is<Guard>();
    return leaves_child_valid ? node.grafted_unchecked(child) : node.grafted(child);
}

Cursor cut(const Cursor &node)
{
    require_free_place(node);
    return node.grafted_unchecked(leaf());
}

} // namespace espalier::schedule
