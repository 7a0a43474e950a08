#include "espalier/ast/pieces.h"

#include "espalier/base/graph.h"
#include "espalier/presburger/bounds.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"

#include <isl/set.h>

#include <algorithm>

namespace espalier::ast {

namespace {

std::vector<isl::set> disjoint_disjuncts(const isl::set &domain)
{
    std::vector<isl::set> result;
    isl::set disjoint =
        presburger::disjuncts(domain) > 1
            ? presburger::coalesced(isl::manage(isl_set_make_disjoint(domain.copy())))
            : domain;
    disjoint.foreach_basic_set([&](const isl::basic_set &set) { result.emplace_back(set); });
    return result;
}

/// The strongly connected components of the relation "has values before some of", in their order.
std::vector<std::vector<std::size_t>> ordered(const std::vector<isl::set> &pieces,
                                              std::size_t depth)
{
    return strongly_connected_components(pieces.size(), [&](std::size_t first, std::size_t second) {
        return isl_set_follows_at(pieces[second].get(), pieces[first].get(), int(depth)) == 1;
    });
}

/// The pieces in an order that would also do if what they say of the outer dimensions alone did
/// not keep some of them apart: pieces with the same values are then next to each other.
std::vector<isl::set> by_own_values(const std::vector<isl::set> &pieces, std::size_t depth)
{
    std::vector<isl::set> own, result;
    for (const isl::set &piece : pieces)
        own.push_back(presburger::constraints_with(piece, unsigned(depth)));
    for (const auto &component : ordered(own, depth))
        for (std::size_t piece : component)
            result.push_back(pieces[piece]);
    return result;
}

/// The pieces in the order of execution. Those that have to be interleaved become one, which is
/// larger than they are.
std::vector<Piece> in_order(const std::vector<isl::set> &unordered, std::size_t depth)
{
    std::vector<isl::set> pieces =
        unordered.size() > 2 ? by_own_values(unordered, depth) : unordered;
    std::vector<Piece> result;
    for (const auto &component : ordered(pieces, depth)) {
        isl::set all = pieces[component.front()];
        for (std::size_t k = 1; k < component.size(); ++k)
            all = all.unite(pieces[component[k]]);
        std::optional<isl::set> only;
        if (component.size() > 1)
            only = all;
        result.push_back({presburger::shared_constraints(all), only});
    }
    return result;
}

/// A common refinement: splits the pieces by a further set, and adds what is outside of them.
void refine(std::vector<isl::set> &pieces, const isl::set &set)
{
    std::vector<isl::set> result;
    isl::set rest = set;
    for (const isl::set &piece : pieces) {
        isl::set inside = piece.intersect(set);
        if (inside.is_empty()) {
            result.push_back(piece);
            continue;
        }
        isl::set outside = piece.subtract(set);
        if (!outside.is_empty())
            result.push_back(presburger::coalesced(outside));
        result.push_back(presburger::coalesced(inside));
        rest = rest.subtract(piece);
    }
    if (!rest.is_empty())
        result.push_back(presburger::coalesced(rest));
    pieces = std::move(result);
}

} // namespace

std::vector<Piece> disjoint_pieces(const isl::set &domain, std::size_t depth)
{
    return in_order(disjoint_disjuncts(presburger::coalesced(domain)), depth);
}

Piece atomic_piece(const isl::set &domain, const isl::set &times, std::size_t depth)
{
    const isl::set coalesced = presburger::coalesced(domain);
    isl::set result = presburger::shared_constraints(coalesced);
    if (presburger::disjuncts(coalesced) > 1)
        for (const presburger::Bound &bound : presburger::bounds(coalesced, unsigned(depth)))
            if (isl::set half = bound.half_space();
                !result.is_subset(half) && times.is_subset(half))
                result = result.intersect(half);
    return {result, std::nullopt};
}

Piece part_as_piece(const isl::set &domain)
{
    Piece result{presburger::shared_constraints(presburger::coalesced(domain)), std::nullopt};
    if (presburger::disjuncts(domain) > 1)
        result.only = domain;
    return result;
}

std::vector<Piece> separate_pieces(const isl::set &domain, const std::vector<isl::set> &stated,
                                   std::size_t depth)
{
    std::vector<isl::set> refined;
    std::vector<isl::set> done;
    for (const isl::set &times : stated) {
        auto is_same = [&](const isl::set &set) {
            return presburger::is_obviously_equal(set, times);
        };
        if (std::any_of(done.rbegin(), done.rend(), is_same))
            continue;
        done.push_back(times);
        refine(refined, times.intersect(domain));
    }
    std::vector<isl::set> pieces;
    for (const isl::set &set : refined)
        for (const isl::set &piece : disjoint_disjuncts(set))
            pieces.push_back(piece);
    return in_order(pieces, depth);
}

namespace {

/// The constraints of an isolation on one dimension.
struct IsolationBounds {
    isl::set independent, lower, upper; ///< { [t, i] }: what does not depend on i, and bounds on i
};

/// { [t, i] }: the shared constraints of a set, apart from those that all of `domain` satisfies.
isl::set simplified(const isl::set &set, const isl::set &domain, std::size_t depth)
{
    isl::set shared =
        presburger::shared_constraints(presburger::coalesced(approximated(set, depth)));
    return approximated(presburger::shared_constraints(shared.gist(domain)), depth);
}

/// Only the constraints on i come from those on inner dimensions: that there is an isolated part
/// at all for the inner dimensions is for these to say, and what is independent of i says it.
IsolationBounds bounds_of(const isl::set &isolation, const isl::set &domain, std::size_t depth)
{
    unsigned own = unsigned(depth) + 1, all = presburger::dimensions(isolation);
    isl_set *outer =
        isl_set_drop_constraints_involving_dims(isolation.copy(), isl_dim_set, own, all - own);
    isl::set stated =
        simplified(presburger::first_dimensions(isl::manage(outer), own), domain, depth);
    isl::set projected = simplified(presburger::first_dimensions(isolation, own), domain, depth);
    isl::set anything = isl::set::universe(domain.space());
    IsolationBounds result{presburger::constraints_without(stated, unsigned(depth)), anything,
                           anything};
    for (const presburger::Bound &bound : presburger::bounds(projected, unsigned(depth))) {
        isl::set &side = bound.is_lower ? result.lower : result.upper;
        side = side.intersect(bound.half_space());
    }
    return result;
}

} // namespace

std::optional<Isolated> isolate(const isl::set &domain, const isl::set &isolation,
                                std::size_t depth)
{
    IsolationBounds bounds = bounds_of(isolation, domain, depth);
    isl::set comparable = domain.intersect(bounds.independent);
    isl::set from_center_on = comparable.intersect(bounds.lower);
    isl::set center = from_center_on.intersect(bounds.upper);
    if (center.is_empty())
        return std::nullopt;
    return Isolated{presburger::coalesced(comparable.subtract(bounds.lower)), center,
                    presburger::coalesced(from_center_on.subtract(bounds.upper)),
                    presburger::coalesced(domain.subtract(bounds.independent))};
}

} // namespace espalier::ast
