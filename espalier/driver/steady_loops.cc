#include "espalier/driver/steady_loops.h"

#include "espalier/targets/c/steady_code.h"

#include <algorithm>

namespace espalier::driver {

namespace {

/// Whether a loop is behind where helpers are defined, and runs a region.
bool runs(const frontend::SteadyLoop &loop, const frontend::Region &region,
          const frontend::Extraction &extraction)
{
    bool is_around = loop.begin < region.begin && region.begin < loop.end;
    return loop.begin > extraction.regions.front().function_begin &&
           (is_around || loop.functions.contains(region.function));
}

} // namespace

bool is_in_steady_loop(const frontend::Region &region, const frontend::Extraction &extraction)
{
    return std::ranges::any_of(extraction.steady_loops, [&](const frontend::SteadyLoop &loop) {
        return runs(loop, region, extraction);
    });
}

std::vector<targets::Replacement> steady_marks(const std::set<std::size_t> &regions,
                                               const std::vector<targets::Replacement> &new_code,
                                               const frontend::Extraction &extraction,
                                               const lowering::Names &names)
{
    std::vector<targets::Replacement> result;
    for (const frontend::SteadyLoop &loop : extraction.steady_loops) {
        bool runs_some = std::ranges::any_of(regions, [&](std::size_t number) {
            return runs(loop, extraction.regions[number], extraction);
        });
        bool is_replaced = std::ranges::any_of(new_code, [&](const targets::Replacement &code) {
            return code.begin <= loop.begin && loop.begin < code.end;
        });
        if (!runs_some || is_replaced)
            continue;
        result.push_back({loop.begin, loop.begin, targets::begin_steady(names, loop.indentation)});
        result.push_back({loop.end, loop.end, targets::end_steady(names, loop.indentation)});
    }
    return result;
}

} // namespace espalier::driver
