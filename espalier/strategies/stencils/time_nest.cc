#include "espalier/strategies/stencils/time_nest.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace espalier::strategies {

namespace {

constexpr long greatest_distance = 16; ///< of a dependence, in any loop
constexpr long greatest_factor = 8;    ///< of a skewed loop

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

std::string program_name(const Statement &statement)
{
    return schedule::statement_name(statement.instances.space());
}

/// Whether every statement is in one loop, and none was split.
bool is_one_loop(const MatrixView &view)
{
    std::set<std::string> names;
    for (const Statement &statement : view.statements)
        if (statement.depth() == 0 || statement.beta[0] != 0 ||
            !names.insert(program_name(statement)).second)
            return false;
    return !names.empty();
}

std::size_t greatest_depth(const MatrixView &view)
{
    return std::ranges::max(view.statements, {}, &Statement::depth).depth();
}

/// The maps between two statements of the program, by name.
using ByStatements = std::map<std::pair<std::string, std::string>, isl::map>;

ByStatements between_statements(const dependence::Dependences &dependences)
{
    ByStatements result;
    isl::union_map all =
        dependence::untagged(dependences.flow.unite(dependences.false_dependences()));
    all.foreach_map([&](const isl::map &map) {
        isl::space space = map.space();
        result.emplace(std::pair(schedule::statement_name(space.domain()),
                                 schedule::statement_name(space.range())),
                       map);
    });
    return result;
}

/// { [t] }: when statements with all loops run that a statement depends on, or that depend on it.
isl::set partners(const MatrixView &view, const Statement &statement, std::size_t depth,
                  const ByStatements &dependences)
{
    isl::space space = isl::space::unit(statement.instances.ctx());
    isl::set result = isl::set::empty(space.add_unnamed_tuple(unsigned(depth)));
    for (const Statement &other : view.statements) {
        if (other.depth() != depth)
            continue;
        isl::map time = transform::outer_time(other, depth);
        auto add = [&](const Statement &source, const Statement &sink, bool is_source) {
            auto found = dependences.find({program_name(source), program_name(sink)});
            if (found != dependences.end())
                result = result.unite(
                    (is_source ? found->second.domain() : found->second.range()).apply(time));
        };
        add(other, statement, true);
        add(statement, other, false);
    }
    return presburger::without_empty_disjuncts(result);
}

/// A loop with a single iteration.
struct Single {
    std::size_t row;
    isl::val value;
};

std::optional<Single> single_iteration(const isl::set &times, std::size_t depth)
{
    if (times.is_empty())
        return std::nullopt;
    for (std::size_t row = 1; row < depth; ++row) {
        isl::val least = times.dim_min_val(int(row));
        if (least.is_int() && least.eq(times.dim_max_val(int(row))))
            return Single{row, least};
    }
    return std::nullopt;
}

/// Statements that lack a loop get it; nothing if it is not clear which.
std::optional<MatrixView> with_equal_depths(MatrixView view, const ByStatements &dependences)
{
    std::size_t depth = greatest_depth(view);
    auto lacks_loop = [&](const Statement &statement) { return statement.depth() < depth; };
    for (auto lacking = std::ranges::find_if(view.statements, lacks_loop);
         lacking != view.statements.end();
         lacking = std::ranges::find_if(view.statements, lacks_loop)) {
        auto single = single_iteration(partners(view, *lacking, depth, dependences), depth);
        if (!single || single->row > lacking->depth())
            return std::nullopt;
        Beta place = lacking->beta;
        view = transform::extend(std::move(view), place, single->row + 1,
                                 presburger::to_string(single->value), "x");
    }
    return view;
}

std::vector<Beta> sweeps_of(const MatrixView &view, std::size_t depth)
{
    std::set<Beta> result;
    for (const Statement &statement : view.statements)
        result.insert(transform::first(statement.beta, depth));
    return {result.begin(), result.end()};
}

std::size_t sweep_of(const TimeNest &nest, const Statement &statement)
{
    auto found = std::ranges::find(nest.sweeps, transform::first(statement.beta, nest.depth));
    return std::size_t(found - nest.sweeps.begin());
}

bool is_bounded(const isl::set &distances)
{
    isl::val limit(distances.ctx(), greatest_distance);
    for (int k = 0; k < int(presburger::dimensions(distances)); ++k)
        if (distances.dim_max_val(k).gt(limit) || distances.dim_min_val(k).lt(limit.neg()))
            return false;
    return true;
}

/// \return false if distances are too large
bool add_distances(TimeNest &nest, const Statement &source, const Statement &sink,
                   const isl::map &dependence)
{
    isl::map times = dependence.apply_domain(transform::outer_time(source, nest.depth))
                         .apply_range(transform::outer_time(sink, nest.depth));
    isl::set distances = presburger::without_empty_disjuncts(times.deltas());
    if (distances.is_empty())
        return true;
    if (!is_bounded(distances))
        return false;
    std::size_t from = sweep_of(nest, source), to = sweep_of(nest, sink);
    auto is_between = [&](const TimeNest::Dependence &known) {
        return known.source == from && known.sink == to;
    };
    auto known = std::ranges::find_if(nest.dependences, is_between);
    if (known == nest.dependences.end())
        nest.dependences.push_back({from, to, distances});
    else
        known->distances = presburger::coalesced(known->distances.unite(distances));
    return true;
}

/// The least value of d_row + factor * d_0.
long least(const isl::set &distances, std::size_t row, long factor)
{
    isl_local_space *space = isl_local_space_from_space(distances.space().release());
    isl_aff *value = isl_aff_var_on_domain(space, isl_dim_set, unsigned(row));
    value = isl_aff_add_coefficient_si(value, isl_dim_in, 0, int(factor));
    return distances.min_val(isl::manage(value)).num_si();
}

/// The least shifts for one factor.
std::optional<std::vector<long>> shifts(const TimeNest &nest, std::size_t row, long factor)
{
    std::vector<long> result(nest.sweeps.size(), 0), weights;
    for (const TimeNest::Dependence &dependence : nest.dependences)
        weights.push_back(-least(dependence.distances, row, factor));
    for (std::size_t round = 0; round <= nest.sweeps.size(); ++round) {
        bool has_changed = false;
        for (std::size_t k = 0; k < weights.size(); ++k) {
            const TimeNest::Dependence &dependence = nest.dependences[k];
            long needed = result[dependence.source] + weights[k];
            has_changed = has_changed || needed > result[dependence.sink];
            result[dependence.sink] = std::max(result[dependence.sink], needed);
        }
        if (!has_changed)
            return result;
    }
    return std::nullopt;
}

/// The distances that are 0 in the outermost rows.
isl::set within(const isl::set &distances, std::size_t rows)
{
    isl_set *result = distances.copy();
    for (std::size_t k = 0; k < rows; ++k)
        result = isl_set_fix_si(result, isl_dim_set, unsigned(k), 0);
    return presburger::without_empty_disjuncts(isl::manage(result));
}

} // namespace

