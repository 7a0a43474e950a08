#include "espalier/report/coverage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace espalier::report {

namespace {

constexpr double assumed_iterations = 100;

/// Places that are listed for a reason.
constexpr std::size_t max_places = 5;

/// The work of a loop: what its innermost iterations are.
double work_of(const CoveredLoop &loop)
{
    return loop.is_innermost ? std::pow(assumed_iterations, double(loop.depth)) : 0;
}

struct Counts {
    std::size_t loops = 0, modelled = 0, changed = 0;
    double work = 0, changed_work = 0;

    void add(const CoveredLoop &loop)
    {
        ++loops;
        modelled += loop.fate != LoopFate::unmodelled;
        changed += loop.fate == LoopFate::changed;
        work += work_of(loop);
        changed_work += loop.fate == LoopFate::changed ? work_of(loop) : 0;
    }
};

std::string line(const std::string &name, const Counts &counts, std::size_t width)
{
    const double share = counts.work > 0 ? 100 * counts.changed_work / counts.work : 0;
    return fmt::format("  {:<{}}  {:>5}  {:>10}  {:>7}  {:>8.1f} %\n", name, width, counts.loops,
                       counts.modelled, counts.changed, share);
}

/// What a change of the source would do about a reason; empty if none is known.
std::string help_for(DiagnosticKind kind)
{
    static const std::map<DiagnosticKind, const char *> known = {
        {DiagnosticKind::unmodelled_loop, "count with an integer by a constant step, and leave the "
                                          "variable alone in the body"},
        {DiagnosticKind::unmodelled_condition,
         "do what the condition changes in a statement before it"},
        {DiagnosticKind::unmodelled_access,
         "name elements by subscripts of one array or of a pointer that stays the same"},
        {DiagnosticKind::unmodelled_expression,
         "compute subscripts and bounds from loop variables and sizes alone, in `int` or `size_t`"},
        {DiagnosticKind::unmodelled_statement,
         "move the statement out of the loop, or end the loop by its condition alone"},
        {DiagnosticKind::unmodelled_call,
         "mark functions without effects with __attribute__((const)) or __attribute__((pure))"},
        {DiagnosticKind::unmodelled_variable, "compute the value before the loop"},
        {DiagnosticKind::budget_exhausted, "raise --budget, or split the function"},
    };
    auto found = known.find(kind);
    return found == known.end() ? "" : found->second;
}

/// A reason with the loops that it is for.
struct Reason {
    Diagnostic diagnostic;
    std::vector<SourcePlace> places = {};
    double work = 0;
};

std::vector<Reason> ranked_reasons(const std::vector<CoveredLoop> &loops)
{
    std::map<std::pair<DiagnosticKind, std::string>, Reason> all;
    for (const CoveredLoop &loop : loops)
        for (const Diagnostic &diagnostic : loop.reasons) {
            Reason &reason =
                all.try_emplace({diagnostic.kind, diagnostic.message}, Reason{diagnostic})
                    .first->second;
            reason.work += work_of(loop) / double(loop.reasons.size());
            auto is_here = [&](const SourcePlace &other) {
                return other.line == diagnostic.place.line &&
                       other.column == diagnostic.place.column;
            };
            if (std::ranges::none_of(reason.places, is_here))
                reason.places.push_back(diagnostic.place);
        }
    std::vector<Reason> result;
    for (auto &[key, reason] : all)
        result.push_back(std::move(reason));
    std::ranges::stable_sort(result, std::greater<>(), &Reason::work);
    return result;
}

std::string text_of(const Reason &reason)
{
    std::string result = fmt::format("  {} [{}]\n", reason.diagnostic.message,
                                     diagnostic_code(reason.diagnostic.kind));
    for (std::size_t k = 0; k < std::min(reason.places.size(), max_places); ++k)
        result += fmt::format("    {}:{}:{}\n", reason.places[k].file, reason.places[k].line,
                              reason.places[k].column);
    if (reason.places.size() > max_places)
        result += fmt::format("    and {} more\n", reason.places.size() - max_places);
    if (const std::string help = help_for(reason.diagnostic.kind); !help.empty())
        result += fmt::format("    help: {}\n", help);
    return result;
}

} // namespace

std::string to_text(const std::string &file, const std::vector<CoveredLoop> &loops)
{
    std::vector<std::pair<std::string, Counts>> functions;
    Counts total;
    std::size_t width = std::string("function").size();
    for (const CoveredLoop &loop : loops) {
        if (functions.empty() || functions.back().first != loop.function)
            functions.push_back({loop.function, {}});
        functions.back().second.add(loop);
        total.add(loop);
        width = std::max(width, loop.function.size());
    }
    std::string result = file + "\n";
    if (loops.empty())
        return result + "  has no loops\n";
    result += fmt::format("  {:<{}}  {:>5}  {:>10}  {:>7}  {:>10}\n", "function", width, "loops",
                          "in regions", "changed", "of work");
    for (const auto &[name, counts] : functions)
        result += line(name, counts, width);
    result += line("in all", total, width);
    const std::vector<Reason> reasons = ranked_reasons(loops);
    if (!reasons.empty())
        result += "Why not the others:\n";
    for (const Reason &reason : reasons)
        result += text_of(reason);
    return result;
}

} // namespace espalier::report
