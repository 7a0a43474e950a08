#pragma once

#include "espalier/schedule/tree.h"

#include <vector>

namespace espalier::schedule {

/// Edits of one band, or of two nested ones (Schedule Trees (2014), section 4.2). Each takes a
/// cursor at a band and returns one at the node that stands in its place. All throw
/// Error{impossible_edit}, with the reason, where the cursor is not at a band or the edit does not
/// apply. An edit that changes what the schedule dimensions mean needs a subtree that does not
/// refer to them (contexts, guards, extensions, isolations).
///
/// These edits do what they say; whether the new order respects the dependences is for dependence/
/// to tell. What bands claim of dependences (permutable, coincident) is dropped where an edit could
/// make it false, although the new order is legal; those who know better set it again.

/// band(f) -> band(transformation(f)).
/// Orders the instances by the transformed values. The new band has no properties, and if two
/// values become one, the bands below lose their claims. Needs members, and no isolation.
/// \param transformation  { [b] -> [c] }: piecewise quasi-affine, total on the values of the band
Cursor apply(const Cursor &band, const isl::multi_pw_aff &transformation);

/// band(i, j, k) -> band(i) over band(j, k), for position 1; at the outer band.
/// The order stays. An isolation goes to both.
/// \param position  more than 0, less than the number of members
Cursor split(const Cursor &band, std::size_t position);

/// band(i) over band(j, k) -> band(i, j, k).
/// The order stays. Needs a band right below, and isolations in both or none; in both, such as
/// `split` makes of one. The new band is not permutable, and the inner band's members are not
/// coincident, unless one of the two bands has no members.
Cursor combine(const Cursor &band);

/// band(i, j, k) -> band(i, k, j), for the order {0, 2, 1}.
/// Legal iff no dependence becomes lexicographically negative; always if the band is permutable.
/// \param order  each position of a member once
Cursor permute(const Cursor &band, const std::vector<std::size_t> &order);

/// What the members of the two bands that tiling makes count.
struct TileOptions {
    /// Whether tile loops count in steps of the tile size rather than from tile to tile:
    /// 32 * floor(i / 32) rather than floor(i / 32).
    bool scale_tile_loops = true;
    /// Whether point loops count from 0 in each tile, i mod 32, rather than go on from i.
    bool shift_point_loops = false;
};

/// band(i, j) -> band(32 * floor(i / 32), 32 * floor(j / 32)) over band(i, j); at the outer band.
/// Legal iff no dependence has a negative distance in a member; always if the band is permutable.
/// Both bands keep the properties, the inner one also the AST options and the isolation.
/// \param sizes  one tile size per member, each at least 1; there has to be a member
Cursor tile(const Cursor &band, const std::vector<long> &sizes, const TileOptions &options = {});

/// band over subtree -> the subtree with the band above each of its leaves; at the subtree.
/// Orders the instances by the subtree first, then by the band. The opposite of what stood before:
/// legal iff no dependence that the band carried is reversed by the subtree. The bands of the
/// subtree lose their claims. Needs a band without isolation.
Cursor sink(const Cursor &band);

/// band over sequence(F1 over A, F2 over B) -> sequence(F1 over band over A, F2 over band over B);
/// at the sequence. The same for a set. Orders the instances by the children first, then by the
/// band: loop distribution. Legal iff no dependence goes from a later child to an earlier one.
Cursor distribute(const Cursor &band);

/// \name The band with another property. The order stays.
/// @{
Cursor with_permutable(const Cursor &band, bool is_permutable);
Cursor with_coincident(const Cursor &band, std::size_t member, bool is_coincident);
Cursor with_option(const Cursor &band, std::size_t member, LoopOption option);
/// \param role  null: none
Cursor with_role(const Cursor &band, std::size_t member, LoopRolePtr role);
Cursor with_isolated_option(const Cursor &band, std::size_t member, LoopOption option);
/// \param isolation  { [t] -> [b] }
Cursor with_isolation(const Cursor &band, const isl::map &isolation);
/// @}

/// The tree with one loop option on all members of all bands, in isolated parts as well.
Tree with_option_everywhere(const Tree &tree, LoopOption option);

} // namespace espalier::schedule
