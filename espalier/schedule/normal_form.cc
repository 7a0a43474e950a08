#include "espalier/schedule/normal_form.h"

#include "espalier/presburger/parameters.h"
#include "espalier/schedule/reach.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <set>
#include <string>

namespace espalier::schedule {

namespace {

/// The filter in the shortest form, given what reaches it.
isl::union_set shortened(const isl::union_set &filter, const isl::union_set &reaching)
{
    return filter.intersect(reaching).gist(reaching).coalesce();
}

bool is_universe(const isl::set &set) { return set.complement().is_empty(); }

/// The constraints of two contexts at one place.
isl::set both(const isl::set &first, const isl::set &second)
{
    if (is_symbolic(first) && is_symbolic(second))
        return first.params().intersect(second.params());
    std::size_t count = (is_symbolic(first) ? second : first).tuple_dim();
    return with_dimensions(first, count).intersect(with_dimensions(second, count));
}

/// Whether all of `instances` have one value, which may depend on the symbolic constants.
bool is_constant(const isl::union_pw_aff &member, const isl::union_set &instances)
{
    isl::union_map values = isl::union_map::from(isl::multi_union_pw_aff(member));
    isl::union_set range = instances.apply(values);
    return range.is_empty() ||
           isl::manage(isl_map_from_range(range.as_set().release())).is_single_valued();
}

/// Each function returns the normal form of one kind of node, given the instances that reach it.
class Normalizer {
public:
    explicit Normalizer(const isl::space &domain) { introduce(domain); }

    NodePtr normal(const NodePtr &node, const Reach &reach)
    {
        if (node->is<Leaf>())
            return node;
        if (node->is<Sequence>() || node->is<Set>())
            return normal_branching(*node, reach);
        if (node->is<Filter>())
            return normal_filter(*node, reach);
        if (node->is<Band>())
            return normal_band(*node, reach);
        if (node->is<Context>())
            return normal_context(*node, reach);
        NodePtr child = normal(node->child(0), below(*node, reach));
        bool says_nothing = (node->is<Guard>() && is_universe(node->as<Guard>().constraints)) ||
                            (node->is<Extension>() && node->as<Extension>().relation.is_empty());
        return says_nothing ? child : with_children(*node, {child});
    }

private:
    NodePtr normal_filter(const Node &node, const Reach &reach)
    {
        Reach below_filter = below(node, reach);
        isl::union_set kept = below_filter.instances;
        NodePtr child = normal(node.child(0), below_filter);
        if (reach.instances.is_subset(kept))
            return child;
        if (child->is<Filter>()) {
            kept = kept.intersect(child->as<Filter>().instances);
            child = child->child(0);
        }
        return schedule::node(Filter{shortened(kept, reach.instances)}, child);
    }

    NodePtr normal_branching(const Node &node, const Reach &reach)
    {
        std::vector<NodePtr> children;
        for (const NodePtr &child : node.children()) {
            Reach below_filter = below(*child, reach);
            const isl::union_set &kept = below_filter.instances;
            if (kept.is_empty() && !is_anchored(*child))
                continue;
            NodePtr order = normal(child->child(0), below_filter);
            if (order->type() != node.type()) {
                children.push_back(schedule::node(Filter{shortened(kept, reach.instances)}, order));
                continue;
            }
            for (const NodePtr &inner : order->children()) {
                isl::union_set inner_kept = kept.intersect(inner->as<Filter>().instances);
                children.push_back(schedule::node(Filter{shortened(inner_kept, reach.instances)},
                                                  inner->child(0)));
            }
        }
        if (children.empty())
            return leaf();
        return children.size() == 1 ? children.front()->child(0) : with_children(node, children);
    }

    NodePtr normal_band(const Node &node, const Reach &reach)
    {
        NodePtr child = normal(node.child(0), reach);
        const Band &band = node.as<Band>();
        if (band.isolation || is_anchored(*child))
            return with_children(node, {child});
        std::vector<std::size_t> ordering;
        for (std::size_t k = 0; k < band.size(); ++k)
            if (!is_constant(band.member(k), reach.instances))
                ordering.push_back(k);
        if (ordering.empty())
            return child;
        if (ordering.size() == band.size())
            return with_children(node, {child});
        return schedule::node(select(band, ordering), child);
    }

    NodePtr normal_context(const Node &node, const Reach &reach)
    {
        isl::set constraints = node.as<Context>().constraints;
        std::set<std::string> known = constants_;
        bool introduces = introduce(constraints.space());
        NodePtr child = normal(node.child(0), below(node, reach));
        constants_ = known;
        if (!introduces && is_universe(constraints))
            return child;
        if (child->is<Context>()) {
            const isl::set &inner = child->as<Context>().constraints;
            constraints = both(constraints, inner);
            child = child->child(0);
        }
        return schedule::node(Context{constraints.coalesce()}, child);
    }

    /// Whether the space has symbolic constants that are new here.
    bool introduce(const isl::space &space)
    {
        bool result = false;
        for (const std::string &name : presburger::parameter_names(space))
            result |= constants_.insert(name).second;
        return result;
    }

    std::set<std::string> constants_;
};

} // namespace

Tree normal_form(const Tree &tree)
{
    Normalizer normalizer(tree.domain().space());
    return Tree::unchecked(
        node(Domain{tree.domain()},
             normalizer.normal(tree.node().child(0), reach_below_root(tree.node().as<Domain>()))));
}

} // namespace espalier::schedule
