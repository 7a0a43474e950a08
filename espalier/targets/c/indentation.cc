#include "espalier/targets/c/indentation.h"

#include <algorithm>

namespace espalier::targets {

std::string indented(const std::string &text, const std::string &unit)
{
    std::string result;
    for (std::size_t k = 0; k < text.size(); ++k) {
        result += text[k];
        bool is_blank = k + 1 < text.size() && (text[k + 1] == '\n' || text[k + 1] == '\r');
        std::size_t last = text.find_last_not_of("\r\n", k);
        bool continues = last != std::string::npos && text[last] == '\\';
        if (text[k] == '\n' && !is_blank && !continues)
            result += unit;
    }
    return result;
}

std::string moved(const std::string &lines, const std::string &from, const std::string &to)
{
    std::string result;
    for (std::size_t line = 0, end = 0; line < lines.size(); line = end) {
        end = std::min(lines.find('\n', line), lines.size() - 1) + 1;
        const std::string one = lines.substr(line, end - line);
        result += one.starts_with(from) ? to + one.substr(from.size()) : one;
    }
    return result;
}

} // namespace espalier::targets
