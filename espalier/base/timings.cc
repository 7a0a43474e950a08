#include "espalier/base/timings.h"

#include <algorithm>
#include <numeric>

namespace espalier {

void Timings::add(const std::string &phase, double seconds)
{
    auto known = std::find_if(phases_.begin(), phases_.end(),
                              [&](const auto &entry) { return entry.first == phase; });
    if (known == phases_.end())
        phases_.emplace_back(phase, seconds);
    else
        known->second += seconds;
}

double Timings::total() const
{
    return std::accumulate(phases_.begin(), phases_.end(), 0.0,
                           [](double sum, const auto &entry) { return sum + entry.second; });
}

} // namespace espalier