std::optional<TimeNest> time_nest(const program::Program &program,
                                  const dependence::Dependences &dependences)
{
    MatrixView original = transform::original_view(program);
    if (!is_one_loop(original) || greatest_depth(original) < 2)
        return std::nullopt;
    ByStatements between = between_statements(dependences);
    std::optional<MatrixView> view = with_equal_depths(std::move(original), between);
    if (!view)
        return std::nullopt;
    std::size_t depth = greatest_depth(*view);
    TimeNest result{*view, depth, sweeps_of(*view, depth), {}};
    for (const Statement &source : result.view.statements)
        for (const Statement &sink : result.view.statements) {
            auto found = between.find({program_name(source), program_name(sink)});
            if (found != between.end() && !add_distances(result, source, sink, found->second))
                return std::nullopt;
        }
    return result;
}

std::optional<Skewing> find_skewing(const TimeNest &nest, std::size_t row)
{
    for (long factor = 0; factor <= greatest_factor; ++factor)
        if (auto found = shifts(nest, row, factor))
            return Skewing{factor, *found};
    return std::nullopt;
}

bool is_innermost_independent(const TimeNest &nest, std::size_t sweep)
{
    return std::ranges::all_of(nest.dependences, [&](const TimeNest::Dependence &dependence) {
        isl::set inside = within(dependence.distances, nest.depth - 1);
        return dependence.source != sweep || dependence.sink != sweep ||
               inside.is_subset(within(inside, nest.depth));
    });
}

std::optional<long> find_lag(const TimeNest &nest)
{
    if (nest.sweeps.size() != 1 || nest.depth < 3)
        return std::nullopt;
    long result = 0;
    for (const TimeNest::Dependence &dependence : nest.dependences) {
        isl::set inside = within(dependence.distances, nest.depth - 2);
        for (long outer = 1; outer <= greatest_distance; ++outer) {
            isl_set *there =
                isl_set_fix_si(inside.copy(), isl_dim_set, unsigned(nest.depth - 2), int(outer));
            isl::set distances = presburger::without_empty_disjuncts(isl::manage(there));
            if (!distances.is_empty()) {
                long missing = 1 - distances.dim_min_val(int(nest.depth - 1)).num_si();
                result = std::max(result, (missing + outer - 1) / outer);
            }
        }
    }
    return result <= greatest_factor ? std::optional(result) : std::nullopt;
}

} // namespace espalier::strategies
