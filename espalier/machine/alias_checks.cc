#include "espalier/machine/alias_checks.h"

#include <algorithm>
#include <map>

namespace espalier::machine {

namespace {

/// References to one array next to each other in memory.
struct Neighbours {
    double last; ///< address
    bool has_write;
};

/// Those of each array, by its position in Program::arrays.
std::map<std::size_t, std::vector<Neighbours>>
neighbours(const std::vector<MovingStatement> &statements)
{
    constexpr double most_apart = 256; // bytes, in one row
    std::vector<MovingAccess> all;
    for (const MovingStatement &statement : statements)
        all.insert(all.end(), statement.accesses.begin(), statement.accesses.end());
    std::ranges::sort(all, {}, &MovingAccess::address);
    std::map<std::size_t, std::vector<Neighbours>> result;
    for (const MovingAccess &access : all) {
        std::vector<Neighbours> &known = result[access.array];
        if (known.empty() || access.address - known.back().last > most_apart)
            known.push_back({access.address, false});
        known.back().last = access.address;
        known.back().has_write = known.back().has_write || access.is_write;
    }
    return result;
}

} // namespace

std::size_t alias_checks(const std::vector<MovingStatement> &statements,
                         const std::vector<std::pair<std::size_t, std::size_t>> &may_overlap)
{
    const auto found = neighbours(statements);
    std::size_t result = 0;
    for (const auto &[one, other] : may_overlap)
        if (found.contains(one) && found.contains(other))
            for (const Neighbours &here : found.at(one))
                result +=
                    std::size_t(std::ranges::count_if(found.at(other), [&](const auto &there) {
                        return here.has_write || there.has_write;
                    }));
    return result;
}

} // namespace espalier::machine
