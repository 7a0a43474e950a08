#include "espalier/driver/planning.h"

#include "espalier/dependence/explanations.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/candidates.h"
#include "espalier/driver/contractions.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/missed_parallelism.h"
#include "espalier/driver/region_parts.h"
#include "espalier/driver/scheduling.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/script/emission.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

strategies::CpuStrategy untiled(strategies::CpuStrategy strategy)
{
    strategy.tiling.mode = strategies::Tiling::Mode::off;
    return strategy;
}

/// Plans one region.
class Planner {
public:
    Planner(const frontend::Region &region, const RegionAnalysis &analysis,
            const OptimizeOptions &options, Contractions contractions,
            const presburger::Context &context, Timings &timings)
        : region_(region), program_(analysis.program), original_(analysis.original),
          dependences_(analysis.dependences), strategy_(analysis.strategy), options_(options),
          contractions_(contractions), context_(context), timings_(timings)
    {
    }

    Planning plan_source(const Candidate &source) &&
    {
        if (schedule::has_threads(source.plan.tree))
            result_.planned = checked(source.plan.tree);
        return std::move(result_);
    }

    std::optional<Candidate> best_by_strategies(const std::vector<Candidate> &sources) &&
    {
        const std::vector<Candidate> all = candidates(sources);
        const Candidate &chosen = best(all);
        return chosen.is_proposed ? std::optional(chosen) : std::nullopt;
    }

    /// \param sources  source_candidates()
    Planning plan(const std::vector<Candidate> &sources) &&
    {
        if (is_free() && options_.tiling.mode == strategies::Tiling::Mode::automatic)
            choose(sources);
        else
            obey();
        return std::move(result_);
    }

private:
    void remark(DiagnosticKind kind, const std::string &message)
    {
        result_.remarks.push_back({Severity::remark, kind, region_.place, message});
    }

    /// Finds the order in which the region is to run.
    /// \return false, and a remark, where none was found
    bool schedule()
    {
        if (!options_.scheduler) {
            result_.schedule = schedule::original_schedule_without_kills(program_);
            return true;
        }
        RegionSchedule found =
            schedule_region(program_, dependences_, options_, context_, timings_);
        if (found.lacks_groups && options_.explain)
            result_.remarks.push_back(lacks_groups_remark(region_));
        if (!found.result.tree) {
            remark(DiagnosticKind::no_transformation,
                   "the region was left as it was: no schedule was found for it: " +
                       found.result.reason);
            return false;
        }
        result_.schedule = timings_.measure(
            "scheduler", [&] { return schedule::with_sets_ordered(*found.result.tree); });
        return true;
    }

    /// Whether nobody asked for a certain schedule.
    bool is_free() const
    {
        return options_.scheduler && !options_.strategy && !options_.make_schedule &&
               options_.scheduler->algorithm == scheduler::Algorithm::automatic;
    }

    /// What was asked for, without a look at what it costs.
    void obey()
    {
        for (const strategies::Proposal &proposal : proposals())
            if (!result_.planned)
                result_.planned = legal(proposal);
        if (!result_.planned)
            if (schedule())
                result_.planned = checked(tiled(*result_.schedule, strategy_).tree);
    }

    /// \name What can become of the region.
    /// @{

    void choose(const std::vector<Candidate> &sources)
    {
        if (with_blocked_contractions(sources.front()))
            return;
        schedule_within_budget();
        result_.candidates = candidates(sources);
        choose_among(result_.candidates);
    }

    /// Finds an order with half of the budget, since there are others.
    void schedule_within_budget()
    {
        if (!context_.within_budget(part_of_budget(options_.budget, 2), [&] { schedule(); }))
            remark(DiagnosticKind::budget_exhausted,
                   "no other order was sought for the region than those of strategies: that takes "
                   "more than half of the operations that the budget allows (--budget)");
    }

    /// Plans the region with its contractions in blocks, if it has any that are worth the packing,
    /// and that can be planned within half of the budget.
    bool with_blocked_contractions(const Candidate &source)
    {
        constexpr double least_cycles = 50'000;
        if (contractions_ == Contractions::in_loops ||
            (source.cycles && *source.cycles < least_cycles))
            return false;
        std::optional<Candidate> blocked;
        context_.within_budget(part_of_budget(options_.budget, 2), [&] {
            blocked = plan_contractions(program_, dependences_, options_, context_, timings_);
        });
        if (!blocked)
            return false;
        explain(DiagnosticKind::transformed, blocked->description);
        result_.planned = Planned{.plan = blocked->plan, .scop = blocked->scop};
        result_.candidates = {source, std::move(*blocked)};
        return true;
    }

