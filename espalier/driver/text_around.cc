#include "espalier/driver/text_around.h"

namespace espalier::driver {

namespace {

/// Where the line starts that a place is in.
std::size_t line_of(const std::string &text, std::size_t place)
{
    return place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
}

} // namespace

std::string lead(const std::string &text, const frontend::Region &region)
{
    const std::size_t line = line_of(text, region.begin);
    if (line == region.begin)
        return region.indentation;
    bool follows_code = text.find_first_not_of(" \t", line) < region.begin;
    return follows_code ? "\n" + region.indentation : "";
}

std::string trail(const std::string &text, const frontend::Region &region)
{
    std::size_t next = text.find_first_not_of(" \t", region.end);
    bool precedes_code =
        next != std::string::npos && text[next] != '\n' && text[next] != '\r' && text[next] != '/';
    return precedes_code ? "\n" + region.indentation : "";
}

targets::Replacement define_before(const std::string &text, std::size_t function,
                                   const std::string &definitions)
{
    const std::size_t line = line_of(text, function);
    bool starts_line = text.find_first_not_of(" \t", line) == function;
    if (starts_line)
        return {line, line, definitions + "\n"};
    return {function, function, "\n" + definitions + "\n"};
}

} // namespace espalier::driver
