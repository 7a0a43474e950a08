#include "espalier/schedule/loops.h"

#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/queries.h"

#include <algorithm>
#include <numeric>

namespace espalier::schedule {

namespace {

void collect(const Cursor &node, std::vector<Loop> &result)
{
    if (node.is<Band>())
        for (std::size_t k = 0; k < node.as<Band>().size(); ++k)
            if (node.as<Band>().members[k].role)
                result.push_back({node, k});
    for (std::size_t k = 0; k < node.child_count(); ++k)
        collect(node.child(k), result);
}

/// At the same place of the new tree.
Cursor edited(const Cursor &node, const std::function<LoopRolePtr(const Loop &)> &edit)
{
    Cursor here = node;
    if (node.is<Band>())
        for (std::size_t k = 0; k < node.as<Band>().size(); ++k)
            if (Loop loop{node, k}; loop.role())
                here = with_role(here, k, edit(loop));
    for (std::size_t k = 0; k < here.child_count(); ++k)
        here = edited(here.child(k), edit).parent();
    return here;
}

} // namespace

isl::multi_union_pw_aff Loop::functions_around() const
{
    isl::multi_union_pw_aff result = prefix_functions(band);
    for (std::size_t k = 0; k < member; ++k)
        result = result.flat_range_product(isl::multi_union_pw_aff(band.as<Band>().member(k)));
    return result;
}

isl::union_map Loop::relation_around() const
{
    const isl::union_map outer = prefix_relation(band);
    if (member == 0)
        return outer;
    std::vector<std::size_t> before(member);
    std::iota(before.begin(), before.end(), std::size_t(0));
    return append(outer, select(band.as<Band>(), before));
}

std::optional<Loop> Loop::around() const
{
    if (member > 0)
        return Loop{band, member - 1};
    for (Cursor here = band; here.has_parent();) {
        here = here.parent();
        if (here.is<Band>() && here.as<Band>().size() > 0)
            return Loop{here, here.as<Band>().size() - 1};
    }
    return std::nullopt;
}

std::vector<Loop> loops_with_roles(const Tree &tree)
{
    std::vector<Loop> result;
    collect(tree.root(), result);
    return result;
}

std::size_t count_loops(const Tree &tree, LoopKind kind)
{
    const std::vector<Loop> all = loops_with_roles(tree);
    return std::size_t(
        std::ranges::count_if(all, [&](const Loop &loop) { return loop.role()->kind == kind; }));
}

bool has_blocked_loops(const Tree &tree) { return has_blocked_loops(tree.root()); }

bool has_blocked_loops(const Cursor &node)
{
    std::vector<Loop> inside;
    collect(node, inside);
    return std::ranges::any_of(inside,
                               [](const Loop &loop) { return loop.role()->blocking != nullptr; });
}

std::size_t count_concurrent_loops(const Tree &tree)
{
    const std::vector<Loop> all = loops_with_roles(tree);
    return std::size_t(std::ranges::count_if(
        all, [](const Loop &loop) { return kind_of(loop.role()) != LoopKind::sequential; }));
}

Tree with_roles(const Tree &tree, const std::function<LoopRolePtr(const Loop &)> &edit)
{
    return edited(tree.root(), edit).tree();
}

} // namespace espalier::schedule
