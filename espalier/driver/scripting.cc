#include "espalier/driver/scripting.h"

#include "espalier/dependence/explanations.h"
#include "espalier/dependence/listing.h"
#include "espalier/dependence/storage.h"
#include "espalier/driver/least_work.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/original.h"
#include "espalier/script/directives.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/strategies/contractions/operand_packing.h"
#include "espalier/transform/legalize.h"
#include "espalier/transform/trees.h"
#include "espalier/transform/update_forms.h"

#include <isl/space.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace espalier::driver {

namespace {

using dependence::Violation;

/// Whether two violations are about some pairs of the same references, for the same reason.
bool overlap(const Violation &one, const Violation &other)
{
    return one.kind == other.kind && one.pairs.space().is_equal(other.pairs.space()) &&
           !one.pairs.is_disjoint(other.pairs);
}

/// The name of the function that a step calls, in its line.
SourcePlace place_of(const script::Source &source, const script::Step &step)
{
    return script::place_in(source, step.line, step.call.substr(0, step.call.find('(')));
}

SourcePlace place_of(const program::Program &program, const Violation &violation)
{
    isl::space first = violation.pairs.space().domain();
    const program::Statement *statement =
        dependence::statement_of(program, first.is_wrapping() ? first.unwrap().domain() : first);
    return statement ? statement->place : SourcePlace();
}

/// What strategies make of what is around some statements.
std::optional<transform::MatrixView> planned_around(const transform::MatrixView &view,
                                                    const std::set<std::string> &labels,
                                                    strategies::Services &services)
{
    isl::union_set fixed = isl::union_set::empty(view.program.context.ctx());
    for (const std::string &label : labels)
        presburger::add_to(fixed, labelled(view, label).instances.to_union_set());
    std::optional<transform::Plan> plan = services.planned_around(transform::plan_of(view), fixed);
    return plan ? std::optional(transform::matrix_view(*plan)) : std::nullopt;
}

} // namespace

std::optional<script::Source> script_of_directives(const std::vector<frontend::Region> &regions)
{
    script::Source result;
    for (std::size_t k = 0; k < regions.size(); ++k) {
        script::Source one = script::script_of_directives(regions[k].program);
        if (one.text.empty())
            continue;
        result.name = regions[k].place.file;
        if (regions.size() > 1) {
            result.text += fmt::format("region({})\n", k + 1);
            result.origins.push_back(regions[k].place);
        }
        result.text += one.text;
        result.origins.insert(result.origins.end(), one.origins.begin(), one.origins.end());
    }
    return result.text.empty() ? std::nullopt : std::optional(std::move(result));
}

ScriptRun::ScriptRun(script::Source source, const std::vector<frontend::Region> &regions,
                     const ScriptOptions &options, Timings &timings)
    : source_(std::move(source)), regions_(regions), options_(options),
      references_(options.reductions, options.parallel, timings)
{
    std::vector<script::Region> subjects;
    for (const frontend::Region &region : regions) {
        programs_.push_back(transform::with_normal_updates(region.program));
        subjects.push_back(
            {region.function, region.place, transform::original_view(programs_.back())});
    }
    result_ = timings.measure("script",
                              [&] { return script::run(source_, std::move(subjects), hooks()); });
}

bool ScriptRun::transforms(std::size_t region) const
{
    return regions_.size() == 1 || std::ranges::any_of(result_.steps, [&](const auto &step) {
               return step.region == region;
           });
}

std::string ScriptRun::description(std::size_t region) const
{
    const script::Outcome &made = result_.regions[region];
    const auto blocks = strategies::blocked_contractions_in(made.view);
    if (blocks.empty())
        return made.description;
    return made.description + (made.description.empty() ? "" : "; ") +
           strategies::description_of(blocks);
}

script::Hooks ScriptRun::hooks()
{
    script::Hooks hooks;
    hooks.check = [this](std::size_t region, const std::vector<script::Step> &steps) {
        legal_tree(region, steps);
    };
    hooks.legalize = [this](std::size_t region, const script::Outcome &outcome,
                            std::vector<std::string> &what_was_done) {
        const Legality &legal = references_.legality(reference(region, outcome));
        auto violations = [&](const transform::MatrixView &candidate) {
            return legal.check(candidate.program, transform::schedule_tree(candidate)).violations;
        };
        return transform::legalize(outcome.view, violations, what_was_done);
    };
    hooks.strategy_inputs = [this](std::size_t region, const script::Outcome &outcome) {
        return strategy_inputs(reference(region, outcome), outcome.view);
    };
    hooks.is_legal = [this](std::size_t region, const script::Outcome &outcome,
                            const strategies::Candidate &candidate) {
        const transform::Plan &plan = candidate.plan;
        if (!candidate.reference)
            return references_.legality(reference(region, outcome))
                .check(plan.program, plan.tree)
                .is_legal();
        return Legality(candidate.reference->program, candidate.reference->dependences,
                        options_.reductions, options_.parallel)
            .check(plan.program, plan.tree)
            .is_legal();
    };
    hooks.plan_around = [this](std::size_t region, const script::Outcome &outcome,
                               const std::set<std::string> &labels) {
        return is_in_own_layout(region, outcome)
                   ? planned_around(outcome.view, labels, *options_.services)
                   : std::nullopt;
    };
    hooks.plan_nests = [this](std::size_t region, const script::Outcome &outcome) {
        return is_in_own_layout(region, outcome) ? options_.plan_nests(outcome.view.program)
                                                 : std::nullopt;
    };
    hooks.strategies = options_.strategies;
    hooks.choose = options_.choose;
    return hooks;
}

