#include "espalier/lowering/interiors.h"

#include "espalier/lowering/loops.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/parameters.h"
#include "espalier/schedule/queries.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::lowering {

namespace {

using presburger::first_dimensions;
using schedule::Cursor;

/// An interior with fewer iterations is not worth code of its own.
constexpr long least_interior = 4;

/// A loop with as many iterations hides what is computed once in front of it.
constexpr long many_iterations = 16;

/// By the paths of bands, the values that are set apart: { [t, b] }, t: members of the bands above.
using Interiors = std::map<std::vector<std::size_t>, isl::set>;

/// The sets { S[i] } on which an expression is one affine function each.
std::vector<isl::set> pieces_of(const isl::pw_aff &expression, const isl::set &instances)
{
    std::vector<isl::set> result;
    const isl::pw_aff here =
        presburger::coalesced(expression.intersect_domain(instances)).gist(instances);
    here.foreach_piece([&](const isl::set &where, const isl::multi_aff &) {
        result.push_back(where.intersect(instances));
    });
    return result;
}

/// Finds what to set apart for the statements at one leaf.
class LeafInteriors {
public:
    LeafInteriors(const Cursor &leaf, const ast::Values &sizes, Interiors &found)
        : leaf_(leaf), sizes_(sizes), found_(found)
    {
        for (Cursor node = leaf; node.has_parent(); node = node.above())
            if (node.is<schedule::Band>())
                bands_.push_back(node);
    }

    void add(const program::Statement &statement, const isl::set &instances)
    {
        order_ = schedule::prefix_relation(leaf_, instances).as_map();
        times_ = order_.range();
        for (const isl::pw_aff &expression : requested_expressions(statement)) {
            const std::vector<isl::set> pieces = pieces_of(expression, instances);
            if (pieces.size() > 1)
                part(pieces);
        }
    }

private:
    /// \param pieces  { S[i] }: together all instances
    void part(const std::vector<isl::set> &pieces)
    {
        std::vector<isl::set> at;
        for (const isl::set &piece : pieces)
            at.push_back(presburger::aligned(piece.apply(order_), times_));
        std::vector<unsigned> deciding;
        for (unsigned depth = 0; depth < presburger::dimensions(times_); ++depth)
            if (std::ranges::any_of(at, [&](const isl::set &times) {
                    return presburger::involves(times.gist(times_), depth);
                }))
                deciding.push_back(depth);
        if (deciding.empty() || is_hidden(deciding.back()))
            return;
        for (const unsigned depth : deciding)
            if (const std::optional<isl::set> interior = greatest_interior(at, depth);
                interior && has_known_constants(*interior))
                keep(*interior, depth);
    }

    /// Whether the tree has the symbolic constants that a set depends on: what is assumed of the
    /// sizes of arrays may speak of others.
    bool has_known_constants(const isl::set &times) const
    {
        const std::vector<std::string> all = presburger::parameter_names(times.space()),
                                       known = presburger::parameter_names(order_.space());
        for (std::size_t k = 0; k < all.size(); ++k)
            if (std::ranges::find(known, all[k]) == known.end() &&
                isl_set_involves_dims(times.get(), isl_dim_param, unsigned(k), 1) == isl_bool_true)
                return false;
        return true;
    }

    /// Whether a loop with many iterations lies inside the one at a depth.
    bool is_hidden(unsigned depth) const
    {
        for (unsigned inner = depth + 1; inner < presburger::dimensions(times_); ++inner)
            if (iterations(first_dimensions(times_, inner + 1)) >= many_iterations)
                return true;
        return false;
    }

    /// The values of a loop for which, whatever the loops inside do, the instances are all in one
    /// piece; nothing if there are only few.
    /// \return { [t] }, the constraints on the loop's variable alone
    std::optional<isl::set> greatest_interior(const std::vector<isl::set> &at, unsigned depth) const
    {
        const isl::set all = first_dimensions(times_, depth + 1);
        std::optional<isl::set> best;
        long greatest = least_interior - 1;
        for (const isl::set &piece : at) {
            const isl::set others = first_dimensions(times_.subtract(piece), depth + 1);
            const isl::set inside = presburger::coalesced(
                presburger::without_unknown_divs(all.subtract(others)).intersect(all));
            if (inside.is_empty())
                continue;
            const isl::set bounds = presburger::shared_constraints(
                presburger::coalesced(presburger::shared_constraints(inside).gist(all)));
            const long count = iterations(inside);
            if (count <= greatest || !bounds.intersect(all).is_disjoint(others))
                continue;
            greatest = count;
            best = bounds;
        }
        return best;
    }

