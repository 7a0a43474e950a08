#include "espalier/report/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::report {

namespace {

const std::string standard_input = "<stdin>";

std::string position(const SourcePlace &place)
{
    if (place.file.empty())
        return "espalier";
    const std::string &file = place.file == "-" ? standard_input : place.file;
    if (place.line == 0)
        return file;
    if (place.column == 0)
        return fmt::format("{}:{}", file, place.line);
    return fmt::format("{}:{}:{}", file, place.line, place.column);
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

/// A part of a line, and where in it the caret stands, counted from 0.
struct Excerpt {
    std::string text;
    std::size_t caret;
};

/// The first byte of a character of UTF-8 at or after `position`.
std::size_t character_start(const std::string &text, std::size_t position)
{
    while (position < text.size() && (static_cast<unsigned char>(text[position]) & 0xC0) == 0x80)
        ++position;
    return position;
}

/// The line of a place, or what of a long one stands around the column.
Excerpt excerpt(const SourcePlace &place)
{
    constexpr std::size_t most = 140, ahead = 100;
    const std::string dots = "...";
    std::size_t caret = place.column - 1, size = place.text.size();
    if (size <= most)
        return {place.text, caret};
    std::size_t begin = std::min(caret > ahead ? caret - ahead : 0, size - most);
    begin = std::min(character_start(place.text, begin), caret);
    std::size_t end = character_start(place.text, std::min(begin + most, size));
    std::string head = begin > 0 ? dots : "", tail = end < size ? dots : "";
    return {head + place.text.substr(begin, end - begin) + tail, head.size() + caret - begin};
}

/// The white space that brings a caret under its place: tabs stay tabs.
std::string padding(const Excerpt &line)
{
    std::string result = line.text.substr(0, line.caret);
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
    if (!place.text.empty() && place.column > 0 && place.column <= place.text.size() + 1) {
        Excerpt line = excerpt(place);
        text += fmt::format("    {}\n    {}^\n", line.text, padding(line));
    }
    for (const Diagnostic &note : diagnostic.notes)
        text += to_text(note);
    return text;
}

std::string to_text(const Timings &timings)
{
    std::string text;
    for (const auto &[phase, seconds] : timings.phases())
        text += fmt::format("timing: {} {:.6f}\n", phase, seconds);
    return text + fmt::format("timing: operations {}\ntiming: total {:.6f}\n", timings.operations(),
                              timings.total());
}

} // namespace espalier::report
