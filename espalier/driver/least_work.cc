#include "espalier/driver/least_work.h"

#include "espalier/ast/walk.h"
#include "espalier/base/error.h"
#include "espalier/lowering/target_code.h"
#include "espalier/machine/estimate.h"
#include "espalier/machine/region_start.h"
#include "espalier/schedule/loops.h"
#include "espalier/strategies/work_conditions.h"

#include <isl/aff.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <ranges>
#include <span>

namespace espalier::driver {

namespace {

/// What a choice may take of the source's cycles where it is to run: a little more, since estimates
/// have short loops rather too slow; or clearly less if it pays by a model of its strategy's own,
/// which says nothing of small sizes.
constexpr double most = 1.1, most_with_model = 0.9;

/// Cycles that new code is to save where it is to run: estimates of loops that are over soon know
/// nothing of branches that are predicted wrongly, nor of code that no cache has. Where even usual
/// sizes save less, half of that.
constexpr double least_gain = 100;

/// Cycles of a parallel loop that one thread executes since it has too little to do for several, if
/// there is no code for one thread beside it.
constexpr double start_on_one_thread = 1'000;

/// The parallel loops that have more in them than what is there twice.
double large_parallel_loops(const ast::NodePtr &code)
{
    const auto *loop = std::get_if<ast::For>(&code->node);
    const bool is_parallel = loop && loop->role && loop->role->kind == schedule::LoopKind::parallel;
    if (is_parallel)
        return lowering::instances_in(*code) > lowering::most_instances_twice ? 1 : 0;
    double result = 0;
    ast::foreach_child(*code,
                       [&](const ast::NodePtr &child) { result += large_parallel_loops(child); });
    return result;
}

/// Both choices at one size.
class Comparison {
public:
    /// Precondition: there are estimates of both.
    /// \param sizes, machine  have to outlive this
    Comparison(const machine::AssumedSizes &sizes, const Choice &chosen, const Choice &source,
               const machine::Machine &machine)
        : sizes_(sizes), source_(*source.code), machine_(machine), usual_chosen_(*chosen.cycles),
          usual_source_(*source.cycles), has_model_(chosen.made && chosen.made->has_model)
    {
        allow(has_model_ ? most_with_model : most);
        const EvaluatedCode &code = *chosen.code;
        loops_ = large_parallel_loops(code.loops);
        chosen_.push_back({{code.program, code.tree, on_one_thread(code.loops), code.is_kept},
                           start_on_one_thread * loops_});
        if (schedule::has_threads(chosen.plan.tree))
            chosen_.push_back({code, 0});
    }

    /// Compares from now on with how the choice does at usual sizes, if its strategy's own model
    /// knows of a gain of which the estimate sees nothing at a large size: it does not see it at
    /// small ones either.
    /// \param where  as in is_slower()
    void trust_model(long large, const isl::set &where)
    {
        if (has_model_ && is_slower(large, where))
            allow(std::max(most_, most * usual_chosen_ / usual_source_));
    }

    /// Whether the choice is clearly slower, with what it takes to begin.
    /// \param usual  the size, as assumed_sizes() has it
    /// \param where  { : ... }: what the symbolic constants are to be like besides
    bool is_slower(long usual, const isl::set &where) const
    {
        const std::optional<ast::Values> sizes = sizes_.values(usual, where);
        const std::optional<double> source = sizes ? cycles(source_, *sizes) : std::nullopt;
        return source && std::ranges::all_of(chosen_, [&](const Way &way) {
                   const double start =
                       way.start + machine::region_start_cycles(way.code.program, machine_, *sizes);
                   const std::optional<double> own = cycles(way.code, *sizes);
                   return own && *own + start + least_gain_ > most_ * *source;
               });
    }

private:
    /// How the code may run.
    struct Way {
        EvaluatedCode code;
        double start; ///< cycles for parallel loops that are none in it
    };

    /// Sets what the choice may take of the source's cycles.
    void allow(double part)
    {
        most_ = part;
        least_gain_ = std::clamp((part * usual_source_ - usual_chosen_) / 2, 0.0, least_gain);
    }

