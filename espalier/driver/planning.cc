#include "espalier/driver/planning.h"

#include "espalier/dependence/explanations.h"
#include "espalier/dependence/violations.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/least_work.h"
#include "espalier/driver/missed_parallelism.h"
#include "espalier/driver/scheduling.h"
#include "espalier/driver/strategy_choices.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/script/emission.h"
#include "espalier/strategies/vector_loops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::driver {

namespace {

strategies::CpuStrategy untiled(strategies::CpuStrategy strategy)
{
    strategy.tiling.mode = strategies::Tiling::Mode::off;
    return strategy;
}

/// Options with no larger budget than it pays to spend on work that takes so many cycles in the
/// order of the source: no order is worth minutes of search for nanoseconds of work.
OptimizeOptions with_budget_for(OptimizeOptions options, const std::optional<double> &cycles)
{
    constexpr double operations_for_a_cycle = 500;
    if (options.budget != 0 && cycles)
        options.budget = static_cast<unsigned long>(
            std::clamp(operations_for_a_cycle * *cycles, 1.0, double(options.budget)));
    return options;
}

/// "source_if_fewer(700, {0, 8})"
std::string script_of(const LeastWork &least)
{
    if (least.lengths.empty())
        return fmt::format("source_if_fewer({})\n", least.instances);
    return fmt::format("source_if_fewer({}, {{{}}})\n", least.instances,
                       fmt::join(least.lengths, ", "));
}

/// Plans one region.
class RegionPlanner {
public:
    /// \param source  the order of the source by itself
    RegionPlanner(const RegionTask &task, const Choice &source)
        : options_(with_budget_for(task.options, source.cycles)),
          task_{task.region, task.analysis, options_, task.context, task.timings},
          is_little_work_(options_.budget != task.options.budget)
    {
    }

    PlanningOutcome plan_source(const Choice &source) &&
    {
        if (schedule::has_threads(source.plan.tree))
            result_.planned = checked(settled(source).plan.tree);
        if (result_.planned)
            result_.planned->gains_by_threads_alone = true;
        return std::move(result_);
    }

    NestChoice best_by_strategies(const std::vector<Choice> &sources) &&
    {
        std::vector<Choice> all(sources.rbegin(), sources.rend());
        task_.context.within_budget(presburger::part_of_budget(task_.options.budget, 2),
                                    [&] { add_strategy_choices(task_, sources.front(), 0, all); });
        const Choice &chosen = best(all);
        return {chosen.made ? std::optional(chosen) : std::nullopt,
                fmt::format("{} ({})", title(chosen), compare(all))};
    }

    /// As plan_region().
    PlanningOutcome plan(const std::vector<Choice> &sources, unsigned long search) &&
    {
        if (!is_free())
            plan_as_asked({});
        else if (task_.options.tiling.mode != strategies::Tiling::Mode::automatic)
            plan_as_asked(sized_choices(task_));
        else {
            find_choices(sources, search);
            result_.search_remarks = result_.remarks;
            choose();
        }
        return std::move(result_);
    }

    PlanningOutcome plan_among(std::vector<Choice> choices) &&
    {
        result_.choices = std::move(choices);
        choose();
        return std::move(result_);
    }

private:
    void remark(DiagnosticKind kind, const std::string &message)
    {
        result_.remarks.push_back({Severity::remark, kind, task_.region.place, message});
    }

    void explain(DiagnosticKind kind, const std::string &message)
    {
        if (task_.options.explain)
            remark(kind, message);
    }

    /// Whether nobody asked for a certain schedule.
    bool is_free() const
    {
        const OptimizeOptions &options = task_.options;
        return options.scheduler && !options.strategy && !options.make_schedule &&
               options.scheduler->algorithm == scheduler::Algorithm::automatic;
    }

    /// What was asked for, without a look at what it costs.
    void plan_as_asked(const std::vector<Choice> &sized)
    {
        if (!sized.empty())
            result_.planned = RegionPlan{.plan = sized.front().plan, .made = sized.front().made};
        else if (schedule())
            result_.planned = checked(tiled(*result_.schedule, task_.analysis.strategy).tree);
    }

    /// \name The scheduler.
    /// @{