/// Whether accesses are those of what a region is to do the same as.
bool ScriptRun::is_in_own_layout(std::size_t region, const script::Outcome &outcome) const
{
    return !dependence::has_other_layout(reference(region, outcome), outcome.view.program);
}

/// What a region is to do the same as.
const program::Program &ScriptRun::reference(std::size_t region,
                                             const script::Outcome &outcome) const
{
    return outcome.reference ? *outcome.reference : programs_[region];
}

script::StrategyInputs ScriptRun::strategy_inputs(const program::Program &reference,
                                                  const transform::MatrixView &view)
{
    bool is_same = !dependence::has_other_layout(reference, view.program);
    return {is_same ? references_.dependences(reference)
                    : dependence::analyze_in_order(view.program, transform::schedule_tree(view)),
            options_.machine, options_.parallel, options_.reductions.fast_math, options_.services};
}

Legality::Outcome ScriptRun::check(const ScriptState &state)
{
    return references_.legality(*state.reference)
        .check(state.view.program, transform::schedule_tree(state.view));
}

schedule::Tree ScriptRun::legal_tree(std::size_t region, const std::vector<script::Step> &steps)
{
    ScriptHistory history(programs_[region], region, steps);
    Legality::Outcome outcome = check(history.states.back());
    if (!outcome.violations.empty())
        throw broken(history, outcome.violations);
    return outcome.tree;
}

RegionPlan ScriptRun::planned(std::size_t region)
{
    const script::Outcome &outcome = result_.regions[region];
    const transform::MatrixView &view = outcome.view;
    RegionPlan result{.plan = {view.program, legal_tree(region, result_.steps)},
                      .gains_by_threads_alone = outcome.keeps_small_source,
                      .least_work = conditions(programs_[region],
                                               {outcome.least_instances, outcome.least_lengths})};
    require_blocks(region, view, strategies::blocked_contractions_in(view));
    return result;
}

std::optional<std::string> ScriptRun::objection(std::size_t region,
                                                const lowering::LoweredPlan &plan)
{
    return references_.legality(reference(region, result_.regions[region])).objection(plan);
}

bool ScriptRun::weighs_threads(std::size_t region) const
{
    const script::Outcome &outcome = result_.regions[region];
    return outcome.weighs_threads || !strategies::blocked_contractions_in(outcome.view).empty();
}

/// \throws Error{impossible_transformation} if kernels cannot execute blocks
void ScriptRun::require_blocks(std::size_t region, const transform::MatrixView &view,
                               const std::vector<strategies::BlockedContraction> &blocks) const
{
    constexpr const char *function = "block_product";
    for (const strategies::BlockedContraction &block : blocks) {
        if (auto change = strategies::change_of_blocks(view, block))
            throw impossible_at(
                region, function,
                fmt::format("after it, {} was changed: {}", block.statement, *change));
        if (!strategies::can_pack_operands(view, block))
            throw impossible_at(region, function,
                                "an operand that would be packed changes while its copy is in use");
    }
}

/// For what a function asked for that is done in the end: at its last call.
Error ScriptRun::impossible_at(std::size_t region, const std::string &function,
                               const std::string &reason) const
{
    auto is_call = [&](const script::Step &step) {
        return step.region == region && step.call.starts_with(function + "(");
    };
    auto call = std::ranges::find_if(result_.steps.rbegin(), result_.steps.rend(), is_call);
    return Error(Fault::input, DiagnosticKind::impossible_transformation,
                 fmt::format("`{}` cannot be done: {}", call->call, reason),
                 place_of(source_, *call));
}

/// Before the step that breaks what is broken at the end some pairs are in order, as they are in
/// the source, and after it they are not.
Error ScriptRun::broken(const ScriptHistory &history, const std::vector<Violation> &violations)
{
    const script::Step &step = history.culprit([&](const ScriptState &state) {
        std::vector<Violation> found = check(state).violations;
        return std::ranges::any_of(
            found, [&](const Violation &other) { return overlap(other, violations.front()); });
    });
    const program::Program &program = *history.states.back().reference;
    const program::Program &changed = history.states.back().view.program;
    std::string others =
        violations.size() > 1
            ? fmt::format("; it is one of {} pairs of references at odds", violations.size())
            : "";
    Diagnostic diagnostic{Severity::error, DiagnosticKind::broken_dependence,
                          place_of(source_, step),
                          fmt::format("`{}` breaks a dependence, and nothing after it mends that{}",
                                      step.call, others)};
    diagnostic.notes.push_back({Severity::remark, DiagnosticKind::illegal_schedule,
                                place_of(program, violations.front()),
                                dependence::explain(changed, violations.front())});
    return Error(Fault::input, diagnostic);
}

Error ScriptRun::located(std::size_t region, const Error &error,
                         const std::function<bool(const transform::Plan &)> &has_code)
{
    ScriptHistory history(programs_[region], region, result_.steps);
    if (history.steps.empty())
        return error;
    const script::Step &step = history.culprit([&](const ScriptState &state) {
        return !has_code({state.view.program, check(state).tree});
    });
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.place = place_of(source_, step);
    diagnostic.message =
        fmt::format("there is no code for what `{}` makes: {}", step.call, diagnostic.message);
    return Error(error.fault(), diagnostic);
}

} // namespace espalier::driver
