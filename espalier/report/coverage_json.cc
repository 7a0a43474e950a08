#include "espalier/report/coverage_json.h"

#include <nlohmann/json.hpp>

namespace espalier::report {

namespace {

using Json = nlohmann::ordered_json;

const char *name_of(LoopFate fate)
{
    switch (fate) {
    case LoopFate::left_out:
        return "left out";
    case LoopFate::kept:
        return "kept";
    default:
        return "changed";
    }
}

Json json_of(const SourcePlace &place)
{
    return {{"file", place.file}, {"line", place.line}, {"column", place.column}};
}

Json json_of(const Diagnostic &diagnostic)
{
    return {{"code", diagnostic_code(diagnostic.kind)},
            {"message", diagnostic.message},
            {"place", json_of(diagnostic.place)}};
}

Json json_of(const Reason &reason)
{
    Json result = json_of(reason.diagnostic);
    if (!reason.help.empty())
        result["help"] = reason.help;
    return result;
}

Json json_of(const LoopCounts &counts)
{
    return {{"loops", counts.loops},
            {"in_regions", counts.in_regions},
            {"changed", counts.changed},
            {"work", counts.work},
            {"work_in_regions", counts.work_in_regions},
            {"changed_work", counts.changed_work}};
}

Json json_of(const std::vector<NamedCounts> &rows)
{
    Json result = Json::array();
    for (const NamedCounts &row : rows) {
        Json one = {{"name", row.name}};
        one.update(json_of(row.counts));
        result.push_back(one);
    }
    return result;
}

Json json_of(const CoveredLoop &loop)
{
    Json result = {{"function", loop.function}, {"place", json_of(loop.place)},
                   {"depth", loop.depth},       {"fate", name_of(loop.fate)},
                   {"work", loop.work},         {"reasons", Json::array()}};
    for (const Reason &reason : loop.reasons)
        result["reasons"].push_back(json_of(reason));
    return result;
}

Json json_of(const CoveredFile &file)
{
    Json result = {{"name", file.name}};
    if (file.failure) {
        result["failure"] = json_of(*file.failure);
        return result;
    }
    result["totals"] = json_of(counts_of(file.loops));
    result["functions"] = json_of(by_functions(file));
    result["loops"] = Json::array();
    for (const CoveredLoop &loop : file.loops)
        result["loops"].push_back(json_of(loop));
    return result;
}

} // namespace

std::string to_json(const Coverage &coverage)
{
    Json result = {{"files", Json::array()},
                   {"skipped", coverage.skipped},
                   {"totals", json_of(counts_of(all_loops(coverage)))}};
    for (const CoveredFile &file : coverage.files)
        result["files"].push_back(json_of(file));
    return result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace espalier::report
