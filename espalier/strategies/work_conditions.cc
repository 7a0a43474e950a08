#include "espalier/strategies/work_conditions.h"

#include "espalier/ast/generator.h"
#include "espalier/base/checked.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/arrays.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/val.h>

#include <algorithm>
#include <cmath>

namespace espalier::strategies {

namespace {

using schedule::Loop;
using schedule::WorkCondition;

/// The number of values that each dimension of a set takes, at most: { [] -> [n] }.
std::vector<isl::pw_aff> extents(const isl::set &set)
{
    std::vector<isl::pw_aff> result;
    for (isl_size k = 0; k < isl_set_dim(set.get(), isl_dim_set); ++k) {
        isl::pw_aff least = isl::manage(isl_set_dim_min(set.copy(), k));
        isl::pw_aff most = isl::manage(isl_set_dim_max(set.copy(), k));
        result.push_back(program::as_extent(most.sub(least).add_constant(1).coalesce()));
    }
    return result;
}

bool is_constant(const isl::pw_aff &function)
{
    return isl_pw_aff_is_cst(function.get()) == isl_bool_true;
}

/// Whether a condition that compares a function is short: that of a length, or of the length of a
/// strip of it.
bool is_simple(const isl::pw_aff &factor)
{
    std::size_t varying = 0, constant = 0;
    factor.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        ++(isl_aff_is_cst(piece.at(0).get()) == isl_bool_true ? constant : varying);
    });
    return varying == 1 && constant <= 1;
}

/// As extents() has them, for the iterations of loops around that each take the most values, as far
/// as bounds that hold for rational numbers tell: where strips start is not kept exactly.
/// \param around  { S[i] -> [t] }
std::vector<isl::pw_aff> extents_inside(const isl::map &around)
{
    const isl::set apart =
        isl::manage(isl_set_remove_divs(around.apply_range(around.reverse()).deltas().release()));
    std::vector<isl::pw_aff> result;
    for (isl_size k = 0; k < isl_set_dim(apart.get(), isl_dim_set); ++k)
        result.push_back(program::as_extent(
            isl::manage(isl_set_dim_max(apart.copy(), k)).add_constant(1).coalesce()));
    return result;
}

/// The same numbers as extents() has them, for the parameters in a context; where the context makes
/// many cases of one, that of any parameters.
std::vector<isl::pw_aff> extents_within(const isl::set &set, const isl::set &context)
{
    std::vector<isl::pw_aff> result = extents(set.intersect_params(context));
    if (std::ranges::all_of(result, [](const isl::pw_aff &factor) {
            return is_constant(factor) || is_simple(factor);
        }))
        return result;
    const std::vector<isl::pw_aff> anywhere = extents(set);
    for (std::size_t k = 0; k < result.size(); ++k)
        if (!is_simple(result[k]) && is_simple(anywhere[k]))
            result[k] = anywhere[k];
    return result;
}

/// { S[i] -> [t_k] } of the loops around.
/// \param instances  { S[i] }
std::vector<isl::pw_aff> times_around(const Loop &loop, const isl::set &instances)
{
    std::vector<isl::pw_aff> result;
    const isl::space space = instances.space().add_unnamed_tuple(1);
    const isl::multi_union_pw_aff around = loop.functions_around();
    for (isl_size k = 0; k < isl_multi_union_pw_aff_dim(around.get(), isl_dim_out); ++k)
        result.push_back(
            isl::manage(isl_union_pw_aff_extract_pw_aff(around.at(k).get(), space.copy()))
                .gist(instances));
    return result;
}

/// Whether a loop around is over strips.
bool has_strips(const std::vector<isl::pw_aff> &times)
{
    return std::ranges::any_of(times, [](const isl::pw_aff &time) {
        bool result = false;
        time.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
            result = result || isl_aff_dim(piece.at(0).get(), isl_dim_div) > 0;
        });
        return result;
    });
}