    /// With what the scheduler has found, if it has.
    std::vector<Candidate> candidates(const std::vector<Candidate> &sources)
    {
        std::vector<Candidate> result(sources.rbegin(), sources.rend());
        context_.within_budget(part_of_budget(options_.budget, 2), [&] {
            for (const strategies::Proposal &proposal : proposals())
                if (std::optional<Planned> planned = legal(proposal))
                    result.push_back(assessed(candidate_of(proposal, *planned)));
        });
        if (!result_.schedule)
            return result;
        const schedule::Tree &tree = *result_.schedule;
        if (std::optional<Candidate> made = tiled_candidate(tree))
            result.push_back(std::move(*made));
        result.push_back(assessed({{program_, tiled(tree, untiled(strategy_)).tree}, "scheduled"}));
        return result;
    }

    static Candidate candidate_of(const strategies::Proposal &proposal, const Planned &planned)
    {
        return {.plan = planned.plan,
                .description = proposal.description,
                .is_proposed = true,
                .has_model = proposal.has_model,
                .strategy = proposal.strategy,
                .scop = planned.scop};
    }

    /// The schedule with tiles, and with wavefronts of them only where these pay; nothing if there
    /// is nothing to tile.
    std::optional<Candidate> tiled_candidate(const schedule::Tree &tree)
    {
        const char *description = "scheduled and tiled";
        const strategies::TiledTree made = tiled(tree, strategy_);
        if (made.tiled_bands == 0)
            return std::nullopt;
        Candidate result = assessed({{program_, made.tree}, description});
        if (made.wavefronts == 0 || schedule::has_threads(result.plan.tree))
            return result;
        strategies::CpuStrategy sequential = strategy_;
        sequential.parallel = false;
        return assessed({{program_, tiled(tree, sequential).tree}, description});
    }

    Candidate assessed(Candidate candidate)
    {
        timings_.measure("estimate", [&] {
            assess(candidate, options_.machine, context_, estimate_budget(options_.budget));
        });
        return candidate;
    }

    /// Plans the candidate to take; the source, without threads, is left alone.
    void choose_among(const std::vector<Candidate> &all)
    {
        const Candidate &chosen = best(all);
        std::string compared = compare(all);
        if (chosen.is_source && !schedule::has_threads(chosen.plan.tree)) {
            explain(DiagnosticKind::no_transformation,
                    fmt::format("the region was left as it was: by the estimate, nothing is "
                                "clearly faster (speeds, relative to the source: {})",
                                compared));
            return note_missed(chosen.plan.tree);
        }
        if (chosen.cycles)
            explain(DiagnosticKind::transformed,
                    fmt::format("by the estimate, this is the fastest: {} (speeds, relative to "
                                "the source: {})",
                                chosen.description, compared));
        if (!chosen.is_proposed)
            result_.planned = checked(chosen.plan.tree);
        else
            result_.planned = Planned{.plan = chosen.plan, .scop = chosen.scop};
        bool has_threads = chosen.is_proposed || schedule::has_threads(chosen.plan.tree);
        if (result_.planned && strategy_.parallel && has_threads)
            result_.planned->plan.steps += "parallel_if_it_pays()\n";
    }

    void explain(DiagnosticKind kind, const std::string &message)
    {
        if (options_.explain)
            remark(kind, message);
    }

    /// Remarks on the parallel loops that a region which is left alone does not have.
    void note_missed(const schedule::Tree &tree)
    {
        if (!options_.explain || !strategy_.parallel)
            return;
        std::ranges::move(missed(tree), std::back_inserter(result_.remarks));
        std::ranges::move(reduction_remarks(program_, tree), std::back_inserter(result_.remarks));
    }

    /// @}

    /// What strategies make of the region, or else of its nests.
    std::vector<strategies::Proposal> proposals()
    {
        std::vector<strategies::Proposal> result;
        if (!is_free())
            return result;
        const bool has_sizes = options_.tiling.mode != strategies::Tiling::Mode::automatic;
        const strategies::Subject subject{program_, dependences_, options_.machine,
                                          strategy_.tiling, strategy_.parallel};
        for (const strategies::Strategy &strategy : options_.strategies)
            if (!has_sizes || strategy.takes_sizes)
                context_.within_budget(quarter_of_budget(), [&] {
                    auto made =
                        timings_.measure("strategy", [&] { return strategy.propose(subject); });
                    if (!made)
                        return;
                    made->strategy = strategy.name;
                    result.push_back(std::move(*made));
                });
        if (has_sizes)
            return result;
        if (result.empty())
            if (auto nests = nests_planned(program_, options_, context_, timings_))
                result.push_back(std::move(*nests));
        return result;
    }

    /// What a proposal may take of the budget, so that the region can be planned without it.
    unsigned long quarter_of_budget() const { return part_of_budget(options_.budget, 4); }

    /// The plan of a proposal; nothing if it breaks dependences, or too much is to be checked.
    std::optional<Planned> legal(const strategies::Proposal &proposal)
    {
        std::optional<Planned> result;
        context_.within_budget(quarter_of_budget(), [&] { result = checked(proposal); });
        return result;
    }

