#include "espalier/report/text.h"

#include <fmt/format.h>

namespace espalier::report {

namespace {

std::string position(const SourcePlace &place)
{
    if (place.file.empty())
        return "espalier";
    if (place.line == 0)
        return place.file;
    if (place.column == 0)
        return fmt::format("{}:{}", place.file, place.line);
    return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

const char *name_of(Severity severity)
{
    switch (severity) {
    case Severity::error:
        return "error";
    case Severity::warning:
        return "warning";
    default:
        return "remark";
    }
}

/// The white space that brings a caret under `column`: tabs stay tabs.
std::string padding(const SourcePlace &place)
{
    std::string result = place.text.substr(0, place.column - 1);
    for (char &character : result)
        if (character != '\t')
            character = ' ';
    return result;
}

} // namespace

std::string to_text(const Diagnostic &diagnostic)
{
    const SourcePlace &place = diagnostic.place;
    std::string text =
        fmt::format("{}: {}: {} [{}]\n", position(place), name_of(diagnostic.severity),
                    diagnostic.message, diagnostic_code(diagnostic.kind));
    if (!place.text.empty() && place.column > 0 && place.column <= place.text.size() + 1)
        text += fmt::format("    {}\n    {}^\n", place.text, padding(place));
    for (const Diagnostic &note : diagnostic.notes)
        text += to_text(note);
    return text;
}

std::string to_text(const Timings &timings)
{
    std::string text;
    for (const auto &[phase, seconds] : timings.phases())
        text += fmt::format("timing: {} {:.6f}\n", phase, seconds);
    return text + fmt::format("timing: total {:.6f}\n", timings.total());
}

} // namespace espalier::report
