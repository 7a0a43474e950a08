#include "espalier/schedule/node.h"

#include <isl/set.h>

#include <algorithm>
#include <array>

namespace espalier::schedule {

namespace {

/// Equality of payloads of the same kind: that of the sets and functions, not of their text.
struct SamePayload {
    bool operator()(const Domain &a, const Domain &b) const
    {
        return a.instances.is_equal(b.instances);
    }
    bool operator()(const Context &a, const Context &b) const
    {
        return is_same(a.constraints, b.constraints);
    }
    bool operator()(const Filter &a, const Filter &b) const
    {
        return a.instances.is_equal(b.instances);
    }
    bool operator()(const Sequence &, const Sequence &) const { return true; }
    bool operator()(const Set &, const Set &) const { return true; }
    bool operator()(const Leaf &, const Leaf &) const { return true; }
    bool operator()(const Mark &a, const Mark &b) const { return a.name == b.name; }
    bool operator()(const Guard &a, const Guard &b) const
    {
        return is_same(a.constraints, b.constraints);
    }
    bool operator()(const Extension &a, const Extension &b) const
    {
        return a.relation.is_equal(b.relation);
    }
    bool operator()(const Expansion &a, const Expansion &b) const
    {
        return a.expansion.is_equal(b.expansion) &&
               a.contraction.as_union_map().is_equal(b.contraction.as_union_map());
    }
    bool operator()(const Band &a, const Band &b) const { return schedule::is_equal(a, b); }
    template <class First, class Second>
    bool operator()(const First &, const Second &) const
    {
        return false;
    }

private:
    static bool is_same(const isl::set &a, const isl::set &b)
    {
        if (is_symbolic(a) && is_symbolic(b))
            return a.params().is_equal(b.params());
        std::size_t count = (is_symbolic(a) ? b : a).tuple_dim();
        return (is_symbolic(b) || b.tuple_dim() == count) &&
               with_dimensions(a, count).is_equal(with_dimensions(b, count));
    }
};

} // namespace

bool is_symbolic(const isl::set &constraints)
{
    return isl_set_is_params(constraints.get()) == isl_bool_true || constraints.tuple_dim() == 0;
}

isl::set with_dimensions(const isl::set &constraints, std::size_t count)
{
    if (!is_symbolic(constraints))
        return constraints;
    isl::space space = constraints.space().params().add_unnamed_tuple(unsigned(count));
    return isl::set::universe(space).intersect_params(constraints.params());
}

const char *name(NodeType type)
{
    static constexpr std::array names = {"domain",    "context",   "filter", "sequence",
                                         "set",       "band",      "leaf",   "mark",
                                         "expansion", "extension", "guard"};
    return names.at(static_cast<std::size_t>(type));
}

NodePtr Node::with_child(std::size_t position, NodePtr child) const
{
    return std::make_shared<Node>(payload_, children_.with(position, std::move(child)));
}

const NodePtr &leaf()
{
    static const NodePtr result = std::make_shared<Node>(Leaf{}, PersistentVector<NodePtr>());
    return result;
}

NodePtr node(Payload payload, NodePtr child)
{
    return std::make_shared<Node>(std::move(payload),
                                  PersistentVector<NodePtr>({std::move(child)}));
}

NodePtr sequence(const std::vector<NodePtr> &children)
{
    return std::make_shared<Node>(Sequence{}, PersistentVector<NodePtr>(children));
}

NodePtr set(const std::vector<NodePtr> &children)
{
    return std::make_shared<Node>(Set{}, PersistentVector<NodePtr>(children));
}

NodePtr with_children(const Node &model, const std::vector<NodePtr> &children)
{
    return std::make_shared<Node>(model.payload(), PersistentVector<NodePtr>(children));
}

bool is_equal(const Node &first, const Node &second)
{
    if (&first == &second)
        return true;
    if (first.child_count() != second.child_count() ||
        !std::visit(SamePayload(), first.payload(), second.payload()))
        return false;
    for (std::size_t k = 0; k < first.child_count(); ++k)
        if (!is_equal(*first.child(k), *second.child(k)))
            return false;
    return true;
}

namespace {

bool makes_claims(const Band &band)
{
    return band.is_permutable ||
           std::any_of(band.members.begin(), band.members.end(),
                       [](const Member &member) { return member.is_coincident; });
}

} // namespace

NodePtr without_claims(const NodePtr &subtree)
{
    if (subtree->is<Leaf>())
        return subtree;
    std::vector<NodePtr> children = subtree->children();
    for (NodePtr &child : children)
        child = without_claims(child);
    if (!subtree->is<Band>() || !makes_claims(subtree->as<Band>()))
        return children == subtree->children() ? subtree : with_children(*subtree, children);
    Band band = subtree->as<Band>();
    band.is_permutable = false;
    for (Member &member : band.members)
        member.is_coincident = false;
    return node(std::move(band), children.front());
}

bool has_extension(const Node &subtree)
{
    if (subtree.is<Extension>())
        return true;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        if (has_extension(*subtree.child(k)))
            return true;
    return false;
}

bool is_anchored(const Node &subtree)
{
    if (subtree.is<Extension>() || (subtree.is<Band>() && subtree.as<Band>().isolation) ||
        (subtree.is<Context>() && !is_symbolic(subtree.as<Context>().constraints)) ||
        (subtree.is<Guard>() && !is_symbolic(subtree.as<Guard>().constraints)))
        return true;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        if (is_anchored(*subtree.child(k)))
            return true;
    return false;
}

} // namespace espalier::schedule
