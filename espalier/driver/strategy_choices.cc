#include "espalier/driver/strategy_choices.h"

#include "espalier/driver/budget.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/region_parts.h"
#include "espalier/driver/services.h"

namespace espalier::driver {

namespace {

/// The plan of a candidate; nothing if it breaks dependences, or too much is to be checked.
std::optional<transform::Plan> legal(const RegionTask &task, const strategies::Candidate &candidate)
{
    const program::Program &program =
        candidate.reference ? candidate.reference->program : task.analysis.program;
    const dependence::Dependences &dependences =
        candidate.reference ? candidate.reference->dependences : task.analysis.dependences;
    std::optional<transform::Plan> result;
    task.context.within_budget(presburger::part_of_budget(task.options.budget, 2), [&] {
        task.timings.measure("check", [&] {
            Legality legality(program, dependences, reduction_options(task.options),
                              task.analysis.strategy.parallel);
            Legality::Outcome outcome = legality.check(candidate.plan.program, candidate.plan.tree);
            if (outcome.violations.empty())
                result = {candidate.plan.program, std::move(outcome.tree), candidate.plan.steps};
        });
    });
    return result;
}

/// What a strategy makes of a region, as far as it is legal, from a part of the budget.
std::vector<Choice> offers(const RegionTask &task, const strategies::Strategy &strategy)
{
    std::vector<Choice> result;
    PlanningServices services(task.options, task.context, task.timings);
    const strategies::CpuStrategy &wanted = task.analysis.strategy;
    const strategies::Subject subject{task.analysis.program, task.analysis.dependences,
                                      task.options.machine,  wanted.tiling,
                                      wanted.parallel,       &services,
                                      task.options.fast_math};
    auto take_if_legal = [&](strategies::Candidate candidate) {
        std::optional<transform::Plan> plan = legal(task, candidate);
        if (!plan)
            return false;
        candidate.strategy = strategy.name;
        std::string description = candidate.description;
        result.push_back({.plan = std::move(*plan),
                          .description = std::move(description),
                          .made = std::move(candidate)});
        return true;
    };
    task.context.within_budget(
        presburger::part_of_budget(task.options.budget, strategy.budget_parts), [&] {
            task.timings.measure("strategy", [&] { strategy.propose(subject, take_if_legal); });
        });
    return result;
}

/// The nests of a region, as strategies have them, and what is between.
std::optional<Choice> nests_choice(const RegionTask &task)
{
    std::optional<strategies::Candidate> nests =
        nests_planned(task.analysis.program, task.options, task.context, task.timings);
    if (!nests)
        return std::nullopt;
    std::optional<transform::Plan> plan = legal(task, *nests);
    if (!plan)
        return std::nullopt;
    std::string description = nests->description;
    return Choice{
        .plan = std::move(*plan), .description = std::move(description), .made = std::move(*nests)};
}

/// How much faster a choice is than the source, for each of the threads that it may have; 0 where
/// that is not known.
double gain(const Choice &choice, const Choice &source, const RegionTask &task)
{
    const std::size_t threads =
        task.analysis.strategy.parallel ? machine::sharing_threads(task.options.machine) : 1;
    return choice.cycles && source.cycles ? *source.cycles / (*choice.cycles * double(threads)) : 0;
}

/// Whether what others make of the region is hardly faster, by a model of its own.
bool is_hard_to_beat(const Choice &choice, const Choice &source, const RegionTask &task)
{
    constexpr double most = 8;
    return is_near_peak(choice, source) ||
           (choice.made && choice.made->has_model && gain(choice, source, task) > most);
}

} // namespace

void add_strategy_choices(const RegionTask &task, const Choice &source, unsigned long enough,
                          std::vector<Choice> &choices)
{
    constexpr double much = 4;
    const std::size_t first = choices.size();
    bool is_reordered = false, is_enough = false;
    auto take = [&](Choice choice) {
        task.timings.measure("estimate", [&] {
            assess(choice, task.options.machine, task.context,
                   estimate_budget(task.options.budget));
        });
        is_enough = is_enough || gain(choice, source, task) > much;
        choices.push_back(std::move(choice));
    };
    for (const strategies::Strategy &strategy : task.options.strategies)
        if (!source.cycles || *source.cycles >= strategy.min_cycles) {
            std::vector<Choice> made = offers(task, strategy);
            is_reordered = is_reordered || (!made.empty() && !strategy.keeps_order);
            for (Choice &choice : made)
                take(std::move(choice));
            if (choices.size() > first && is_hard_to_beat(choices.back(), source, task))
                return;
            if (is_enough && task.context.operations_left() < enough)
                return;
        }
    if (!is_reordered)
        if (std::optional<Choice> nests = nests_choice(task))
            take(std::move(*nests));
}

std::vector<Choice> sized_choices(const RegionTask &task)
{
    for (const strategies::Strategy &strategy : task.options.strategies)
        if (strategy.takes_sizes)
            if (std::vector<Choice> result = offers(task, strategy); !result.empty())
                return result;
    return {};
}

} // namespace espalier::driver
