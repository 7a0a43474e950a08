// Times AST generation, Espalier's and isl's in turn, on schedule trees with several loop options,
// and on trees of many statements.

#include "bench/ast_inputs.h"
#include "bench/ast_scaling.h"
#include "bench/ast_timing.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace espalier;
using namespace espalier::bench;

namespace {

struct CommandLine {
    std::vector<std::string> folders = {ESPALIER_TREES, ESPALIER_SHARED_TREES};
    std::string only, option;
    int repetitions = 5;
    bool scaling = true;
};

struct Measurement {
    std::string input, option;
    Times times;
};

CommandLine parse(CLI::App &app, int count, char **arguments)
{
    CommandLine line;
    app.add_option("FOLDER", line.folders, "Where the schedule trees are (*.st)");
    app.add_option("--only", line.only, "The name of the one input to measure");
    app.add_option("--option", line.option, "The one loop option to measure")
        ->check(CLI::IsMember({"as-is", "atomic", "separate", "unroll"}));
    app.add_option("--repetitions", line.repetitions, "Of which the best counts")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--scaling,!--no-scaling", line.scaling, "Trees of many statements as well");
    app.parse(count, arguments);
    return line;
}

/// Measures an input with all its options; what fails is reported and left out.
void measure_all(const AstInput &input, const CommandLine &line, std::vector<Measurement> &into)
{
    for (schedule::LoopOption option : options_for(input)) {
        std::string name = option_name(option);
        if (!line.option.empty() && line.option != name)
            continue;
        try {
            into.push_back({input.name, name, measure(input, option, line.repetitions)});
        } catch (const std::exception &error) {
            fmt::print("FAILED: {}, {}: {}\n", input.name, name, error.what());
        }
    }
}

void print_summary(const std::string &option, const std::vector<Measurement> &measurements)
{
    Times sum{0, 0};
    double logarithms = 0;
    long slower = 0;
    for (const Measurement &measurement : measurements) {
        sum.ours += measurement.times.ours;
        sum.isls += measurement.times.isls;
        logarithms += std::log(measurement.times.ratio());
        slower += measurement.times.ratio() > 1;
    }
    fmt::print("{:10} {:>8} {:>10.4f} {:>10.4f} {:>10.3f} {:>10.3f} {:>8}\n", option,
               measurements.size(), sum.ours, sum.isls, sum.ratio(),
               std::exp(logarithms / double(measurements.size())), slower);
}

void print_summaries(const std::vector<Measurement> &measurements)
{
    fmt::print("{:10} {:>8} {:>10} {:>10} {:>10} {:>10} {:>8}\n", "option", "inputs", "ours (s)",
               "isl (s)", "ratio", "geomean", "slower");
    for (const char *option : {"as-is", "atomic", "separate", "unroll"}) {
        std::vector<Measurement> some;
        std::ranges::copy_if(measurements, std::back_inserter(some),
                             [&](const Measurement &one) { return one.option == option; });
        if (!some.empty())
            print_summary(option, some);
    }
    print_summary("all", measurements);
}

void print_worst(std::vector<Measurement> measurements, std::size_t most)
{
    std::ranges::sort(measurements, std::ranges::greater(),
                      [](const Measurement &one) { return one.times.ratio(); });
    measurements.resize(std::min(most, measurements.size()));
    fmt::print("\n{:24} {:10} {:>10} {:>10} {:>10}\n", "worst", "option", "ours (ms)", "isl (ms)",
               "ratio");
    for (const Measurement &one : measurements)
        fmt::print("{:24} {:10} {:>10.3f} {:>10.3f} {:>10.3f}\n", one.input, one.option,
                   1e3 * one.times.ours, 1e3 * one.times.isls, one.times.ratio());
}

void run(const CommandLine &line)
{
    std::vector<Measurement> measurements;
    for (const AstInput &input : read_inputs(line.folders))
        if (line.only.empty() || line.only == input.name)
            measure_all(input, line, measurements);
    if (!measurements.empty()) {
        print_summaries(measurements);
        print_worst(measurements, 10);
    }
    if (!line.scaling)
        return;
    fmt::print("\nA sequence of nests of three loops\n");
    print_scaling(Chain::separate);
    fmt::print("\nOne nest of three loops around a sequence\n");
    print_scaling(Chain::fused);
}

} // namespace

int main(int count, char **arguments)
{
    CLI::App app("Times AST generation beside isl's.");
    try {
        run(parse(app, count, arguments));
    } catch (const CLI::Error &error) {
        return app.exit(error);
    }
    return 0;
}
