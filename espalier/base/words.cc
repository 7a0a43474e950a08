#include "espalier/base/words.h"

#include <cctype>

namespace espalier {

namespace {

/// Whether what follows some code is a member: it ends in `.` or `->`.
bool precedes_member(std::string_view code)
{
    code = code.substr(0, code.find_last_not_of(" \t\r\n") + 1);
    return code.ends_with('.') || code.ends_with("->");
}

/// Whether a place is in a string or behind `//`.
bool is_quoted(std::string_view code, std::size_t at)
{
    const std::size_t end_of_line = code.substr(0, at).rfind('\n');
    bool is_in_string = false;
    for (std::size_t k = end_of_line == code.npos ? 0 : end_of_line + 1; k < at; ++k) {
        if (code[k] == '"')
            is_in_string = !is_in_string;
        else if (is_in_string && code[k] == '\\')
            ++k;
        else if (!is_in_string && code.substr(k).starts_with("//"))
            return true;
    }
    return is_in_string;
}

} // namespace

bool contains_word(std::string_view code, std::string_view name)
{
    const auto is_part = [&](std::size_t at) {
        return at < code.size() &&
               (std::isalnum(static_cast<unsigned char>(code[at])) != 0 || code[at] == '_');
    };
    for (std::size_t at = code.find(name); at != code.npos; at = code.find(name, at + 1))
        if ((at == 0 || !is_part(at - 1)) && !is_part(at + name.size()) &&
            !precedes_member(code.substr(0, at)) && !is_quoted(code, at))
            return true;
    return false;
}

std::string with_replaced(std::string text, std::string_view part, std::string_view other)
{
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + other.size()))
        text.replace(at, part.size(), other);
    return text;
}

} // namespace espalier