    /// How often the innermost of some loops runs at most, in each iteration of those around it.
    long iterations(const isl::set &times) const
    {
        isl::set fixed = times;
        for (const auto &[name, value] : sizes_)
            if (const int position =
                    isl_set_find_dim_by_name(fixed.get(), isl_dim_param, name.c_str());
                position >= 0)
                fixed = isl::manage(
                    isl_set_fix_si(fixed.release(), isl_dim_param, unsigned(position), int(value)));
        const isl::map by_others = presburger::last_by_others(fixed.project_out_all_params());
        const isl::set apart = presburger::without_empty_disjuncts(
            by_others.reverse().apply_range(by_others).deltas());
        if (apart.is_empty())
            return 0;
        const isl::val most = apart.dim_max_val(0);
        return most.is_int() ? most.num_si() + 1 : many_iterations;
    }

    void keep(const isl::set &interior, unsigned depth)
    {
        for (const Cursor &band : bands_) {
            const unsigned first = unsigned(band.schedule_depth());
            const unsigned end = first + unsigned(band.as<schedule::Band>().size());
            if (depth < first || depth >= end)
                continue;
            const isl::set lifted = presburger::lifted(interior, end - depth - 1);
            auto [known, is_new] = found_.try_emplace(band.path(), lifted);
            if (!is_new)
                known->second = known->second.intersect(lifted);
        }
    }

    const Cursor &leaf_;
    const ast::Values &sizes_;
    Interiors &found_;
    std::vector<Cursor> bands_; ///< above the leaf
    isl::map order_;            ///< { S[i] -> [t] }
    isl::set times_;
};

void find(const Cursor &node, const std::vector<const program::Statement *> &periodic,
          const ast::Values &sizes, Interiors &found)
{
    for (std::size_t k = 0; k < node.child_count(); ++k)
        find(node.child(k), periodic, sizes, found);
    if (node.child_count() > 0)
        return;
    LeafInteriors leaf(node, sizes, found);
    const isl::union_set reaching = schedule::reaching_instances(node);
    for (const program::Statement *statement : periodic) {
        const isl::set instances = reaching.extract_set(statement->domain.space());
        if (!instances.is_empty())
            leaf.add(*statement, instances);
    }
}

/// { [t] -> [b] } of { [t, b] }.
isl::map isolation(const isl::set &interior, std::size_t outer)
{
    return isl::manage(isl_map_move_dims(isl_map_from_range(interior.copy()), isl_dim_in, 0,
                                         isl_dim_out, 0, unsigned(outer)));
}

Cursor isolated(const Cursor &band, const isl::set &interior)
{
    schedule::Band changed = band.as<schedule::Band>();
    if (changed.isolation)
        return band;
    changed.isolation = isolation(interior, band.schedule_depth());
    for (schedule::Member &member : changed.members)
        member.isolated_option = member.option;
    return band.grafted(schedule::node(std::move(changed), band.node().child(0)));
}

/// Whether a statement is one of the source's: what is packed has places that wrap around, too.
bool is_of_source(const program::Statement &statement, const LoweredPlan &plan)
{
    return std::ranges::none_of(
               plan.contracts,
               [&](const CallContract &contract) { return contract.call == statement.name(); }) &&
           std::ranges::none_of(statement.accesses, [&](const program::Access &access) {
               return plan.program.arrays[access.array].is_declared_by_extents;
           });
}

bool is_piecewise(const program::Statement &statement)
{
    return std::ranges::any_of(requested_expressions(statement), [&](const isl::pw_aff &value) {
        return isl_pw_aff_n_piece(value.get()) > 1;
    });
}

} // namespace

schedule::Tree with_interiors_apart(const LoweredPlan &plan)
{
    std::vector<const program::Statement *> periodic;
    for (const program::Statement &statement : plan.program.statements)
        if (!statement.is_kill() && is_of_source(statement, plan) && is_piecewise(statement))
            periodic.push_back(&statement);
    const std::optional<ast::Values> sizes =
        periodic.empty() ? std::nullopt : machine::assumed_sizes(plan.program);
    if (!sizes)
        return plan.tree;
    Interiors found;
    find(plan.tree.root(), periodic, *sizes, found);
    schedule::Tree result = plan.tree;
    for (const auto &[path, interior] : found)
        result = isolated(result.root().descendant(path), interior).tree();
    return result;
}

} // namespace espalier::lowering
