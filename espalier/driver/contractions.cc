#include "espalier/driver/contractions.h"

#include "espalier/driver/finishing.h"
#include "espalier/driver/legality.h"
#include "espalier/driver/planning.h"
#include "espalier/driver/region_parts.h"
#include "espalier/driver/scheduling.h"
#include "espalier/lowering/packed_operands.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/script/emission.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/strategies/contractions/substituted_scalars.h"
#include "espalier/strategies/contractions/trailing_updates.h"
#include "espalier/transform/compound_assignments.h"
#include "espalier/transform/demotion.h"
#include "espalier/transform/expansion.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::driver {

namespace {

class ContractionPlanner {
public:
    ContractionPlanner(const OptimizeOptions &options, const presburger::Context &context,
                       Timings &timings)
        : options_(options), context_(context), timings_(timings)
    {
    }

    std::optional<Candidate> plan(const program::Program &program,
                                  const dependence::Dependences &dependences)
    {
        if (std::ranges::none_of(program.statements, has_three_loops))
            return std::nullopt;
        auto apart = options_.fast_math ? transform::with_terms_added_apart(program) : std::nullopt;
        if (!apart)
            return plan_substituted(program, dependences);
        return with_first_line("add_terms_apart()", plan_substituted(*apart, dependences));
    }

private:
    /// Adds a line to the script of a region, if there is one.
    static std::optional<Candidate> with_first_line(const std::string &line,
                                                    std::optional<Candidate> region)
    {
        if (region)
            region->plan.steps = line + "\n" + region->plan.steps;
        return region;
    }

    std::optional<Candidate> plan_substituted(const program::Program &program,
                                              const dependence::Dependences &dependences)
    {
        if (auto substituted = strategies::with_scalars_substituted(program, dependences))
            if (auto planned = plan_forms(*substituted, analyzed(*substituted)))
                return with_first_line("substitute_scalars()", std::move(planned));
        return plan_forms(program, dependences);
    }

    /// Plans the first form of a program that has contractions which can be blocked.
    std::optional<Candidate> plan_forms(const program::Program &program,
                                        const dependence::Dependences &dependences)
    {
        if (auto demoted = transform::with_scalars_demoted(program, dependences))
            if (auto planned = plan_changed(*demoted, std::nullopt))
                return with_first_line("demote_scalars()", std::move(planned));
        for (std::size_t array = 0; array < program.arrays.size(); ++array)
            if (hides_contraction(program, array))
                if (auto found = transform::expanded(program, dependences, array))
                    if (auto planned = plan_changed(
                            found->program, strategies::ExpandedArray{found->array, found->loops}))
                        return with_first_line(
                            fmt::format("expand('{}')", program.arrays[array].name),
                            std::move(planned));
        return has_contraction(program) ? blocked(program, dependences, std::nullopt)
                                        : std::nullopt;
    }

    bool is_parallel() const { return options_.target == Target::openmp; }

    static bool has_three_loops(const program::Statement &statement)
    {
        return !statement.is_kill() && presburger::dimensions(statement.domain) >= 3;
    }

