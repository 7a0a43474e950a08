#include "espalier/transform/beta.h"

#include "espalier/transform/impossible.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::transform {

bool is_prefix(const Beta &prefix, const Beta &beta)
{
    return prefix.size() <= beta.size() && std::equal(prefix.begin(), prefix.end(), beta.begin());
}

Beta first(const Beta &beta, std::size_t count)
{
    return Beta(beta.begin(), beta.begin() + static_cast<long>(count));
}

Beta enclose(const Beta &beta, std::size_t levels)
{
    if (levels > beta.size())
        throw impossible(
            fmt::format("{} has no prefix with {} entries less", to_string(beta), levels));
    return first(beta, beta.size() - levels);
}

Beta append(Beta prefix, long entry)
{
    prefix.push_back(entry);
    return prefix;
}

std::string to_string(const Beta &beta) { return fmt::format("[{}]", fmt::join(beta, ", ")); }

} // namespace espalier::transform
