#include "espalier/driver/coverage.h"

#include "espalier/base/error.h"
#include "espalier/driver/loop_work.h"

#include <algorithm>

namespace espalier::driver {

namespace {

using report::CoveredLoop;
using report::LoopFate;
using report::Reason;

/// What often helps about reasons of a kind; empty if nothing is known.
std::string usual_help(DiagnosticKind kind)
{
    switch (kind) {
    case DiagnosticKind::unmodelled_loop:
        return "count with an integer by a constant step, and leave the variable alone in the body";
    case DiagnosticKind::unmodelled_condition:
        return "do what the condition changes in a statement before it";
    case DiagnosticKind::unmodelled_access:
        return "name elements by subscripts of one array or of a pointer that stays the same";
    case DiagnosticKind::unmodelled_expression:
        return "compute subscripts and bounds from loop variables and sizes alone, in `int` or "
               "`size_t`";
    case DiagnosticKind::unmodelled_statement:
        return "move the statement out of the loop, or end the loop by its condition alone";
    case DiagnosticKind::unmodelled_variable:
        return "compute the value before the loop";
    case DiagnosticKind::budget_exhausted:
        return "raise --budget, or split the function";
    default:
        return "";
    }
}

/// A reason with a change that helps, if one is known.
Reason reason(const Diagnostic &diagnostic, const std::string &help)
{
    return {diagnostic, help.empty() ? usual_help(diagnostic.kind) : help};
}

/// Why a loop is in no region: what was found when the smallest statement around it was tried.
std::vector<Reason> reasons_beyond(const frontend::SourceLoop &loop,
                                   const std::vector<frontend::Refusal> &refusals)
{
    const frontend::Refusal *smallest = nullptr;
    for (const frontend::Refusal &refusal : refusals) {
        const bool is_around = refusal.begin <= loop.begin && loop.end <= refusal.end;
        if (is_around &&
            (!smallest || refusal.end - refusal.begin < smallest->end - smallest->begin))
            smallest = &refusal;
    }
    if (!smallest)
        return {};
    Diagnostic why = smallest->reason;
    if (why.place.line == 0)
        why.place = loop.place;
    return {reason(why, smallest->help)};
}

CoveredLoop covered(const frontend::SourceLoop &loop, double work, const OptimizeResult &result)
{
    CoveredLoop covered{loop.function, loop.place, loop.depth, LoopFate::changed, work};
    const auto region = std::ranges::find_if(
        result.regions, [&](const RegionOutcome &one) { return holds(one, loop); });
    if (region == result.regions.end()) {
        covered.fate = LoopFate::left_out;
        covered.reasons = reasons_beyond(loop, result.refusals);
    } else if (!region->is_changed) {
        covered.fate = LoopFate::kept;
        for (const Diagnostic &why : region->why_kept)
            covered.reasons.push_back(reason(why, region->help));
    }
    return covered;
}

} // namespace

report::CoveredFile covered(const std::string &file, OptimizeOptions options, Timings &timings)
{
    options.explain = true;
    report::CoveredFile result{file};
    try {
        const OptimizeResult optimized = optimize(file, options, timings);
        const std::vector<double> work = work_of(optimized.loops, optimized.regions);
        for (std::size_t k = 0; k < optimized.loops.size(); ++k)
            result.loops.push_back(covered(optimized.loops[k], work[k], optimized));
    } catch (const Error &error) {
        result.failure = error.diagnostic();
    }
    return result;
}

} // namespace espalier::driver
