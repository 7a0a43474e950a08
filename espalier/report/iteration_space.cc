#include "espalier/report/iteration_space.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/program/loops.h"

#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>

namespace espalier::report {

namespace {

using program::Program;

constexpr std::size_t max_statements = 4;
constexpr long min_constant = 4, greatest_constant = 8;
/// Of each statement, to show a pattern.
constexpr std::size_t enough_instances = 9;

/// The statements with two loops by one of the loops around them, in the order of the source.
std::vector<PlottedNest> grouped(const std::vector<program::LoopPath> &loops,
                                 const PlottedNest &statements, std::size_t level)
{
    std::vector<PlottedNest> result;
    for (std::size_t statement : statements) {
        if (result.empty() || loops[result.back().back()][level] != loops[statement][level])
            result.emplace_back();
        result.back().push_back(statement);
    }
    return result;
}

} // namespace

std::vector<PlottedNest> plotted_nests(const Program &program)
{
    std::vector<program::LoopPath> loops = program::loops_around(program);
    PlottedNest all;
    for (std::size_t k = 0; k < loops.size(); ++k)
        if (loops[k].size() == 2 && !program.statements[k].is_kill())
            all.push_back(k);
    std::vector<PlottedNest> result;
    for (const PlottedNest &outer : grouped(loops, all, 0)) {
        std::vector<PlottedNest> parts = outer.size() <= max_statements
                                             ? std::vector<PlottedNest>{outer}
                                             : grouped(loops, outer, 1);
        std::ranges::copy_if(parts, std::back_inserter(result),
                             [](const PlottedNest &nest) { return nest.size() <= max_statements; });
    }
    return result;
}

namespace {

long coordinate(const isl::point &point, unsigned dimension)
{
    isl_val *value =
        isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(dimension));
    return isl::manage(value).num_si();
}

/// The points of a set, none of which depends on what the symbolic constants are.
template <class Action>
void foreach_point(const isl::set &set, const Action &action)
{
    unsigned parameters = unsigned(isl_set_dim(set.get(), isl_dim_param));
    isl::manage(isl_set_project_out(set.copy(), isl_dim_param, 0, parameters))
        .foreach_point([&](const isl::point &point) { action(point); });
}

/// A nest with fixed values of the symbolic constants.
class FixedNest {
public:
    FixedNest(const RegionDependences &region, const PlottedNest &nest, long constant)
        : region_(region), nest_(nest), constants_(region.program.context)
    {
        for (unsigned k = 0; k < region.program.parameters.size(); ++k)
            constants_ = constants_.intersect(equal_to(region.program.parameters[k].id, constant));
        for (std::size_t statement : nest)
            domains_.push_back(presburger::without_empty_disjuncts(
                region.program.statements[statement].domain.intersect_params(constants_)));
        space_.constant = constant;
    }

    /// Whether each statement has an instance.
    bool is_inhabited() const
    {
        return std::ranges::none_of(domains_, [](const isl::set &set) { return set.is_empty(); });
    }

    /// Precondition: is_inhabited()
    IterationSpace space()
    {
        cut_to_window();
        for (std::size_t k = 0; k < domains_.size(); ++k)
            foreach_point(domains_[k], [&](const isl::point &point) {
                space_.instances.push_back({k, coordinate(point, 0), coordinate(point, 1)});
            });
        add_flow();
        add_live_in();
        std::ranges::sort(space_.instances);
        std::ranges::sort(space_.flow);
        return std::move(space_);
    }

private:
    static isl::set equal_to(const isl::id &parameter, long value)
    {
        isl::space space = isl::space::unit(parameter.ctx()).add_param(parameter);
        isl::aff aff = space.param_aff_on_domain(parameter);
        return aff.eq_set(space.zero_aff_on_domain().add_constant(value));
    }

    void cut_to_window()
    {
        for (unsigned dimension : {0u, 1u}) {
            isl::set all = domains_.front();
            for (const isl::set &domain : domains_)
                all = all.unite(isl::manage(
                    isl_set_set_tuple_id(domain.copy(), isl_set_get_tuple_id(all.get()))));
            isl::val least = all.dim_min_val(static_cast<int>(dimension));
            isl::val greatest = least.add(isl::val(least.ctx(), IterationSpace::window - 1));
            for (isl::set &domain : domains_) {
                isl::set inside = isl::manage(isl_set_upper_bound_val(domain.copy(), isl_dim_set,
                                                                      dimension, greatest.copy()));
                space_.is_cut = space_.is_cut || !domain.is_subset(inside);
                domain = presburger::without_empty_disjuncts(inside);
            }
        }
    }

    void add_flow()
    {
        isl::union_map flow = dependence::untagged(region_.dependences.flow);
        for (std::size_t from = 0; from < domains_.size(); ++from)
            for (std::size_t to = 0; to < domains_.size(); ++to)
                add_flow(from, to, part(flow, domains_[from].space(), domains_[to].space()));
    }

    void add_flow(std::size_t from, std::size_t to, const isl::map &flow)
    {
        isl::map inside = flow.intersect_domain(domains_[from]).intersect_range(domains_[to]);
        foreach_point(inside.wrap(), [&](const isl::point &pair) {
            space_.flow.push_back({{from, coordinate(pair, 0), coordinate(pair, 1)},
                                   {to, coordinate(pair, 2), coordinate(pair, 3)}});
        });
    }

    void add_live_in()
    {
        isl::union_set readers = region_.dependences.live_in.domain().unwrap().domain();
        for (std::size_t k = 0; k < domains_.size(); ++k)
            foreach_point(readers.extract_set(domains_[k].space()).intersect(domains_[k]),
                          [&](const isl::point &point) {
                              space_.live_in.push_back(
                                  {k, coordinate(point, 0), coordinate(point, 1)});
                          });
    }

    /// { S[i] -> T[j] } of a union of such relations.
    static isl::map part(const isl::union_map &all, const isl::space &from, const isl::space &to)
    {
        isl_space *space = isl_space_map_from_domain_and_range(from.copy(), to.copy());
        return isl::manage(isl_union_map_extract_map(all.get(), space));
    }

    const RegionDependences &region_;
    const PlottedNest &nest_;
    isl::set constants_; ///< { : n = 4, ... }
    std::vector<isl::set> domains_;
    IterationSpace space_;
};

bool shows_a_pattern(const IterationSpace &space, std::size_t statements)
{
    for (std::size_t k = 0; k < statements; ++k)
        if (static_cast<std::size_t>(std::ranges::count(
                space.instances, k, &PlottedInstance::statement)) < enough_instances)
            return false;
    return true;
}

} // namespace

std::optional<IterationSpace> iteration_space(const RegionDependences &region,
                                              const PlottedNest &nest)
{
    std::optional<IterationSpace> result;
    for (long constant = min_constant; constant <= greatest_constant; ++constant) {
        FixedNest fixed(region, nest, constant);
        if (!fixed.is_inhabited())
            continue;
        result = fixed.space();
        if (shows_a_pattern(*result, nest.size()))
            break;
    }
    return result;
}

} // namespace espalier::report
