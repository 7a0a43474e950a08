#include "espalier/schedule/band_forest.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/union_map.h"

#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace espalier::schedule {

namespace {

using Siblings = std::vector<BandForest::Band>;

/// In place: `instances` gives up its table of sets, which is not copied then.
void add(isl::union_set &instances, const isl::union_set &more)
{
    instances = isl::manage(isl_union_set_union(instances.release(), more.copy()));
}

void add(Siblings &siblings, Siblings more)
{
    std::move(more.begin(), more.end(), std::back_inserter(siblings));
}

/// { S[i] -> [value] }
isl::union_map constant(const isl::union_set &instances, std::size_t value)
{
    isl::space space = isl::space::unit(instances.ctx()).add_unnamed_tuple(1);
    isl::multi_aff origin = isl::multi_aff::zero(space);
    isl::set point = origin.add_constant(static_cast<long>(value)).as_set();
    return isl::union_map::from_domain_and_range(instances, point.to_union_set());
}

Siblings forest_of(const Node &node, const isl::union_set &instances);

Siblings forest_of_children(const Node &node, const isl::union_set &instances)
{
    Siblings result;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        add(result, forest_of(*node.child(k), instances));
    return result;
}

Siblings forest_of_sequence(const Node &node, const isl::union_set &instances)
{
    BandForest::Band result{isl::union_map::empty(instances.ctx()),
                            false,
                            {false},
                            forest_of_children(node, instances)};
    for (std::size_t k = 0; k < node.child_count(); ++k) {
        isl::union_set kept = node.child(k)->as<Filter>().instances.intersect(instances);
        result.schedule = isl::manage(
            isl_union_map_union(result.schedule.release(), constant(kept, k).release()));
    }
    return {result};
}

Siblings forest_of_band(const Node &node, const isl::union_set &instances)
{
    const Band &band = node.as<Band>();
    if (band.size() == 0)
        return forest_of_children(node, instances);
    BandForest::Band result{append(isl::manage(isl_union_map_from_domain(instances.copy())), band),
                            band.is_permutable,
                            {},
                            forest_of_children(node, instances)};
    for (const Member &member : band.members)
        result.coincident.push_back(member.is_coincident);
    return {result};
}

/// \param instances  those that reach `node` and, further down, a leaf
Siblings forest_of(const Node &node, const isl::union_set &instances)
{
    if (instances.is_empty())
        return {};
    if (node.is<Filter>())
        return forest_of_children(node, node.as<Filter>().instances.intersect(instances));
    if (node.is<Sequence>())
        return forest_of_sequence(node, instances);
    if (node.is<Band>())
        return forest_of_band(node, instances);
    return forest_of_children(node, instances);
}

} // namespace

BandForest to_band_forest(const Tree &tree)
{
    isl::union_set instances = isl::union_set::empty(tree.ctx());
    for (const ReachedLeaf &leaf : reached_leaves(tree))
        add(instances, leaf.instances);
    return {instances, forest_of(tree.node(), instances)};
}

namespace {

/// \param above  what of the domain of `band` goes without saying
Band to_band(const BandForest::Band &band, const isl::union_set &above)
{
    Band result(to_functions(band.schedule).gist(above));
    result.is_permutable = band.is_permutable;
    std::size_t flags = std::min(result.size(), band.coincident.size());
    for (std::size_t k = 0; k < flags; ++k)
        result.members[k].is_coincident = band.coincident[k];
    return result;
}

NodePtr subtree(const Siblings &siblings, const isl::union_set &instances);

NodePtr subtree(const BandForest::Band &root)
{
    isl::union_set instances = root.schedule.domain();
    Band band = to_band(root, instances);
    NodePtr below = subtree(root.children, instances);
    return band.size() == 0 ? below : node(band, below);
}

/// \param above    the instances that the band above schedules, or the forest has
/// \param earlier  those of earlier siblings
void check_sibling(const isl::union_set &own, const isl::union_set &above,
                   const isl::union_set &earlier)
{
    isl::union_set strange = own.subtract(above), again = own.intersect(earlier);
    if (!strange.is_empty())
        throw impossible_conversion(
            fmt::format("a band schedules {}, which neither the band above nor the forest has",
                        presburger::to_string(strange.sample_point())));
    if (!again.is_empty())
        throw impossible_conversion(
            fmt::format("two siblings schedule {}", presburger::to_string(again.sample_point())));
}

/// \param instances  those that the band above schedules, or the forest has
NodePtr subtree(const Siblings &siblings, const isl::union_set &instances)
{
    isl::union_set scheduled = isl::union_set::empty(instances.ctx());
    std::vector<NodePtr> children;
    auto add_child = [&](const isl::union_set &own, const NodePtr &below) {
        if (!own.is_empty())
            children.push_back(node(Filter{own.gist(instances)}, below));
    };
    for (const BandForest::Band &sibling : siblings) {
        isl::union_set own = sibling.schedule.domain();
        check_sibling(own, instances, scheduled);
        add_child(own, subtree(sibling));
        add(scheduled, own);
    }
    add_child(instances.subtract(scheduled), leaf());
    if (children.empty())
        return leaf();
    return children.size() == 1 ? children[0]->child(0) : set(children);
}

} // namespace

Tree from_band_forest(const BandForest &forest)
{
    return Tree(node(Domain{forest.instances}, subtree(forest.roots, forest.instances)));
}

namespace {

/// \param above  the instances that the band above schedules, or the forest has
void write(std::string &text, const BandForest::Band &band, const isl::union_set &above,
           std::size_t indentation)
{
    std::string start = std::string(indentation, ' ') + "band ";
    for (const std::string &line : describe_payload(*node(to_band(band, above)))) {
        text += start + line + '\n';
        start.assign(start.size(), ' ');
    }
    isl::union_set instances = band.schedule.domain();
    for (const BandForest::Band &child : band.children)
        write(text, child, instances, indentation + 2);
}

} // namespace

std::string to_string(const BandForest &forest)
{
    std::string result;
    for (const BandForest::Band &root : forest.roots)
        write(result, root, forest.instances, 0);
    return result;
}

} // namespace espalier::schedule
