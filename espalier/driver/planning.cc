#include "espalier/driver/planning.h"

#include "espalier/dependence/explanations.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/candidates.h"
#include "espalier/driver/contractions.h"
#include "espalier/driver/finishing.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/missed_parallelism.h"
#include "espalier/driver/region_parts.h"
#include "espalier/driver/scheduling.h"
#include "espalier/lowering/vector_rows.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/script/emission.h"
#include "espalier/strategies/proposal.h"
#include "espalier/strategies/rows/pivot_splitting.h"
#include "espalier/strategies/rows/recurrence_strips.h"
#include "espalier/strategies/rows/row_blocking.h"
#include "espalier/strategies/rows/sum_rotation.h"
#include "espalier/strategies/stencils/time_tiling.h"
#include "espalier/strategies/stencils/vector_sweeps.h"
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
            lowering::KernelLibrary &kernels, const presburger::Context &context, Timings &timings)
        : region_(region), program_(analysis.program), original_(analysis.original),
          dependences_(analysis.dependences), strategy_(analysis.strategy), options_(options),
          contractions_(contractions), kernels_(kernels), context_(context), timings_(timings)
    {
    }

    Planning plan_source(const Candidate &source) &&
    {
        if (transform::has_threads(source.plan))
            result_.planned = checked(source.plan);
        return std::move(result_);
    }

    std::optional<Candidate> best_by_strategies(const std::vector<Candidate> &sources) &&
    {
        std::vector<Candidate> all = candidates({}, sources);
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

    /// The order in which the region is to run; nothing, and a remark, where none was found.
    std::optional<schedule::Tree> schedule()
    {
        if (!options_.scheduler)
            return schedule::original_schedule_without_kills(program_);
        RegionSchedule found =
            schedule_region(program_, dependences_, options_, context_, timings_);
        if (found.lacks_groups && options_.explain)
            result_.remarks.push_back(lacks_groups_remark(region_));
        if (!found.result.tree) {
            remark(DiagnosticKind::no_transformation,
                   "the region was left as it was: no schedule was found for it: " +
                       found.result.reason);
            return std::nullopt;
        }
        return timings_.measure("scheduler",
                                [&] { return schedule::with_sets_ordered(*found.result.tree); });
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
                if (std::optional<Planned> planned = legal(proposal))
                    take(std::move(*planned), proposal.has_vector_rows);
        if (!result_.planned)
            if (std::optional<schedule::Tree> tree = schedule())
                result_.planned = checked(strategy_plan(*tree, strategy_));
    }

    /// \name What can become of the region.
    /// @{

    void choose(const std::vector<Candidate> &sources)
    {
        if (!with_blocked_contractions(sources.front()))
            choose_among(candidates(schedule_within_budget(), sources));
    }

    /// The order that the scheduler finds with half of the budget, since there are others.
    std::optional<schedule::Tree> schedule_within_budget()
    {
        std::optional<schedule::Tree> result;
        if (!context_.within_budget(part_of_budget(options_.budget, 2),
                                    [&] { result = schedule(); }))
            remark(DiagnosticKind::budget_exhausted,
                   "no other order was sought for the region than those of strategies: that takes "
                   "more than half of the operations that the budget allows (--budget)");
        return result;
    }

    /// Plans the region with its contractions in blocks, if it has any that are worth the packing,
    /// and that can be planned within half of the budget.
    bool with_blocked_contractions(const Candidate &source)
    {
        constexpr double least_cycles = 50'000;
        if (contractions_ == Contractions::in_loops ||
            (source.cycles && *source.cycles < least_cycles))
            return false;
        std::optional<BlockedRegion> blocked;
        context_.within_budget(part_of_budget(options_.budget, 2), [&] {
            blocked =
                plan_contractions(program_, dependences_, options_, kernels_, context_, timings_);
        });
        if (!blocked)
            return false;
        explain(DiagnosticKind::transformed, blocked->description);
        result_.planned = Planned{.program = std::move(blocked->program),
                                  .plan = std::move(blocked->plan),
                                  .script = std::move(blocked->script),
                                  .has_blocks = true};
        return true;
    }

    /// \param tree  what the scheduler has found
    std::vector<Candidate> candidates(const std::optional<schedule::Tree> &tree,
                                      const std::vector<Candidate> &sources)
    {
        std::vector<Candidate> result(sources.rbegin(), sources.rend());
        context_.within_budget(part_of_budget(options_.budget, 2), [&] {
            for (const strategies::Proposal &proposal : proposals())
                if (std::optional<Planned> planned = legal(proposal))
                    result.push_back(assessed(candidate_of(proposal, *planned)));
        });
        if (!tree)
            return result;
        Candidate tiled = tiled_candidate(*tree);
        if (tiled.plan.tiled_bands > 0)
            result.push_back(std::move(tiled));
        result.push_back(
            assessed({program_, strategy_plan(*tree, untiled(strategy_)), "scheduled"}));
        return result;
    }

    static Candidate candidate_of(const strategies::Proposal &proposal, const Planned &planned)
    {
        return {.program = planned.program,
                .plan = planned.plan,
                .description = proposal.description,
                .is_proposed = true,
                .has_model = proposal.has_model,
                .has_vector_rows = proposal.has_vector_rows,
                .script = planned.script,
                .scop = planned.scop};
    }

    /// The schedule with tiles, and with wavefronts of them only where these pay.
    Candidate tiled_candidate(const schedule::Tree &tree)
    {
        const char *description = "scheduled and tiled";
        Candidate result = assessed({program_, strategy_plan(tree, strategy_), description});
        if (result.plan.wavefronts == 0 || transform::has_threads(result.plan))
            return result;
        strategies::CpuStrategy sequential = strategy_;
        sequential.parallel = false;
        return assessed({program_, strategy_plan(tree, sequential), description});
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
        if (chosen.is_source && !transform::has_threads(chosen.plan)) {
            explain(DiagnosticKind::no_transformation,
                    fmt::format("the region was left as it was: by the estimate, nothing is "
                                "clearly faster (speeds, relative to the source: {})",
                                compared));
            return note_missed(chosen.plan);
        }
        if (chosen.cycles)
            explain(DiagnosticKind::transformed,
                    fmt::format("by the estimate, this is the fastest: {} (speeds, relative to "
                                "the source: {})",
                                chosen.description, compared));
        if (!chosen.is_proposed)
            result_.planned = checked(chosen.plan);
        else
            take({.program = chosen.program,
                  .plan = chosen.plan,
                  .script = chosen.script,
                  .scop = chosen.scop},
                 chosen.has_vector_rows);
        bool has_threads = chosen.is_proposed || transform::has_threads(chosen.plan);
        if (result_.planned && strategy_.parallel && has_threads)
            result_.planned->script += "parallel_if_it_pays()\n";
    }

    void explain(DiagnosticKind kind, const std::string &message)
    {
        if (options_.explain)
            remark(kind, message);
    }

    /// Remarks on the parallel loops that a region which is left alone does not have.
    void note_missed(const transform::CpuPlan &plan)
    {
        if (!options_.explain || !strategy_.parallel)
            return;
        std::ranges::move(missed(plan), std::back_inserter(result_.remarks));
        std::ranges::move(reduction_remarks(program_, plan), std::back_inserter(result_.remarks));
    }

    /// @}

    /// What strategies for nests of a certain kind make of the region, the best first.
    std::vector<strategies::Proposal> proposals()
    {
        std::vector<strategies::Proposal> result;
        if (!is_free())
            return result;
        auto add = [&](const auto &strategy) {
            context_.within_budget(quarter_of_budget(), [&] {
                if (std::optional<strategies::Proposal> made =
                        timings_.measure("strategy", strategy))
                    result.push_back(std::move(*made));
            });
        };
        add([&] {
            return strategies::time_tiled(program_, dependences_, options_.machine,
                                          strategy_.tiling, strategy_.parallel);
        });
        if (options_.tiling.mode != strategies::Tiling::Mode::automatic)
            return result;
        if (result.empty())
            add([&] {
                return strategies::vector_sweeps(program_, dependences_, options_.machine);
            });
        add([&] {
            return strategies::row_blocked(program_, dependences_, options_.machine,
                                           strategy_.parallel);
        });
        const transform::Scop source = transform::original_scop(program_);
        add([&] {
            return strategies::recurrences_in_strips(
                source, {}, dependences_, strategies::recurrence_strip_size(options_.machine),
                strategy_.parallel);
        });
        add([&] { return strategies::pivot_split(source, {}, dependences_, strategy_.parallel); });
        add([&] { return strategies::sum_rotated(program_, dependences_); });
        if (result.empty())
            if (auto nests = nests_planned(program_, options_, kernels_, context_, timings_))
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
        return Planned{.program = proposal.scop.program,
                       .plan = with_recurrences_apart(proposal, std::move(outcome.plan)),
                       .script = proposal.script,
                       .scop = proposal.scop};
    }

    /// Takes the plan of a proposal.
    void take(Planned planned, bool has_vector_rows)
    {
        std::optional<lowering::WithKernels> rows;
        if (has_vector_rows)
            rows = timings_.measure("strategy", [&] {
                return lowering::with_vector_rows(planned.program, planned.plan, options_.machine,
                                                  kernels_);
            });
        if (rows)
            planned = {.program = std::move(rows->program),
                       .plan = std::move(rows->plan),
                       .script = planned.script + "vector_rows()\n"};
        result_.planned = std::move(planned);
    }

    transform::CpuPlan strategy_plan(const schedule::Tree &tree,
                                     const strategies::CpuStrategy &strategy)
    {
        return timings_.measure(
            "strategy", [&] { return strategies::plan(strategy, program_, dependences_, tree); });
    }

    /// A plan of the region's program; nothing, and a remark, if it breaks dependences.
    std::optional<Planned> checked(const transform::CpuPlan &plan)
    {
        std::vector<dependence::Violation> violations = timings_.measure("check", [&] {
            return dependence::violations(
                program_, dependences_of(plan, program_, original_, dependences_), plan.tree);
        });
        if (!violations.empty()) {
            remark(DiagnosticKind::illegal_schedule,
                   fmt::format("the region was left as it was, because the schedule found for it "
                               "is not legal: {}",
                               dependence::explain(program_, violations.front())));
            return std::nullopt;
        }
        Planned planned{program_, plan};
        if (options_.emit_script)
            planned.script = timings_.measure("script", [&] {
                return script::emit(transform::original_scop(program_),
                                    transform::scop_of(program_, planned.plan.tree));
            });
        if (options_.explain && strategy_.parallel)
            planned.missed = missed(plan);
        return planned;
    }

    /// What keeps loops from running in parallel, as far as a part of the budget tells.
    std::vector<Diagnostic> missed(const transform::CpuPlan &plan)
    {
        std::vector<Diagnostic> result;
        context_.within_budget(estimate_budget(options_.budget), [&] {
            result = timings_.measure(
                "explain", [&] { return missed_parallelism(region_, dependences_, plan); });
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
    lowering::KernelLibrary &kernels_;
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
        transform::CpuPlan plan = timings.measure("strategy", [&] {
            return strategies::plan(strategy, analysis.program, analysis.dependences, order);
        });
        result.push_back({analysis.program, std::move(plan), description, true});
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
                     Contractions contractions, lowering::KernelLibrary &kernels,
                     const presburger::Context &context, Timings &timings)
{
    return Planner(region, analysis, options, contractions, kernels, context, timings)
        .plan(sources);
}

std::optional<Candidate> best_by_strategies(const frontend::Region &region,
                                            const RegionAnalysis &analysis,
                                            const std::vector<Candidate> &sources,
                                            const OptimizeOptions &options,
                                            lowering::KernelLibrary &kernels,
                                            const presburger::Context &context, Timings &timings)
{
    return Planner(region, analysis, options, Contractions::in_loops, kernels, context, timings)
        .best_by_strategies(sources);
}

Planning plan_source(const frontend::Region &region, const RegionAnalysis &analysis,
                     const Candidate &source, const OptimizeOptions &options,
                     lowering::KernelLibrary &kernels, const presburger::Context &context,
                     Timings &timings)
{
    return Planner(region, analysis, options, Contractions::in_loops, kernels, context, timings)
        .plan_source(source);
}

} // namespace espalier::driver