/// Whether a loop around counts several iterators of a statement together, as one over waves does.
bool is_in_waves(const std::vector<isl::pw_aff> &times)
{
    return std::ranges::any_of(times, [](const isl::pw_aff &time) {
        unsigned iterators = 0;
        for (isl_size i = 0; i < isl_pw_aff_dim(time.get(), isl_dim_in); ++i)
            iterators +=
                isl_pw_aff_involves_dims(time.get(), isl_dim_in, unsigned(i), 1) == isl_bool_true;
        return iterators > 1;
    });
}

/// How much a statement computes, in parts of its body.
/// \param instances  { S[i] }
double operations_of(const program::Program &program, const isl::set &instances)
{
    const std::string name = isl::manage(isl_set_get_tuple_id(instances.get())).name();
    const auto statement = std::ranges::find(program.statements, name, &program::Statement::name);
    int result = 0;
    if (statement != program.statements.end() && !statement->is_kill())
        program::for_each_part(*statement->body, [&](const auto &) { ++result; });
    return result;
}

bool have_equal_factors(const std::vector<isl::pw_aff> &one, const std::vector<isl::pw_aff> &other)
{
    return std::ranges::equal(one, other, [](const isl::pw_aff &left, const isl::pw_aff &right) {
        return isl_pw_aff_is_equal(left.get(), right.get()) == isl_bool_true;
    });
}

/// With one digit that is not 0.
double rounded(double number)
{
    double unit = std::pow(10, std::floor(std::log10(std::max(1.0, number))));
    return std::ceil(number / unit) * unit;
}

} // namespace

WorkCondition between(const WorkCondition &one, const WorkCondition &other)
{
    auto mean = [](double least, double greatest) { return rounded(std::sqrt(least * greatest)); };
    return {one.factors, mean(one.least, other.least), mean(one.least_asleep, other.least_asleep)};
}

WorkConditions::WorkConditions(const program::Program &program, const ast::Values &sizes)
    : program_(program), context_(program::code_context(program)),
      possible_(context_.intersect(program::parameter_ranges(program))), sizes_(sizes)
{
}

bool WorkConditions::can_hold(const WorkCondition &condition) const
{
    double most = 1;
    for (const isl::pw_aff &factor : condition.factors) {
        isl::set values = factor.as_map().range().intersect_params(possible_);
        isl::val greatest = isl::manage(isl_set_dim_max_val(values.release(), 0));
        if (!greatest.is_int())
            return true;
        most *= isl_val_get_d(greatest.get());
    }
    return most >= condition.least;
}

std::optional<WorkCondition> WorkConditions::make(const Loop &loop,
                                                  const machine::ParallelWork &work) const
{
    return make(heaviest_extents(loop), work.cycles, {work.min_cycles, work.min_cycles_asleep});
}

std::optional<WorkCondition> WorkConditions::make(const Loop &loop, double cycles,
                                                  const EnoughCycles &enough) const
{
    VaryingExtents extents = heaviest_extents(loop);
    const double all = cycles * product(extents.factors, sizes_);
    return make(std::move(extents), all, enough);
}

WorkCondition WorkConditions::weakened(WorkCondition condition,
                                       const machine::ParallelWork &work) const
{
    const double there = product(condition.factors, sizes_);
    if (work.pays())
        condition.least = std::min(condition.least, there);
    if (work.cycles >= work.min_cycles_asleep)
        condition.least_asleep = std::min(condition.least_asleep, there);
    return condition;
}

std::vector<isl::pw_aff> WorkConditions::lengths() const
{
    std::vector<isl::pw_aff> most;
    double most_instances = 0;
    for (const program::Statement &statement : program_.statements) {
        if (statement.is_kill())
            continue;
        std::vector<isl::pw_aff> factors = extents_within(statement.domain, context_);
        if (const double instances = product(factors, sizes_); instances > most_instances) {
            most_instances = instances;
            most = std::move(factors);
        }
    }
    std::erase_if(most, is_constant);
    return std::isfinite(most_instances) && std::ranges::all_of(most, is_simple)
               ? most
               : std::vector<isl::pw_aff>{};
}

double WorkConditions::instances_between(const std::vector<isl::pw_aff> &lengths,
                                         const ast::Values &smaller,
                                         const ast::Values &larger) const
{
    constexpr double to_larger = 0.7; // of the way
    return rounded(std::pow(product(lengths, smaller), 1 - to_larger) *
                   std::pow(product(lengths, larger), to_larger));
}