    /// Finds the order in which the region is to run.
    /// \return false, and a remark, where none was found
    bool schedule()
    {
        result_.schedule = scheduled_order(task_, result_.remarks);
        return result_.schedule.has_value();
    }

    /// Finds an order with half of the budget, since there are others.
    void schedule_within_budget()
    {
        if (task_.context.within_budget(presburger::part_of_budget(task_.options.budget, 2),
                                        [&] { schedule(); }))
            return;
        const std::string given_up =
            "no other order was sought for the region than those of strategies: that takes more ";
        if (is_little_work_)
            explain(DiagnosticKind::no_transformation,
                    given_up + "than the region's work is worth, by the estimate");
        else
            remark(DiagnosticKind::budget_exhausted,
                   given_up + "than half of the operations that the budget allows (--budget)");
    }

    strategies::TiledTree tiled(const schedule::Tree &tree, const strategies::CpuStrategy &strategy)
    {
        return task_.timings.measure("strategy", [&] {
            return strategies::tiled(strategy, task_.analysis.program, task_.analysis.dependences,
                                     tree);
        });
    }

    /// The schedule with tiles, and with wavefronts of them only where these pay; nothing if there
    /// is nothing to tile.
    std::optional<Choice> tiled_choice(const schedule::Tree &tree)
    {
        const char *description = "scheduled and tiled";
        const strategies::TiledTree made = tiled(tree, task_.analysis.strategy);
        if (made.tiled_bands == 0)
            return std::nullopt;
        Choice result = assessed(made.tree, description);
        if (made.wavefronts > 0 && !schedule::has_threads(result.plan.tree)) {
            strategies::CpuStrategy sequential = task_.analysis.strategy;
            sequential.parallel = false;
            result = assessed(tiled(tree, sequential).tree, description);
        }
        result.is_tiled = true;
        return result;
    }

    /// A tree as a choice, with vectors where compilers would not find them, or have others that
    /// take longer by the estimate.
    Choice assessed(const schedule::Tree &tree, const char *description)
    {
        const RegionAnalysis &known = task_.analysis;
        std::optional<schedule::Tree> vectors, narrow;
        task_.timings.measure("strategy", [&] {
            vectors = strategies::with_vector_loops(known.program, known.dependences, tree);
            narrow = strategies::with_narrow_vector_loops(known.program, known.dependences,
                                                          task_.options.machine, tree);
        });
        Choice result = assessed_as_it_is(vectors.value_or(tree), description);
        if (!narrow)
            return result;
        Choice other = assessed_as_it_is(*narrow, description);
        return is_faster(other, result) ? other : result;
    }

    static bool is_faster(const Choice &one, const Choice &other)
    {
        return one.cycles && (!other.cycles || *one.cycles < *other.cycles);
    }

    Choice assessed_as_it_is(schedule::Tree tree, const char *description)
    {
        Choice result{.plan = {task_.analysis.program, std::move(tree)},
                      .description = description};
        task_.timings.measure("estimate", [&] {
            assess(result, task_.options.machine, task_.context,
                   estimate_budget(task_.options.budget));
        });
        return result;
    }
    /// @}

    /// \name What can become of the region.
    /// @{

    /// Adds what the scheduler makes of the region.
    void add_by_scheduler(std::vector<Choice> &choices)
    {
        schedule_within_budget();
        if (!result_.schedule)
            return;
        const schedule::Tree &tree = *result_.schedule;
        if (std::optional<Choice> made = tiled_choice(tree))
            choices.push_back(std::move(*made));
        choices.push_back(
            assessed(tiled(tree, untiled(task_.analysis.strategy)).tree, "scheduled"));
    }

    /// Finds what can become of the region, as far as the search may go. That by the scheduler
    /// comes last: where it takes long, what strategies make of the region is mostly better.
    void find_choices(const std::vector<Choice> &sources, unsigned long search)
    {
        result_.choices.assign(sources.rbegin(), sources.rend());
        const unsigned long before = task_.context.operations_left();
        bool is_done = task_.context.within_budget(search, [&] {
            add_strategy_choices(task_, sources.front(), search - search / 3, result_.choices);
        });
        const unsigned long done = before - task_.context.operations_left();
        const unsigned long for_both = search - search / 3;
        if (!is_near_peak(result_.choices.back(), sources.front()))
            is_done = is_done && done <= for_both &&
                      task_.context.within_budget(search == 0 ? 0 : for_both - done + 1,
                                                  [&] { add_by_scheduler(result_.choices); });
        if (!is_done)
            explain(DiagnosticKind::budget_exhausted,
                    "not all that could become of the region was tried: that takes more operations "
                    "than the budget allows (--budget)");
    }

