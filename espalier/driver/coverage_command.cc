#include "espalier/driver/commands.h"
#include "espalier/report/coverage_text.h"

#include <algorithm>

namespace espalier::driver {

namespace {

using report::CoveredLoop;
using report::LoopFate;

bool holds(const RegionOutcome &region, const frontend::SourceLoop &loop)
{
    return region.begin <= loop.begin && loop.end <= region.end;
}

LoopFate fate_of(const frontend::SourceLoop &loop, const std::vector<RegionOutcome> &regions)
{
    auto around = std::ranges::find_if(
        regions, [&](const RegionOutcome &region) { return holds(region, loop); });
    if (around == regions.end())
        return LoopFate::unmodelled;
    return around->is_changed ? LoopFate::changed : LoopFate::kept;
}

/// Whether a remark says why a loop is in no region.
bool says_why(const Diagnostic &remark)
{
    const std::string code = diagnostic_code(remark.kind);
    return code.starts_with("R1") || remark.kind == DiagnosticKind::budget_exhausted;
}

/// Whether a remark says why a region stays as it is.
bool says_why_kept(const Diagnostic &remark)
{
    return remark.kind == DiagnosticKind::no_transformation ||
           remark.kind == DiagnosticKind::budget_exhausted;
}

/// The remarks for a loop: those in its text, or else the last ones before it in a loop around.
std::vector<Diagnostic> reasons_for(const frontend::SourceLoop &loop, LoopFate fate,
                                    const OptimizeResult &result)
{
    std::vector<Diagnostic> reasons;
    if (fate == LoopFate::changed)
        return reasons;
    const frontend::SourceLoop *around = nullptr;
    auto collect = [&](unsigned first, unsigned last) {
        for (const Diagnostic &remark : result.remarks)
            if ((fate == LoopFate::kept ? says_why_kept(remark) : says_why(remark)) &&
                remark.place.line >= first && remark.place.line <= last)
                reasons.push_back(remark);
    };
    collect(loop.place.line, loop.last_line);
    for (const frontend::SourceLoop &other : result.loops)
        if (other.begin <= loop.begin && loop.end <= other.end && &other != &loop)
            around = &other;
    if (reasons.empty() && around)
        return reasons_for(*around, fate, result);
    return reasons;
}

} // namespace

CommandResult run_coverage(const std::vector<std::string> &inputs, OptimizeOptions options)
{
    options.explain = true;
    CommandResult result;
    for (const std::string &input : inputs) {
        const OptimizeResult optimized = optimize(input, options, result.timings);
        std::vector<CoveredLoop> loops;
        for (const frontend::SourceLoop &loop : optimized.loops) {
            const LoopFate fate = fate_of(loop, optimized.regions);
            loops.push_back({loop.function, loop.place, loop.depth, loop.is_innermost, fate,
                             reasons_for(loop, fate, optimized)});
        }
        result.text += (result.text.empty() ? "" : "\n") + report::to_text(input, loops);
    }
    return result;
}

} // namespace espalier::driver
