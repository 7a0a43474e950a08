// The smallest solutions of a scheduler's problems; the same with isl beside it. Names: whose /
// statements / loops of each / dependences.

#include "espalier/presburger/context.h"
#include "tests/support/ilp_problems.h"

#include <benchmark/benchmark.h>
#include <isl/set.h>

#include <vector>

using namespace espalier;

namespace {

constexpr unsigned problems = 10;

/// Each statement's first loop has a positive coefficient.
std::vector<test::CoefficientProblem> make_problems(const benchmark::State &state)
{
    std::vector<test::CoefficientProblem> result;
    for (unsigned seed = 0; seed < problems; ++seed)
        result.push_back(test::random_scheduling_problem(
            seed, {unsigned(state.range(0)), unsigned(state.range(1)), unsigned(state.range(2))}));
    for (auto &[problem, regions] : result)
        for (const ilp::NontrivialRegion &region : regions) {
            problem.inequalities.push_back(region.functions.front());
            problem.inequalities.back().constant = -1;
        }
    return result;
}

void ours(benchmark::State &state)
{
    const auto made = make_problems(state);
    for (auto _ : state)
        for (const auto &[problem, regions] : made)
            benchmark::DoNotOptimize(ilp::LexicographicMinimum(problem).solve());
}

void isls(benchmark::State &state)
{
    presburger::Context context;
    std::vector<isl::basic_set> sets;
    for (const auto &[problem, regions] : make_problems(state))
        sets.push_back(test::as_set(context.get(), problem));
    for (auto _ : state)
        for (const isl::basic_set &set : sets)
            benchmark::DoNotOptimize(set.lexmin());
}

void sizes(benchmark::internal::Benchmark *benchmark)
{
    benchmark->Unit(benchmark::kMicrosecond);
    for (long statements : {1, 3, 6})
        for (long depth : {1, 3})
            benchmark->Args({statements, depth, 4 * statements});
}

} // namespace

BENCHMARK(ours)->Apply(sizes);
BENCHMARK(isls)->Apply(sizes);

BENCHMARK_MAIN();
