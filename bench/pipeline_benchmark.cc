// Espalier's own time on each kernel of bench/kernels/, source to source, with the share of each
// phase.

#include "espalier/driver/optimize.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <filesystem>
#include <vector>

namespace {

void optimize(benchmark::State &state, const std::string &kernel)
{
    espalier::driver::OptimizeOptions options;
    espalier::Timings timings;
    for (auto _ : state)
        benchmark::DoNotOptimize(espalier::driver::optimize(kernel, options, timings));
    for (const auto &[phase, seconds] : timings.phases())
        state.counters[phase] = benchmark::Counter(seconds / timings.total());
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::filesystem::path> kernels;
    for (const auto &entry : std::filesystem::directory_iterator(ESPALIER_KERNELS))
        if (entry.path().extension() == ".c")
            kernels.push_back(entry.path());
    std::sort(kernels.begin(), kernels.end());
    for (const std::filesystem::path &kernel : kernels)
        benchmark::RegisterBenchmark(kernel.stem().c_str(), optimize, kernel.string())
            ->Unit(benchmark::kMillisecond);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
}
