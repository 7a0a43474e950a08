#include "espalier/script/source.h"

#include <algorithm>
#include <cctype>

namespace espalier::script {

namespace {

bool is_in_word(char letter)
{
    return letter == '_' || std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

/// The column, from 1, of the first place where a word stands by itself; of the first letter if
/// there is none.
unsigned column_of(const std::string &word, const std::string &line)
{
    for (std::size_t at = line.find(word); !word.empty() && at != std::string::npos;
         at = line.find(word, at + 1)) {
        std::size_t end = at + word.size();
        bool is_cut = is_in_word(word.front()) && ((at > 0 && is_in_word(line[at - 1])) ||
                                                   (end < line.size() && is_in_word(line[end])));
        if (!is_cut)
            return unsigned(at + 1);
    }
    return unsigned(std::min(line.find_first_not_of(" \t"), line.size() - 1) + 1);
}

} // namespace

SourcePlace place_in(const Source &source, unsigned line, const std::string &word)
{
    if (line > 0 && line <= source.origins.size())
        return source.origins[line - 1];
    std::size_t begin = 0;
    for (unsigned before = 1; before < line && begin < source.text.size(); ++before)
        begin = std::min(source.text.find('\n', begin), source.text.size() - 1) + 1;
    std::size_t end = std::min(source.text.find('\n', begin), source.text.size());
    std::string text = line == 0 ? "" : source.text.substr(begin, end - begin);
    if (text.ends_with('\r'))
        text.pop_back();
    return {source.name, line, column_of(word, text), text};
}

} // namespace espalier::script
