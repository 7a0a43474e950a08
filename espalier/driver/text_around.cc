#include "espalier/driver/text_around.h"

#include <algorithm>
#include <string_view>

namespace espalier::driver {

namespace {

/// Where the line starts that a place is in.
std::size_t line_of(const std::string &text, std::size_t place)
{
    return place == 0 ? 0 : text.rfind('\n', place - 1) + 1;
}

/// A line without the spaces around it.
std::string_view words_of(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
}

/// Where the comments and directives of OpenMP begin that end in the line above one; that line if
/// there are none, or if the file begins with them.
std::size_t begin_with_comments(const std::string &text, const std::size_t function)
{
    std::size_t line = function;
    bool is_inside = false; // of a comment of several lines
    for (std::size_t above = line; above != 0;) {
        const std::size_t end = above;
        above = line_of(text, above - 1);
        const std::string_view words = words_of(std::string_view(text).substr(above, end - above));
        const std::size_t begin = words.find("/*"), last = words.find("*/");
        is_inside = is_inside || (begin == words.npos && last != words.npos);
        const bool is_comment =
            begin == 0 && (last == words.npos ? is_inside : last + 2 == words.size());
        const bool is_whole =
            is_comment || words.starts_with("//") || words.starts_with("#pragma omp");
        if (!is_whole && !(is_inside && begin == words.npos))
            return line;
        if (is_whole) {
            line = above;
            is_inside = false;
        }
    }
    return function;
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
    if (starts_line) {
        const std::size_t place = begin_with_comments(text, line);
        return {place, place, definitions + "\n"};
    }
    return {function, function, "\n" + definitions + "\n"};
}

} // namespace espalier::driver
