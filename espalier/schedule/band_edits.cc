#include "espalier/schedule/band_edits.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/validity.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>
#include <numeric>

namespace espalier::schedule {

namespace {

const Band &require_band(const Cursor &place)
{
    if (!place.is<Band>())
        throw impossible(place, "this edit needs a band");
    return place.as<Band>();
}

void require_free_subtree(const Cursor &band)
{
    if (is_anchored(*band.node().child(0)))
        throw impossible(band, "a node below refers to schedule dimensions, whose meaning this "
                               "edit would change");
}

Cursor replace(const Cursor &place, Band band)
{
    return place.grafted_unchecked(node(std::move(band), place.node().child(0)));
}

std::vector<std::size_t> positions(std::size_t begin, std::size_t end)
{
    std::vector<std::size_t> result(end - begin);
    std::iota(result.begin(), result.end(), begin);
    return result;
}

/// { [b] -> [b'] }: b' has the dimensions of b in another order.
isl::map reordering(isl::ctx ctx, const std::vector<std::size_t> &order)
{
    isl::space space = isl::space::unit(ctx).add_unnamed_tuple(unsigned(order.size()));
    isl::multi_aff identity = space.identity_multi_aff_on_domain();
    isl::multi_aff result = identity;
    for (std::size_t k = 0; k < order.size(); ++k)
        result = result.set_at(static_cast<int>(k), identity.at(static_cast<int>(order[k])));
    return result.as_map();
}

} // namespace

Cursor apply(const Cursor &place, const isl::multi_pw_aff &transformation)
{
    const Band &band = require_band(place);
    require_free_subtree(place);
    if (band.size() == 0 || band.isolation)
        throw impossible(place, "a band without members, or with an isolation, cannot be "
                                "transformed");
    isl::map relation = transformation.as_map();
    if (relation.domain_tuple_dim() != band.size())
        throw impossible(place, fmt::format("the transformation takes {} values, the band has {} "
                                            "members",
                                            relation.domain_tuple_dim(), band.size()));
    isl_pw_multi_aff *function = isl_pw_multi_aff_from_multi_pw_aff(transformation.copy());
    function = isl_pw_multi_aff_reset_tuple_id(function, isl_dim_in);
    isl::multi_union_pw_aff schedule = isl::manage(isl_multi_union_pw_aff_apply_pw_multi_aff(
        isl_multi_union_pw_aff_reset_tuple_id(band.schedule.copy(), isl_dim_set), function));
    const NodePtr &child = place.node().child(0);
    bool separates_as_before = relation.is_injective();
    Cursor result = place.grafted_unchecked(
        node(Band(schedule), separates_as_before ? child : without_claims(child)));
    check_node_validity(result);
    return result;
}

Cursor split(const Cursor &place, std::size_t position)
{
    const Band &band = require_band(place);
    if (position == 0 || position >= band.size())
        throw impossible(place, fmt::format("a band with {} members cannot be split before "
                                            "member {}",
                                            band.size(), position));
    Band outer = select(band, positions(0, position));
    Band inner = select(band, positions(position, band.size()));
    if (band.isolation) {
        auto count = unsigned(position);
        outer.isolation = isl::manage(isl_map_project_out(band.isolation->copy(), isl_dim_out,
                                                          count, unsigned(band.size()) - count));
        inner.isolation =
            isl::manage(isl_map_move_dims(band.isolation->copy(), isl_dim_in,
                                          unsigned(place.schedule_depth()), isl_dim_out, 0, count));
    }
    return place.grafted_unchecked(
        node(std::move(outer), node(std::move(inner), place.node().child(0))));
}

namespace {

/// { [t] -> [b, c] }: the isolation that `split` would divide into those of the two bands; nothing
/// if theirs are not of that kind.
std::optional<isl::map> combined_isolation(const Band &outer, const Band &inner, std::size_t depth)
{
    auto count = unsigned(outer.size());
    isl::map result = isl::manage(isl_map_move_dims(inner.isolation->copy(), isl_dim_out, 0,
                                                    isl_dim_in, unsigned(depth), count));
    isl::map outer_part =
        isl::manage(isl_map_project_out(result.copy(), isl_dim_out, count, unsigned(inner.size())));
    return outer_part.is_equal(*outer.isolation) ? std::optional(result) : std::nullopt;
}

} // namespace

Cursor combine(const Cursor &place)
{
    const Band &outer = require_band(place);
    const Node &below = *place.node().child(0);
    if (!below.is<Band>())
        throw impossible(
            place, fmt::format("there is no band right below, but a {} node", name(below.type())));
    const Band &inner = below.as<Band>();
    bool has_no_members = outer.size() == 0 || inner.size() == 0;
    if (outer.isolation.has_value() != inner.isolation.has_value() ||
        (outer.isolation && has_no_members))
        throw impossible(place, "one of the bands has an isolation, and the other has none");
    if (has_no_members)
        return place.grafted_unchecked(node(outer.size() == 0 ? inner : outer, below.child(0)));
    Band combined(outer.schedule.reset_range_tuple_id().flat_range_product(
        inner.schedule.reset_range_tuple_id()));
    std::copy(outer.members.begin(), outer.members.end(), combined.members.begin());
    std::copy(inner.members.begin(), inner.members.end(),
              combined.members.begin() + static_cast<std::ptrdiff_t>(outer.size()));
    // They are coincident given the outer band's values only.
    for (std::size_t k = outer.size(); k < combined.size(); ++k)
        combined.members[k].is_coincident = false;
    if (outer.isolation) {
        combined.isolation = combined_isolation(outer, inner, place.schedule_depth());
        if (!combined.isolation)
            throw impossible(place,
                             "the isolation of the inner band is not within that of the outer "
                             "one, so that one isolation cannot stand for both");
    }
    return place.grafted_unchecked(node(std::move(combined), below.child(0)));
}

Cursor permute(const Cursor &place, const std::vector<std::size_t> &order)
{
    const Band &band = require_band(place);
    require_free_subtree(place);
    std::vector<std::size_t> all = positions(0, band.size());
    if (!std::is_permutation(order.begin(), order.end(), all.begin(), all.end()))
        throw impossible(place, fmt::format("[{}] is no order of {} members",
                                            fmt::join(order, ", "), band.size()));
    if (order.empty())
        return place;
    Band result = select(band, order);
    if (band.isolation)
        result.isolation = band.isolation->apply_range(reordering(place.ctx(), order));
    return replace(place, std::move(result));
}

namespace {

isl::multi_val multi_val(const Band &band, const std::vector<long> &sizes)
{
    isl::val_list list(band.schedule.ctx(), static_cast<int>(sizes.size()));
    for (long size : sizes)
        list = list.add(isl::val(list.ctx(), size));
    return band.schedule.space().multi_val(list);
}

/// { [t, T] -> [p] }: the part of the point band that `isolation`, { [t] -> [b] }, is about;
/// T: tile loops, p: point loops.
isl::map point_isolation(const isl::map &isolation, const std::vector<long> &sizes,
                         const TileOptions &options)
{
    auto members = unsigned(sizes.size());
    isl::map result = isl::manage(isl_map_add_dims(isolation.copy(), isl_dim_in, members));
    if (!options.shift_point_loops)
        return result;
    // Each member b is the point loop's value and the start of the tile together.
    isl::multi_aff dimensions = result.space().domain().identity_multi_aff_on_domain();
    isl::map starts = isl::manage(isl_map_from_domain(dimensions.domain().release()));
    for (unsigned k = 0; k < members; ++k) {
        isl::aff start = dimensions.at(static_cast<int>(dimensions.size() - members + k));
        if (!options.scale_tile_loops)
            start = start.scale(sizes[k]);
        starts = presburger::flat_range_product(starts, start.neg().as_map());
    }
    return isl::manage(isl_map_sum(result.release(), starts.release()));
}

} // namespace

Cursor tile(const Cursor &place, const std::vector<long> &sizes, const TileOptions &options)
{
    const Band &band = require_band(place);
    require_free_subtree(place);
    if (sizes.size() != band.size())
        throw impossible(place, fmt::format("there are {} tile sizes for {} members", sizes.size(),
                                            band.size()));
    for (long size : sizes)
        if (size < 1)
            throw impossible(place,
                             fmt::format("{} is no tile size; it has to be 1 or more", size));
    if (sizes.empty())
        throw impossible(place, "a band without members has nothing to tile");
    isl::multi_val steps = multi_val(band, sizes);
    isl::multi_union_pw_aff tiles =
        isl::manage(isl_multi_union_pw_aff_floor(band.schedule.scale_down(steps).release()));
    isl::multi_union_pw_aff starts = tiles.scale(steps);

    Band tile_band(options.scale_tile_loops ? starts : tiles);
    tile_band.is_permutable = band.is_permutable;
    for (std::size_t k = 0; k < band.size(); ++k)
        tile_band.members[k].is_coincident = band.members[k].is_coincident;

    Band point_band = band;
    if (options.shift_point_loops)
        point_band.schedule = band.schedule.sub(starts);
    if (band.isolation)
        point_band.isolation = point_isolation(*band.isolation, sizes, options);
    return place.grafted_unchecked(
        node(std::move(tile_band), node(std::move(point_band), place.node().child(0))));
}

namespace {

/// `subtree` with `band` above each of its leaves.
NodePtr with_sunk(const Node &subtree, const Band &band)
{
    if (subtree.is<Leaf>())
        return node(band);
    Band below = band;
    if (subtree.is<Filter>())
        below = restricted(band, subtree.as<Filter>().instances);
    if (subtree.is<Expansion>())
        below.schedule = band.schedule.pullback(subtree.as<Expansion>().contraction);
    std::vector<NodePtr> children;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        children.push_back(with_sunk(*subtree.child(k), below));
    return with_children(subtree, children);
}

} // namespace

Cursor sink(const Cursor &place)
{
    const Band &band = require_band(place);
    require_free_subtree(place);
    if (band.isolation)
        throw impossible(place, "the isolation refers to the outer bands, which sinking changes");
    return place.grafted_unchecked(with_sunk(*without_claims(place.node().child(0)), band));
}

Cursor distribute(const Cursor &place)
{
    const Band &band = require_band(place);
    const Node &below = *place.node().child(0);
    if (!below.is<Sequence>() && !below.is<Set>())
        throw impossible(place, fmt::format("there is no sequence or set right below, but a {} "
                                            "node",
                                            name(below.type())));
    std::vector<NodePtr> children;
    for (const NodePtr &child : below.children()) {
        const Filter &filter = child->as<Filter>();
        children.push_back(node(filter, node(restricted(band, filter.instances), child->child(0))));
    }
    return place.grafted_unchecked(with_children(below, children));
}

namespace {

std::size_t require_member(const Cursor &place, std::size_t member)
{
    if (member >= require_band(place).size())
        throw impossible(
            place, fmt::format("there is no member {} among {}", member, place.as<Band>().size()));
    return member;
}

} // namespace

Cursor with_permutable(const Cursor &place, bool is_permutable)
{
    Band band = require_band(place);
    band.is_permutable = is_permutable;
    return replace(place, std::move(band));
}

Cursor with_coincident(const Cursor &place, std::size_t member, bool is_coincident)
{
    Band band = require_band(place);
    band.members[require_member(place, member)].is_coincident = is_coincident;
    return replace(place, std::move(band));
}

Cursor with_option(const Cursor &place, std::size_t member, LoopOption option)
{
    Band band = require_band(place);
    band.members[require_member(place, member)].option = option;
    return replace(place, std::move(band));
}

Cursor with_role(const Cursor &place, std::size_t member, LoopRolePtr role)
{
    Band band = require_band(place);
    band.members[require_member(place, member)].role = std::move(role);
    return replace(place, std::move(band));
}

Cursor with_isolated_option(const Cursor &place, std::size_t member, LoopOption option)
{
    Band band = require_band(place);
    band.members[require_member(place, member)].isolated_option = option;
    return replace(place, std::move(band));
}

Cursor with_isolation(const Cursor &place, const isl::map &isolation)
{
    Band band = require_band(place);
    band.isolation = isolation;
    Cursor result = replace(place, std::move(band));
    check_node_validity(result);
    return result;
}

namespace {

/// Edits the subtree at a place; at the same place of the new tree.
Cursor with_option_below(Cursor place, LoopOption option)
{
    if (place.is<Band>())
        for (std::size_t k = 0; k < place.as<Band>().size(); ++k)
            place = with_isolated_option(with_option(place, k, option), k, option);
    for (std::size_t k = 0; k < place.child_count(); ++k)
        place = with_option_below(place.child(k), option).parent();
    return place;
}

} // namespace

Tree with_option_everywhere(const Tree &tree, LoopOption option)
{
    return with_option_below(tree.root(), option).tree();
}

} // namespace espalier::schedule
