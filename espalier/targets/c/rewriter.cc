#include "espalier/targets/c/rewriter.h"

#include <algorithm>
#include <utility>

namespace espalier::targets {

namespace {

/// `text` with every line ended as `ending` says, whatever ended it before.
std::string with_line_ends(const std::string &text, const std::string &ending)
{
    std::string result;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '\r' && k + 1 < text.size() && text[k + 1] == '\n')
            continue;
        if (text[k] == '\n')
            result += ending;
        else
            result += text[k];
    }
    return result;
}

} // namespace

std::string rewrite(const std::string &text, std::vector<Replacement> replacements)
{
    std::size_t first = text.find('\n');
    bool is_dos = first != std::string::npos && first > 0 && text[first - 1] == '\r';
    std::ranges::stable_sort(replacements, {},
                             [](const Replacement &one) { return std::pair(one.begin, one.end); });
    std::string result;
    std::size_t position = 0;
    for (const Replacement &replacement : replacements) {
        result.append(text, position, replacement.begin - position);
        result += with_line_ends(replacement.text, is_dos ? "\r\n" : "\n");
        position = replacement.end;
    }
    result.append(text, position);
    return result;
}

} // namespace espalier::targets