/// \param extents  whose product is the number of instances
std::optional<WorkCondition> WorkConditions::make(VaryingExtents extents, double cycles,
                                                  const EnoughCycles &enough) const
{
    std::vector<isl::pw_aff> &factors = extents.factors;
    std::erase_if(factors, [](const isl::pw_aff &factor) { return is_constant(factor); });
    if (factors.empty() && enough.awake <= cycles && cycles < enough.asleep)
        return constant_work(cycles, enough);
    if (factors.empty() || cycles <= 0 || !std::ranges::all_of(factors, is_simple))
        return std::nullopt;
    // With twice the length of each of two dimensions, a wave is twice as long, not four times.
    const auto count = double(factors.size());
    const double growth = extents.has_waves && count > 1 ? (count - 1) / count : 1;
    const double instances = product(factors, sizes_);
    if (!std::isfinite(instances))
        return std::nullopt;
    auto least = [&](double min_cycles) {
        return rounded(instances * std::pow(min_cycles / cycles, 1 / growth));
    };
    return WorkCondition{factors, least(enough.awake), least(enough.asleep)};
}

/// The condition of a loop whose work is the same always: it depends on the threads alone.
WorkCondition WorkConditions::constant_work(double cycles, const EnoughCycles &enough) const
{
    const isl::set anywhere = isl::set::universe(context_.space().params());
    const isl::pw_aff work =
        anywhere.pw_aff_on_domain(isl::val(context_.ctx(), std::lround(rounded(cycles))));
    return {{program::as_extent(work)}, rounded(enough.awake), rounded(enough.asleep)};
}

/// The extents of the statements with the most to do: those that have the same ones count together.
WorkConditions::VaryingExtents WorkConditions::heaviest_extents(const Loop &loop) const
{
    struct Group {
        VaryingExtents extents;
        double work;
    };
    std::vector<Group> groups;
    schedule::reaching_instances(loop.band).foreach_set([&](const isl::set &instances) {
        VaryingExtents own = varying_extents(loop, instances);
        const double work = product(own.factors, sizes_) * operations_of(program_, instances);
        auto same = std::ranges::find_if(groups, [&](const Group &group) {
            return have_equal_factors(group.extents.factors, own.factors);
        });
        if (same == groups.end())
            groups.push_back({std::move(own), work});
        else
            same->work += work;
    });
    return groups.empty() ? VaryingExtents{} : std::ranges::max(groups, {}, &Group::work).extents;
}

/// The extents of what the loop executes of a statement; a dimension that has the same one as
/// a loop around is taken for that one's.
WorkConditions::VaryingExtents WorkConditions::varying_extents(const Loop &loop,
                                                               const isl::set &instances) const
{
    isl::set set = instances.intersect_params(context_);
    const std::vector<isl::pw_aff> around = times_around(loop, instances);
    const bool has_waves = is_in_waves(around);
    isl::union_map prefix = loop.relation_around();
    isl::union_set times = set.to_union_set().apply(prefix);
    if (times.is_empty())
        return {};
    if (!has_waves && has_strips(around))
        return {extents_inside(prefix.intersect_domain(set.to_union_set()).as_map()), false};
    VaryingExtents result{extents_within(instances, context_), has_waves};
    for (const isl::pw_aff &outer : extents(times.as_set())) {
        auto same = std::ranges::find_if(result.factors, [&](const isl::pw_aff &extent) {
            return isl_pw_aff_is_equal(extent.get(), outer.get()) == isl_bool_true;
        });
        if (same != result.factors.end())
            result.factors.erase(same);
    }
    return result;
}

double WorkConditions::product(const std::vector<isl::pw_aff> &factors,
                               const ast::Values &sizes) const
{
    try {
        double result = 1;
        for (const isl::pw_aff &factor : factors)
            result *= double(ast::evaluate(*ast::value(factor, context_), sizes));
        return result;
    } catch (const NumberTooLarge &) {
        return HUGE_VAL;
    }
}

} // namespace espalier::strategies
