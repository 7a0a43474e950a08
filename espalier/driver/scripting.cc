#include "espalier/driver/scripting.h"

#include "espalier/dependence/explanations.h"
#include "espalier/dependence/listing.h"
#include "espalier/schedule/original.h"
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

std::string line_of(const std::string &text, unsigned line)
{
    std::size_t begin = 0;
    for (; line > 1 && begin < text.size(); --line)
        begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
    return text.substr(begin, text.find('\n', begin) - begin);
}

/// The name of the function that a step calls, in its line.
SourcePlace place_of(const script::Source &source, const script::Step &step)
{
    std::string line = line_of(source.text, step.line);
    std::size_t column = line.find(step.call.substr(0, step.call.find('(')));
    return {source.name, step.line, column == std::string::npos ? 0 : unsigned(column) + 1, line};
}

SourcePlace place_of(const program::Program &program, const Violation &violation)
{
    isl::space first = violation.pairs.space().domain();
    const program::Statement *statement = dependence::statement_of(
        program, first.is_wrapping() ? first.unwrap().domain() : first);
    return statement ? statement->place : SourcePlace();
}

} // namespace

ScriptRun::ScriptRun(const script::Source &source, const std::vector<frontend::Region> &regions,
                     const ScriptOptions &options, Timings &timings)
    : source_(source), regions_(regions), options_(options), timings_(timings)
{
    std::vector<script::Region> subjects;
    for (const frontend::Region &region : regions)
        subjects.push_back(
            {region.function, region.place, transform::original_scop(region.program)});
    result_ = timings.measure(
        "script", [&] { return script::run(source_, std::move(subjects), hooks()); });
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

codegen::CpuPlan ScriptRun::legal_plan(std::size_t region,
                                       const std::vector<script::Step> &steps)
{
    History history(regions_[region], region, steps);
    Legality::Outcome outcome = legality(region).check(history.states.back());
    if (!outcome.violations.empty())
        throw broken(region, history, outcome.violations);
    return outcome.plan;
}

/// The step that breaks what is broken at the end is found by bisection: before it some pairs are in
/// order, as they are in the source, and after it they are not.
Error ScriptRun::broken(std::size_t region, const History &history,
                        const std::vector<Violation> &violations)
{
    std::size_t legal = 0, broken = history.steps.size();
    while (broken - legal > 1) {
        std::size_t middle = (legal + broken) / 2;
        std::vector<Violation> found = legality(region).check(history.states[middle]).violations;
        bool is_broken = std::ranges::any_of(found, [&](const Violation &other) {
            return overlap(other, violations.front());
        });
        (is_broken ? broken : legal) = middle;
    }
    const script::Step &step = *history.steps[broken - 1];
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

} // namespace espalier::driver