    /// With the start of parallel loops that do not pay.
    std::optional<double> cycles(const EvaluatedCode &code, const ast::Values &sizes) const
    {
        const auto found = machine::estimate(code.program, code.loops, machine_, sizes);
        if (!found)
            return std::nullopt;
        const auto idle = std::ranges::count_if(
            found->parallel_loops, [](const auto &loop) { return !loop.second.pays(); });
        return found->cycles + start_on_one_thread * std::min(double(idle), loops_);
    }

    const machine::AssumedSizes &sizes_;
    std::vector<Way> chosen_; ///< on one thread, and with the threads that it asks for
    EvaluatedCode source_;
    const machine::Machine &machine_;
    double usual_chosen_, usual_source_; ///< cycles at usual sizes
    bool has_model_;                     ///< the choice, beside the estimate
    double most_;                        ///< of the source's cycles
    double least_gain_;                  ///< cycles, as the constant of that name or less
    double loops_; ///< of the choice, that are parallel, and take time on one thread as well
};

/// Ever smaller sizes, each half of the one before or less: no powers of two, nor just below one,
/// with which vectors would be full, or much of the loops left over. The first are for single loops
/// in which there is little to gain.
constexpr std::array<long, 11> sizes = {16 * machine::usual_size,
                                        4 * machine::usual_size,
                                        machine::usual_size,
                                        500,
                                        250,
                                        120,
                                        60,
                                        28,
                                        12,
                                        6,
                                        3};

/// Lengths of one dimension, while the others stay long.
constexpr std::array<long, 6> lengths = {60, 28, 12, 6, 3, 1};

/// The smallest of some sizes at which a choice is not slower, and the next one.
struct Threshold {
    long larger, smaller;

    double mean() const { return std::sqrt(double(larger) * double(smaller)); }
};

/// \return nothing if the choice is slower at none of them, or at all
std::optional<Threshold> threshold(std::span<const long> sizes,
                                   const std::function<bool(long)> &is_slower)
{
    const auto slower =
        std::ranges::partition_point(sizes, [&](long size) { return !is_slower(size); });
    if (slower == sizes.begin() || slower == sizes.end())
        return std::nullopt;
    return Threshold{*(slower - 1), *slower};
}

/// Finds what is the least in one program.
class LeastWorkFinder {
public:
    /// \param sizes, is_slower  have to outlive this
    LeastWorkFinder(const program::Program &program, const machine::AssumedSizes &sizes,
                    const IsSlower &is_slower)
        : program_(program), sizes_(sizes), anywhere_(isl::set::universe(program.context.space())),
          is_slower_(is_slower)
    {
    }

    LeastWork find() const
    {
        const std::optional<ast::Values> usual = sizes_.values(machine::usual_size);
        if (!usual)
            return {};
        const strategies::WorkConditions conditions(program_, *usual);
        const std::vector<isl::pw_aff> lengths = conditions.lengths();
        if (lengths.empty())
            return {};
        const double instances = least_instances(conditions, lengths);
        return {instances, least_lengths(conditions, lengths, instances)};
    }

private:
    double least_instances(const strategies::WorkConditions &conditions,
                           const std::vector<isl::pw_aff> &lengths) const
    {
        const std::optional<Threshold> found =
            threshold(sizes, [&](long size) { return is_slower_(size, anywhere_); });
        if (!found)
            return 0;
        const std::optional<ast::Values> larger = sizes_.values(found->larger),
                                         smaller = sizes_.values(found->smaller);
        return larger && smaller ? conditions.instances_between(lengths, *smaller, *larger) : 0;
    }

