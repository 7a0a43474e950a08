#include "espalier/driver/loop_work.h"

#include "espalier/machine/assumed_sizes.h"

namespace espalier::driver {

namespace {

double iterations_of(const frontend::SourceLoop &loop)
{
    return double(loop.iterations.value_or(machine::usual_size));
}

/// For each loop, how often its body runs when the function runs once.
std::vector<double> runs_of(const std::vector<frontend::SourceLoop> &loops)
{
    std::vector<double> result;
    std::vector<double> around = {1}; // of the loops around, outermost first, and 1 before these
    for (const frontend::SourceLoop &loop : loops) {
        around.resize(loop.depth);
        around.push_back(around.back() * iterations_of(loop));
        result.push_back(around.back());
    }
    return result;
}

} // namespace

bool holds(const RegionOutcome &region, const frontend::SourceLoop &loop)
{
    return region.begin <= loop.begin && loop.end <= region.end;
}

std::vector<double> work_of(const std::vector<frontend::SourceLoop> &loops,
                            const std::vector<RegionOutcome> &regions)
{
    const std::vector<double> runs = runs_of(loops);
    std::vector<double> result;
    for (std::size_t k = 0; k < loops.size(); ++k)
        result.push_back(runs[k] * double(loops[k].operations));
    for (const RegionOutcome &region : regions) {
        if (!region.cycles)
            continue;
        std::vector<std::size_t> inside;
        double operations = 0;
        for (std::size_t k = 0; k < loops.size(); ++k)
            if (holds(region, loops[k])) {
                inside.push_back(k);
                operations += result[k];
            }
        if (inside.empty() || operations == 0)
            continue;
        const std::size_t first = inside.front();
        const double region_runs = runs[first] / iterations_of(loops[first]);
        for (std::size_t k : inside)
            result[k] *= region_runs * *region.cycles / operations;
    }
    return result;
}

} // namespace espalier::driver
