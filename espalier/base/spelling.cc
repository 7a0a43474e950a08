#include "espalier/base/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace espalier {

namespace {

/// Number of letters to insert, delete or replace, and of neighbours to exchange, that make one
/// word of the other.
std::size_t edits_between(const std::string &one, const std::string &other)
{
    std::vector<std::vector<std::size_t>> edits(one.size() + 1,
                                                std::vector<std::size_t>(other.size() + 1));
    for (std::size_t i = 0; i <= one.size(); ++i)
        for (std::size_t j = 0; j <= other.size(); ++j) {
            if (i == 0 || j == 0) {
                edits[i][j] = i + j;
                continue;
            }
            edits[i][j] = std::min({edits[i - 1][j] + 1, edits[i][j - 1] + 1,
                                    edits[i - 1][j - 1] + std::size_t(one[i - 1] != other[j - 1])});
            bool is_exchange =
                i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
            if (is_exchange)
                edits[i][j] = std::min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
    return edits[one.size()][other.size()];
}

} // namespace

std::string did_you_mean(const std::string &name, const std::vector<std::string> &names)
{
    constexpr std::size_t longest_name = 100;
    std::size_t fewest = std::max<std::size_t>(1, name.size() / 3) + 1;
    const std::string *nearest = nullptr;
    for (const std::string &candidate : names) {
        if (name.size() > longest_name || candidate.size() > longest_name)
            continue;
        std::size_t edits = edits_between(name, candidate);
        if (edits < fewest && edits < std::max(name.size(), candidate.size())) {
            fewest = edits;
            nearest = &candidate;
        }
    }
    return nearest == nullptr ? "" : fmt::format("; did you mean `{}`?", *nearest);
}

} // namespace espalier