    /// \param lengths    { [] -> [n] }
    /// \param instances  that there are at least
    std::vector<double> least_lengths(const strategies::WorkConditions &conditions,
                                      const std::vector<isl::pw_aff> &lengths,
                                      double instances) const
    {
        std::vector<double> result;
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            auto is_slower = [&](long value) {
                const isl::set where = is_equal(lengths[k], value);
                return is_slower_(size_of(conditions, lengths, instances, where), where);
            };
            const std::optional<Threshold> found =
                is_independent(lengths, k) ? threshold(driver::lengths, is_slower) : std::nullopt;
            result.push_back(found ? std::round(found->mean()) : 0);
        }
        if (std::ranges::all_of(result, [](double length) { return length == 0; }))
            return {};
        return result;
    }

    /// { : length = value }
    static isl::set is_equal(const isl::pw_aff &length, long value)
    {
        const isl::pw_aff constant =
            isl::set::universe(length.domain().space()).pw_aff_on_domain(value);
        return length.eq_set(constant).params();
    }

    /// A size at which all is in caches; or the least of larger ones at which there are that many
    /// instances, since code for more of them runs nowhere else.
    long size_of(const strategies::WorkConditions &conditions,
                 const std::vector<isl::pw_aff> &lengths, double instances,
                 const isl::set &where) const
    {
        constexpr long in_caches = 120, most = machine::usual_size;
        for (const long size : sizes | std::views::reverse) {
            if (size < in_caches)
                continue;
            const std::optional<ast::Values> values = sizes_.values(size, where);
            if (size == most || !values || conditions.product(lengths, *values) >= instances)
                return size;
        }
        return most;
    }

    /// Whether a length among others can change while the others stay.
    bool is_independent(const std::vector<isl::pw_aff> &lengths, std::size_t which) const
    {
        auto shares_parameter = [&](const isl::pw_aff &other) {
            return std::ranges::any_of(program_.parameters, [&](const program::Parameter &size) {
                return involves(other, size.id) && involves(lengths[which], size.id);
            });
        };
        return lengths.size() > 1 && std::ranges::count_if(lengths, shares_parameter) == 1;
    }

    static bool involves(const isl::pw_aff &function, const isl::id &parameter)
    {
        const isl::pw_aff value = function.gist(function.domain());
        return isl_pw_aff_involves_param_id(value.get(), parameter.get()) == isl_bool_true;
    }

    const program::Program &program_;
    const machine::AssumedSizes &sizes_;
    isl::set anywhere_; ///< { : }
    const IsSlower &is_slower_;
};

} // namespace

bool LeastWork::is_always_there() const { return instances == 0 && lengths.empty(); }

LeastWork least_work(const program::Program &program, const machine::AssumedSizes &sizes,
                     const IsSlower &is_slower)
{
    return LeastWorkFinder(program, sizes, is_slower).find();
}

LeastWork least_work(const program::Program &program, const Choice &chosen, const Choice &source,
                     const machine::Machine &machine, const presburger::Context &context,
                     unsigned long budget)
{
    LeastWork result;
    if (machine.region_start == 0)
        return result;
    auto find = [&] {
        const machine::AssumedSizes assumed(program);
        Comparison comparison(assumed, chosen, source, machine);
        comparison.trust_model(sizes.front(), isl::set::universe(program.context.space()));
        result = least_work(program, assumed, [&](long size, const isl::set &where) {
            return comparison.is_slower(size, where);
        });
    };
    try {
        context.within_budget(budget, find);
    } catch (const Error &) {
        // There is no code for it, which whoever takes it gets to know.
    }
    return result;
}

std::vector<schedule::WorkCondition> conditions(const program::Program &program,
                                                const LeastWork &least)
{
    const std::optional<ast::Values> sizes = machine::assumed_sizes(program);
    if (!sizes)
        return {};
    std::vector<schedule::WorkCondition> result;
    const std::vector<isl::pw_aff> lengths = strategies::WorkConditions(program, *sizes).lengths();
    if (least.instances > 0 && !lengths.empty())
        result.push_back({lengths, least.instances});
    for (std::size_t k = 0; k < std::min(lengths.size(), least.lengths.size()); ++k)
        if (least.lengths[k] > 0)
            result.push_back({{lengths[k]}, least.lengths[k]});
    return result;
}

} // namespace espalier::driver
