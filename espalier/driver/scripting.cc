#include "espalier/driver/scripting.h"

#include "espalier/dependence/explanations.h"
#include "espalier/dependence/listing.h"
#include "espalier/schedule/original.h"
#include "espalier/script/directives.h"
#include "espalier/transform/legalize.h"
#include "espalier/transform/trees.h"

#include <isl/space.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace espalier::driver {

/// What a region was before each step of a script on it, and after the last one.
struct ScriptRun::History {
    History(const frontend::Region &region, std::size_t number,
            const std::vector<script::Step> &all)
        : states{transform::original_scop(region.program)}
    {
        for (const script::Step &step : all)
            if (step.region == number) {
                steps.push_back(&step);
                states.push_back(step.after);
            }
    }

    /// The step after which something is wrong that is so in the end and not at the start, found
    /// by bisection.
    const script::Step &culprit(const std::function<bool(const transform::Scop &)> &is_wrong) const
    {
        std::size_t right = 0, wrong = steps.size();
        while (wrong - right > 1) {
            std::size_t middle = (right + wrong) / 2;
            (is_wrong(states[middle]) ? wrong : right) = middle;
        }
        return *steps[wrong - 1];
    }

    std::vector<const script::Step *> steps;
    std::vector<transform::Scop> states; ///< one more than steps
};

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
    : source_(std::move(source)), regions_(regions), options_(options), timings_(timings)
{
    std::vector<script::Region> subjects;
    for (const frontend::Region &region : regions)
        subjects.push_back(
            {region.function, region.place, transform::original_scop(region.program)});
    result_ = timings.measure("script",
                              [&] { return script::run(source_, std::move(subjects), hooks()); });
}

bool ScriptRun::transforms(std::size_t region) const
{
    return regions_.size() == 1 || std::ranges::any_of(result_.steps, [&](const auto &step) {
               return step.region == region;
           });
}

script::Hooks ScriptRun::hooks()
{
    script::Hooks hooks;
    hooks.check = [this](std::size_t region, const std::vector<script::Step> &steps) {
        legal_plan(region, steps);
    };
    hooks.legalize = [this](std::size_t region, const transform::Scop &scop,
                            std::vector<std::string> &what_was_done) {
        auto violations = [&](const transform::Scop &candidate) {
            return legality(region).check(candidate).violations;
        };
        return transform::legalize(scop, violations, what_was_done);
    };
    hooks.choose = options_.choose;
    return hooks;
}

const Legality &ScriptRun::legality(std::size_t region)
{
    auto known = legalities_.find(region);
    if (known != legalities_.end())
        return known->second;
    const program::Program &program = regions_[region].program;
    dependence::Dependences dependences = timings_.measure("dependences", [&] {
        return dependence::analyze(program, schedule::original_schedule(program));
    });
    Legality made(program, dependences, options_.reductions, options_.parallel);
    return legalities_.emplace(region, std::move(made)).first->second;
}

codegen::CpuPlan ScriptRun::legal_plan(std::size_t region, const std::vector<script::Step> &steps)
{
    History history(regions_[region], region, steps);
    Legality::Outcome outcome = legality(region).check(history.states.back());
    if (!outcome.violations.empty())
        throw broken(region, history, outcome.violations);
    return outcome.plan;
}

/// Before the step that breaks what is broken at the end some pairs are in order, as they are in
/// the source, and after it they are not.
Error ScriptRun::broken(std::size_t region, const History &history,
                        const std::vector<Violation> &violations)
{
    const script::Step &step = history.culprit([&](const transform::Scop &scop) {
        std::vector<Violation> found = legality(region).check(scop).violations;
        return std::ranges::any_of(
            found, [&](const Violation &other) { return overlap(other, violations.front()); });
    });
    const program::Program &program = regions_[region].program;
    const program::Program &changed = history.states.back().program;
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

Error ScriptRun::located(
    std::size_t region, const Error &error,
    const std::function<bool(const program::Program &, const codegen::CpuPlan &)> &has_code)
{
    History history(regions_[region], region, result_.steps);
    if (history.steps.empty())
        return error;
    const script::Step &step = history.culprit([&](const transform::Scop &scop) {
        return !has_code(scop.program, legality(region).check(scop).plan);
    });
    Diagnostic diagnostic = error.diagnostic();
    diagnostic.place = place_of(source_, step);
    diagnostic.message =
        fmt::format("there is no code for what `{}` makes: {}", step.call, diagnostic.message);
    return Error(error.fault(), diagnostic);
}

} // namespace espalier::driver
