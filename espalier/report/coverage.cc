#include "espalier/report/coverage.h"

#include <algorithm>
#include <map>

namespace espalier::report {

namespace {

void sort_by_work(std::vector<NamedCounts> &all)
{
    std::ranges::stable_sort(all, std::greater<>(),
                             [](const NamedCounts &one) { return one.counts.work; });
}

bool is_same_place(const SourcePlace &one, const SourcePlace &other)
{
    return one.file == other.file && one.line == other.line && one.column == other.column;
}

void add_place(std::vector<SourcePlace> &places, const SourcePlace &place)
{
    if (std::ranges::none_of(places,
                             [&](const SourcePlace &known) { return is_same_place(known, place); }))
        places.push_back(place);
}

} // namespace

LoopCounts &LoopCounts::operator+=(const CoveredLoop &loop)
{
    const bool is_in_region = loop.fate != LoopFate::left_out;
    const bool is_changed = loop.fate == LoopFate::changed;
    return *this += {1,         is_in_region ? 1U : 0U,       is_changed ? 1U : 0U,
                     loop.work, is_in_region ? loop.work : 0, is_changed ? loop.work : 0};
}

LoopCounts &LoopCounts::operator+=(const LoopCounts &other)
{
    loops += other.loops;
    in_regions += other.in_regions;
    changed += other.changed;
    work += other.work;
    work_in_regions += other.work_in_regions;
    changed_work += other.changed_work;
    return *this;
}

LoopCounts counts_of(const std::vector<CoveredLoop> &loops)
{
    LoopCounts result;
    for (const CoveredLoop &loop : loops)
        result += loop;
    return result;
}

std::vector<NamedCounts> by_functions(const CoveredFile &file)
{
    std::vector<NamedCounts> result;
    for (const CoveredLoop &loop : file.loops) {
        if (result.empty() || result.back().name != loop.function)
            result.push_back({loop.function, {}});
        result.back().counts += loop;
    }
    sort_by_work(result);
    return result;
}

std::vector<NamedCounts> by_files(const Coverage &coverage)
{
    std::vector<NamedCounts> result;
    for (const CoveredFile &file : coverage.files)
        if (!file.loops.empty())
            result.push_back({file.name, counts_of(file.loops)});
    sort_by_work(result);
    return result;
}

std::vector<CommonReason> ranked_reasons(const std::vector<CoveredLoop> &loops, LoopFate fate,
                                         Likeness likeness)
{
    std::map<std::pair<DiagnosticKind, std::string>, CommonReason> all;
    for (const CoveredLoop &loop : loops)
        for (const Reason &reason : loop.reasons) {
            if (loop.fate != fate)
                continue;
            const Diagnostic &diagnostic = reason.diagnostic;
            const std::string message = likeness == Likeness::message ? diagnostic.message : "";
            CommonReason &common =
                all.try_emplace({diagnostic.kind, message}, CommonReason{reason}).first->second;
            ++common.loops;
            common.work += loop.work / double(loop.reasons.size());
            add_place(common.places, diagnostic.place);
        }
    std::vector<CommonReason> result;
    for (auto &[key, common] : all)
        result.push_back(std::move(common));
    std::ranges::stable_sort(result, std::greater<>(), &CommonReason::work);
    return result;
}

std::vector<CoveredLoop> all_loops(const Coverage &coverage)
{
    std::vector<CoveredLoop> result;
    for (const CoveredFile &file : coverage.files)
        result.insert(result.end(), file.loops.begin(), file.loops.end());
    return result;
}

} // namespace espalier::report