    std::optional<Planned> checked(const strategies::Proposal &proposal)
    {
        if (!proposal.equal_program)
            return checked(proposal, program_, dependences_);
        const program::Program &program = *proposal.equal_program;
        dependence::Dependences dependences = timings_.measure("dependences", [&] {
            return dependence::analyze(program, schedule::original_schedule(program));
        });
        return checked(proposal, program, dependences);
    }

    /// \param program  that the proposal transforms, with its dependences
    std::optional<Planned> checked(const strategies::Proposal &proposal,
                                   const program::Program &program,
                                   const dependence::Dependences &dependences)
    {
        Legality legality(program, dependences, reduction_options(options_), strategy_.parallel);
        Legality::Outcome outcome =
            timings_.measure("check", [&] { return legality.check(proposal.scop); });
        if (!outcome.violations.empty())
            return std::nullopt;
        return Planned{.plan = {proposal.scop.program, std::move(outcome.tree), proposal.script},
                       .scop = proposal.scop};
    }

    strategies::TiledTree tiled(const schedule::Tree &tree, const strategies::CpuStrategy &strategy)
    {
        return timings_.measure(
            "strategy", [&] { return strategies::tiled(strategy, program_, dependences_, tree); });
    }

    /// A plan of the region's program; nothing, and a remark, if it breaks dependences.
    std::optional<Planned> checked(const schedule::Tree &tree)
    {
        std::vector<dependence::Violation> violations = timings_.measure("check", [&] {
            return dependence::violations(
                program_, dependences_of(tree, program_, original_, dependences_), tree);
        });
        if (!violations.empty()) {
            remark(DiagnosticKind::illegal_schedule,
                   fmt::format("the region was left as it was, because the schedule found for it "
                               "is not legal: {}",
                               dependence::explain(program_, violations.front())));
            return std::nullopt;
        }
        Planned planned{{program_, tree}};
        if (options_.emit_script)
            planned.plan.steps =
                timings_.measure("script", [&] { return script::emit(planned.plan); });
        if (options_.explain && strategy_.parallel)
            planned.missed = missed(tree);
        return planned;
    }

    /// What keeps loops from running in parallel, as far as a part of the budget tells.
    std::vector<Diagnostic> missed(const schedule::Tree &tree)
    {
        std::vector<Diagnostic> result;
        context_.within_budget(estimate_budget(options_.budget), [&] {
            timings_.measure("explain", [&] {
                result = missed_parallelism(region_, dependences_, tree);
                std::ranges::move(
                    withheld_remarks(program_, strategies::withheld_reductions(strategy_, program_,
                                                                               dependences_, tree)),
                    std::back_inserter(result));
            });
        });
        return result;
    }

    const frontend::Region &region_;
    const program::Program &program_;
    const schedule::Tree &original_;
    const dependence::Dependences &dependences_;
    const strategies::CpuStrategy &strategy_;
    const OptimizeOptions &options_;
    Contractions contractions_;
    const presburger::Context &context_;
    Timings &timings_;
    Planning result_;
};

} // namespace

std::vector<Candidate> source_candidates(const RegionAnalysis &analysis,
                                         const OptimizeOptions &options,
                                         const presburger::Context &context, Timings &timings)
{
    const schedule::Tree order = schedule::original_schedule_without_kills(analysis.program);
    std::vector<Candidate> result;
    auto add = [&](const strategies::CpuStrategy &strategy, const char *description) {
        schedule::Tree tree = timings.measure("strategy", [&] {
            return strategies::tiled(strategy, analysis.program, analysis.dependences, order).tree;
        });
        result.push_back({{analysis.program, std::move(tree)}, description, true});
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

Planning plan_region(const frontend::Region &region, const RegionAnalysis &analysis,
                     const std::vector<Candidate> &sources, const OptimizeOptions &options,
                     Contractions contractions, const presburger::Context &context,
                     Timings &timings)
{
    return Planner(region, analysis, options, contractions, context, timings).plan(sources);
}

std::optional<Candidate> best_by_strategies(const frontend::Region &region,
                                            const RegionAnalysis &analysis,
                                            const std::vector<Candidate> &sources,
                                            const OptimizeOptions &options,
                                            const presburger::Context &context, Timings &timings)
{
    return Planner(region, analysis, options, Contractions::in_loops, context, timings)
        .best_by_strategies(sources);
}

Planning plan_source(const frontend::Region &region, const RegionAnalysis &analysis,
                     const Candidate &source, const OptimizeOptions &options,
                     const presburger::Context &context, Timings &timings)
{
    return Planner(region, analysis, options, Contractions::in_loops, context, timings)
        .plan_source(source);
}

} // namespace espalier::driver