    /// Plans the choice that was asked for, or else the best; the source, without threads, is left
    /// alone.
    void choose()
    {
        const std::vector<Choice> &all = result_.choices;
        const Choice *asked = named(all, task_.options.choice);
        const Choice &taken = asked ? *asked : best(all);
        result_.chosen = std::size_t(&taken - all.data());
        const Choice chosen = settled(taken);
        const std::string compared = compare(all);
        const bool has_threads = schedule::has_threads(chosen.plan.tree);
        if (chosen.is_source && !has_threads) {
            explain(DiagnosticKind::no_transformation,
                    fmt::format("the region was left as it was: {} ({})",
                                asked ? "so it was asked for"
                                      : "by the estimate, nothing is clearly faster",
                                compared));
            return note_missed(chosen.plan.tree);
        }
        if (chosen.cycles)
            explain(
                DiagnosticKind::transformed,
                fmt::format("{}: {} ({})",
                            asked ? "this was asked for" : "by the estimate, this is the fastest",
                            title(chosen), compared));
        if (chosen.made)
            for (const std::string &nest : chosen.made->nests)
                explain(DiagnosticKind::transformed, nest);
        result_.planned = chosen.made ? RegionPlan{.plan = chosen.plan, .made = chosen.made}
                                      : checked(chosen.plan.tree);
        if (result_.planned)
            keep_source_for_little(chosen, all, asked != nullptr);
    }

    Choice settled(Choice choice)
    {
        task_.timings.measure("estimate", [&] {
            settle_threads(choice, task_.options.machine, task_.context,
                           estimate_budget(task_.options.budget));
        });
        return choice;
    }

    /// Has the source run where the choice that is planned does not pay: its threads, or, unless it
    /// was asked for, the choice as a whole.
    void keep_source_for_little(const Choice &chosen, const std::vector<Choice> &all, bool is_asked)
    {
        const bool has_threads = schedule::has_threads(chosen.plan.tree);
        std::string &steps = result_.planned->plan.steps;
        const bool has_blocks = schedule::has_blocked_loops(chosen.plan.tree);
        if (!has_blocks && task_.analysis.strategy.parallel && (chosen.made || has_threads))
            steps += "parallel_if_it_pays()\n";
        if (!has_blocks && has_threads && gains_by_threads_alone(chosen, all)) {
            result_.planned->gains_by_threads_alone = true;
            steps += "source_if_too_little()\n";
        } else if (!is_asked) {
            const LeastWork least = least_work_of(chosen, all);
            result_.planned->least_work = conditions(task_.analysis.program, least);
            if (!least.is_always_there())
                steps += script_of(least);
        }
    }

    /// The order of the source by itself; null if it is not among the choices.
    static const Choice *source_among(const std::vector<Choice> &all)
    {
        auto source = std::ranges::find_if(all, [](const Choice &choice) {
            return choice.is_source && !schedule::has_threads(choice.plan.tree);
        });
        return source == all.end() ? nullptr : &*source;
    }

    /// Whether a choice is no faster than the source on one thread; where that is not known,
    /// whether it keeps the source's order.
    bool gains_by_threads_alone(const Choice &chosen, const std::vector<Choice> &all)
    {
        const Choice *source = source_among(all);
        if (!source || !source->cycles)
            return chosen.is_source;
        std::optional<double> own = task_.timings.measure(
            "estimate", [&] { return cycles_on_one_thread(chosen, task_.options.machine); });
        return own ? !is_clearly_faster(chosen, *own, *source->cycles) : chosen.is_source;
    }

    LeastWork least_work_of(const Choice &chosen, const std::vector<Choice> &all)
    {
        const Choice *source = source_among(all);
        if (!source || !source->cycles || !chosen.cycles)
            return {};
        return task_.timings.measure("estimate", [&] {
            return least_work(task_.analysis.program, chosen, *source, task_.options.machine,
                              task_.context, estimate_budget(task_.options.budget));
        });
    }