    /// Whether a sum in three loops or more is collected in an array that has elements for fewer
    /// than two.
    static bool hides_contraction(const program::Program &program, std::size_t array)
    {
        auto is_sum_in_array = [&](const program::Statement &statement) {
            return has_three_loops(statement) &&
                   std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
                       return access.array == array && access.kind == program::AccessKind::write &&
                              access.subscripts.size() < 2;
                   });
        };
        return std::ranges::any_of(program.statements, is_sum_in_array);
    }

    static bool has_contraction(const program::Program &program)
    {
        return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
            return program::find_contraction(program, statement).has_value();
        });
    }

    /// Whether a contraction has other loops than those that block it.
    static bool has_loop_around_blocks(const program::Program &program)
    {
        return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
            auto found = program::find_contraction(program, statement);
            return found && !found->outer.empty();
        });
    }

    /// A program that does the same as the region's, and may have more contractions.
    std::optional<Candidate> plan_changed(const program::Program &program,
                                          const std::optional<strategies::ExpandedArray> &expanded)
    {
        if (!has_contraction(program))
            return std::nullopt;
        return blocked(program, analyzed(program), expanded);
    }

    dependence::Dependences analyzed(const program::Program &program) const
    {
        return timings_.measure("dependences", [&] {
            return dependence::analyze(program, schedule::original_schedule(program));
        });
    }

    std::optional<Candidate> blocked(const program::Program &program,
                                     const dependence::Dependences &dependences,
                                     const std::optional<strategies::ExpandedArray> &expanded)
    {
        std::optional<schedule::Tree> tree = schedule_apart(program, dependences);
        if (!tree)
            return std::nullopt;
        if (!expanded)
            if (auto found = factorized(program, dependences, *tree))
                return found;
        using Mode = strategies::Tiling::Mode;
        // What shares an expanded array is tiled with it.
        strategies::CpuStrategy strategy{{expanded ? Mode::off : Mode::automatic}, is_parallel()};
        transform::Scop others = planned(strategy, program, dependences, *tree);
        auto found = expanded ? blocked(program, dependences, others, expanded, {})
                              : blocked_among_others(program, dependences, others, {});
        return found ? std::optional(with_order(program, others, std::move(*found))) : std::nullopt;
    }

    /// With the script that makes the order from which the blocks are made.
    Candidate with_order(const program::Program &program, const transform::Scop &scop,
                         Candidate region) const
    {
        if (options_.emit_script)
            region.plan.steps = timings_.measure("script", [&] {
                const transform::Scop original = transform::original_scop(program);
                return script::emit(original, with_rows_kept(original, scop, *region.scop)) +
                       region.plan.steps;
            });
        return region;
    }

    /// An order in which statements that are alone in all of their loops have the rows of the
    /// original: those that get other ones anyway.
    static transform::Scop with_rows_kept(const transform::Scop &original, transform::Scop scop,
                                          const transform::Scop &blocked)
    {
        for (const auto &block : strategies::blocked_contractions_in(blocked)) {
            auto same =
                std::ranges::find(scop.statements, block.statement, &transform::Statement::label);
            if (same == scop.statements.end() ||
                statements_in(scop, transform::first(same->beta, 1)).size() > 1)
                continue;
            const long place = same->beta.front();
            *same = labelled(original, same->label);
            same->beta.assign(same->depth() + 1, 0);
            same->beta.front() = place;
        }
        return scop;
    }

    /// Blocks, with what is in other nests as estimates prefer it, or else as it is.
    std::optional<Candidate> blocked_among_others(const program::Program &program,
                                                  const dependence::Dependences &dependences,
                                                  const transform::Scop &others,
                                                  const std::vector<strategies::SharedLoop> &shared)
    {
        std::set<std::string> contractions;
        for (const transform::Statement &statement : others.statements)
            if (program::find_contraction(
                    others.program, transform::source_of(others.program, statement.instances)))
                contractions.insert(statement.label);
        if (auto parts = with_parts_planned(others, contractions, options_, context_, timings_))
            if (auto found = blocked(program, dependences, *parts, std::nullopt, shared))
                return with_first_line(
                    fmt::format("plan_around({})", fmt::join(contractions, ", ")),
                    std::move(found));
        return blocked(program, dependences, others, std::nullopt, shared);
    }

    /// Blocks, of which those in different iterations of a loop around run in parallel, or else
    /// rows, or else panels of columns.
    std::optional<Candidate> blocked(const program::Program &program,
                                     const dependence::Dependences &dependences,
                                     const transform::Scop &scop,
                                     const std::optional<strategies::ExpandedArray> &expanded,
                                     const std::vector<strategies::SharedLoop> &shared)
    {
        std::vector<std::optional<schedule::BlockLoop>> parallel = {schedule::ic_loop};
        if (is_parallel())
            parallel.push_back(schedule::jc_loop);
        if (is_parallel() && has_loop_around_blocks(scop.program))
            parallel.insert(parallel.begin(), std::nullopt);
        const std::size_t threads = is_parallel() ? machine::sharing_threads(options_.machine) : 1;
        for (std::optional<schedule::BlockLoop> loop : parallel) {
            std::optional<strategies::Proposal> proposal = timings_.measure("strategy", [&] {
                return strategies::blocked_contractions(scop, expanded, shared, options_.machine,
                                                        {threads, loop});
            });
            if (!proposal)
                return std::nullopt;
            if (auto found = legal(program, dependences, *proposal))
                return found;
        }
        return std::nullopt;
    }

    transform::Scop planned(const strategies::CpuStrategy &strategy,
                            const program::Program &program,
                            const dependence::Dependences &dependences,
                            const schedule::Tree &tree) const
    {
        return timings_.measure("strategy", [&] {
            return transform::scop_of(program,
                                      strategies::tiled(strategy, program, dependences, tree).tree);
        });
    }

    /// The contractions of a factorization, panel by panel.
    std::optional<Candidate> factorized(const program::Program &program,
                                        const dependence::Dependences &dependences,
                                        const schedule::Tree &tree)
    {
        transform::Scop others =
            planned({{strategies::Tiling::Mode::off}}, program, dependences, tree);
        std::optional<strategies::TrailingUpdates> split = timings_.measure("strategy", [&] {
            return strategies::with_trailing_updates(others, dependences, options_.machine);
        });
        if (!split)
            return std::nullopt;
        std::vector<strategies::SharedLoop> shared;
        for (const std::string &update : split->updates)
            shared.push_back({update, split->panel});
        const program::Program &parts = split->scop.program;
        auto found = with_first_line(
            "panel_updates()", blocked_among_others(parts, analyzed(parts), split->scop, shared));
        return found ? std::optional(with_order(program, others, std::move(*found))) : std::nullopt;
    }

    /// Every statement in loops of its own, as far as dependences let it.
    std::optional<schedule::Tree> schedule_apart(const program::Program &program,
                                                 const dependence::Dependences &dependences)
    {
        OptimizeOptions options = options_;
        options.scheduler->fusion_attempts = 0;
        RegionSchedule found = schedule_region(program, dependences, options, context_, timings_);
        if (!found.result.tree)
            return std::nullopt;
        return schedule::with_sets_ordered(*found.result.tree);
    }

    std::optional<Candidate> legal(const program::Program &program,
                                   const dependence::Dependences &dependences,
                                   const strategies::Proposal &proposal)
    {
        Legality legality(program, dependences, reduction_options(options_), is_parallel());
        Legality::Outcome outcome =
            timings_.measure("check", [&] { return legality.check(proposal.scop); });
        if (!outcome.violations.empty())
            return std::nullopt;
        const bool can_pack = timings_.measure("strategy", [&] {
            return std::ranges::all_of(strategies::blocked_contractions_in(proposal.scop),
                                       [&](const auto &block) {
                                           return lowering::can_pack_operands(proposal.scop, block);
                                       });
        });
        if (!can_pack)
            return std::nullopt;
        return Candidate{.plan = with_work_conditions(
                             {proposal.scop.program, std::move(outcome.tree), proposal.script}),
                         .description = proposal.description,
                         .is_proposed = true,
                         .scop = proposal.scop};
    }

    const OptimizeOptions &options_;
    const presburger::Context &context_;
    Timings &timings_;
};

} // namespace

std::optional<Candidate> plan_contractions(const program::Program &program,
                                           const dependence::Dependences &dependences,
                                           const OptimizeOptions &options,
                                           const presburger::Context &context, Timings &timings)
{
    return ContractionPlanner(options, context, timings).plan(program, dependences);
}

} // namespace espalier::driver
