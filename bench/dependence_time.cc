// Times dependence analysis, Espalier's and isl's in turn, on the kernels and on chains of loop
// nests over shared arrays, and the check for violated dependences.

#include "bench/timing.h"
#include "espalier/dependence/violations.h"
#include "espalier/frontend/frontend.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/original.h"
#include "tests/support/isl_flow.h"
#include "tests/support/programs.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <isl/union_map.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>

using namespace espalier;

namespace {

struct Times {
    double ours = std::numeric_limits<double>::max(), isls = ours, check = ours;
};

/// One attempt with each analysis, in contexts of their own: isl simplifies what it has seen.
void attempt(const std::string &file, bool with_isl, Times &best)
{
    auto with_region = [&](const std::function<void(const program::Program &)> &action) {
        presburger::Context context;
        frontend::Extraction extraction = frontend::extract(file, {}, context);
        for (const frontend::Region &region : extraction.regions)
            action(region.program);
    };
    with_region([&](const program::Program &program) {
        schedule::Tree original = schedule::original_schedule(program);
        dependence::Dependences found;
        best.ours = std::min(
            best.ours, bench::seconds_of([&] { found = dependence::analyze(program, original); }));
        schedule::Tree order = schedule::original_schedule_without_kills(program);
        best.check = std::min(best.check, bench::seconds_of([&] {
                                  if (!dependence::violations(program, found, order).empty())
                                      throw std::logic_error(
                                          "the program's own order breaks its dependences");
                              }));
    });
    if (with_isl)
        with_region([&](const program::Program &program) {
            test::IslAnalysis isl(program, schedule::original_schedule(program));
            best.isls = std::min(best.isls, bench::seconds_of([&] { isl.dependences(); }));
        });
}

void print(const std::string &name, const Times &times)
{
    fmt::print("{:16} {:>10.3f} {:>10.3f} {:>8.3f} {:>10.3f}\n", name, 1e3 * times.ours,
               1e3 * times.isls, times.ours / times.isls, 1e3 * times.check);
}

void time_kernels(const std::string &folder, const std::string &only, int repetitions)
{
    fmt::print("{:16} {:>10} {:>10} {:>8} {:>10}\n", "kernel", "ours (ms)", "isl (ms)", "ratio",
               "check (ms)");
    Times sum{0, 0, 0};
    for (const std::filesystem::path &kernel : bench::kernels_in(folder, only)) {
        Times times;
        for (int k = 0; k < repetitions; ++k)
            attempt(kernel, true, times);
        print(kernel.stem(), times);
        sum.ours += times.ours;
        sum.isls += times.isls;
        sum.check += times.check;
    }
    print("all", sum);
}

/// n loop nests, each of which reads what the one before it wrote, in one of so many arrays.
std::string chain(int nests, int arrays)
{
    std::string result = "void f(int n";
    for (int k = 0; k < arrays; ++k)
        result += fmt::format(", double A{}[restrict n][n]", k);
    result += ")\n{\n#pragma scop\n";
    for (int k = 0; k < nests; ++k)
        result += fmt::format("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) "
                              "A{0}[i][j] = A{1}[i][j - 1] + A{1}[i - 1][j];\n",
                              (k + 1) % arrays, k % arrays);
    return result + "#pragma endscop\n}\n";
}

/// Counts the pairs of references that depend on each other.
long count(const dependence::Dependences &dependences)
{
    long result = 0;
    for (const isl::union_map &relation : {dependences.flow, dependences.anti, dependences.output,
                                           dependences.order, dependences.forced})
        result += isl_union_map_n_map(relation.get());
    return result;
}

void time_chain(int nests, int arrays)
{
    presburger::Context context;
    frontend::Options options;
    options.budget = 0;
    frontend::Extraction extraction = test::extract(chain(nests, arrays), context, options);
    const program::Program &program = extraction.regions.at(0).program;
    schedule::Tree original = schedule::original_schedule(program);
    dependence::Dependences found;
    double analysis = bench::seconds_of([&] { found = dependence::analyze(program, original); });
    double check = bench::seconds_of([&] {
        dependence::violations(program, found, schedule::original_schedule_without_kills(program));
    });
    fmt::print("{:>6} {:>7} {:>12} {:>12.3f} {:>12.1f} {:>10.3f}\n", nests, arrays, count(found),
               analysis, 1e6 * analysis / double(count(found)), check);
}

void time_chains()
{
    fmt::print("\n{:>6} {:>7} {:>12} {:>12} {:>12} {:>10}\n", "nests", "arrays", "dependences",
               "analysis (s)", "each (us)", "check (s)");
    for (int nests : {10, 100, 1000})
        time_chain(nests, nests + 1);
    for (int nests : {10, 100, 300})
        time_chain(nests, 2);
}

} // namespace

int main(int count, char **arguments)
{
    CLI::App app("Times dependence analysis beside isl's.");
    std::string folder = ESPALIER_KERNELS, only;
    int repetitions = 5;
    bool chains = true;
    app.add_option("FOLDER", folder, "Where the kernels are (*.c)");
    app.add_option("--only", only, "The name of the one kernel to measure");
    app.add_option("--repetitions", repetitions, "Of which the best counts")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--chains,!--no-chains", chains, "Chains of loop nests as well");
    CLI11_PARSE(app, count, arguments);
    time_kernels(folder, only, repetitions);
    if (chains)
        time_chains();
    return 0;
}