    /// A plan of the region's program; nothing, and a remark, if it breaks dependences.
    std::optional<RegionPlan> checked(const schedule::Tree &tree)
    {
        const RegionAnalysis &known = task_.analysis;
        std::vector<dependence::Violation> violations = task_.timings.measure("check", [&] {
            return dependence::violations(
                known.program,
                dependences_of(tree, known.program, known.original, known.dependences), tree);
        });
        if (!violations.empty()) {
            remark(DiagnosticKind::illegal_schedule,
                   fmt::format("the region was left as it was, because the schedule found for it "
                               "is not legal: {}",
                               dependence::explain(known.program, violations.front())));
            return std::nullopt;
        }
        RegionPlan planned{{known.program, tree}};
        if (task_.options.emit_script)
            planned.plan.steps =
                task_.timings.measure("script", [&] { return script::emit(planned.plan); });
        if (task_.options.explain && known.strategy.parallel)
            planned.missed = missed(tree);
        return planned;
    }
    /// @}

    /// \name Remarks on parallel loops.
    /// @{

    /// On those that a region which is left alone does not have.
    void note_missed(const schedule::Tree &tree)
    {
        if (!task_.options.explain || !task_.analysis.strategy.parallel)
            return;
        std::ranges::move(missed(tree), std::back_inserter(result_.remarks));
        std::ranges::move(reduction_remarks(task_.analysis.program, tree),
                          std::back_inserter(result_.remarks));
    }

    /// What keeps loops from running in parallel, as far as a part of the budget tells.
    std::vector<Diagnostic> missed(const schedule::Tree &tree)
    {
        const RegionAnalysis &known = task_.analysis;
        std::vector<Diagnostic> result;
        task_.context.within_budget(estimate_budget(task_.options.budget), [&] {
            task_.timings.measure("explain", [&] {
                result = missed_parallelism(task_.region, known.dependences, tree);
                strategies::CpuStrategy strategy = known.strategy;
                permit_reductions(reduction_options(task_.options), known.program, known.original,
                                  strategy);
                std::ranges::move(withheld_remarks(known.program, strategies::withheld_reductions(
                                                                      strategy, known.program,
                                                                      known.dependences, tree)),
                                  std::back_inserter(result));
            });
        });
        return result;
    }
    /// @}

    const OptimizeOptions options_;
    const RegionTask task_;
    const bool is_little_work_; ///< so that the budget is smaller than what the user allows
    PlanningOutcome result_;
};

} // namespace

std::vector<Choice> source_choices(const RegionAnalysis &analysis, const OptimizeOptions &options,
                                   const presburger::Context &context, Timings &timings)
{
    const schedule::Tree order = schedule::original_schedule_without_kills(analysis.program);
    std::vector<Choice> result;
    auto add = [&](const strategies::CpuStrategy &strategy, const char *description) {
        schedule::Tree tree = timings.measure("strategy", [&] {
            return strategies::tiled(strategy, analysis.program, analysis.dependences, order).tree;
        });
        result.push_back({.plan = {analysis.program, std::move(tree)},
                          .description = description,
                          .is_source = true});
        timings.measure("estimate", [&] {
            assess(result.back(), options.machine, context, estimate_budget(options.budget));
        });
    };
    strategies::CpuStrategy sequential = untiled(analysis.strategy);
    sequential.parallel = false;
    add(sequential, "the source");
    if (analysis.strategy.parallel)
        add(untiled(analysis.strategy), "the source in parallel");
    return result;
}

PlanningOutcome plan_region(const RegionTask &task, const std::vector<Choice> &sources,
                            unsigned long search)
{
    return RegionPlanner(task, sources.front()).plan(sources, search);
}

PlanningOutcome plan_among(const RegionTask &task, const Choice &source,
                           std::vector<Choice> choices)
{
    return RegionPlanner(task, source).plan_among(std::move(choices));
}

NestChoice best_by_strategies(const RegionTask &task, const std::vector<Choice> &sources)
{
    return RegionPlanner(task, sources.front()).best_by_strategies(sources);
}

PlanningOutcome plan_source(const RegionTask &task, const Choice &source)
{
    return RegionPlanner(task, source).plan_source(source);
}

} // namespace espalier::driver
