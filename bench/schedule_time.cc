// Times the scheduler, Espalier's and isl's in turn, on the same constraints in one process: those
// of the kernels, and chains and grids of n statements.

#include "bench/timing.h"
#include "espalier/dependence/constraints.h"
#include "espalier/dependence/proximity.h"
#include "espalier/frontend/frontend.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/original.h"
#include "espalier/scheduler/scheduler.h"
#include "tests/support/isl_scheduler.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

using namespace espalier;

namespace {

using Groups = std::vector<dependence::ProximityGroup>;

struct Times {
    double ours = std::numeric_limits<double>::max(), isls = ours, cpu = ours;
};

/// Each with the same options; the strategy for CPUs, which isl has none of, beside them.
void time_once(const dependence::Constraints &constraints, const Groups &groups, bool with_isl,
               Times &best)
{
    scheduler::Options options, cpu;
    cpu.strategy = scheduler::Strategy::cpu;
    auto require = [](bool found) {
        if (!found)
            throw std::logic_error("no schedule was found");
    };
    best.ours = std::min(
        best.ours, bench::seconds_of([&] {
            require(scheduler::compute_schedule(constraints, {}, options).tree.has_value());
        }));
    best.cpu = std::min(
        best.cpu, bench::seconds_of([&] {
            require(scheduler::compute_schedule(constraints, groups, cpu).tree.has_value());
        }));
    if (with_isl)
        best.isls = std::min(best.isls, bench::seconds_of([&] {
                                 require(test::isl_schedule(constraints, options).has_value());
                             }));
}

void print_head(const char *what)
{
    fmt::print("{:16} {:>10} {:>10} {:>8} {:>16}\n", what, "ours (ms)", "isl (ms)", "ratio",
               "for CPUs (ms)");
}

void print(const std::string &name, const Times &times, bool with_isl = true)
{
    fmt::print("{:16} {:>10.3f} {:>10} {:>8} {:>16.3f}\n", name, 1e3 * times.ours,
               with_isl ? fmt::format("{:.3f}", 1e3 * times.isls) : "-",
               with_isl ? fmt::format("{:.3f}", times.ours / times.isls) : "-", 1e3 * times.cpu);
}

/// The best of some attempts, each in a context of its own: isl keeps what it has computed.
Times time_kernel(const std::string &file, int repetitions)
{
    Times best;
    for (int k = 0; k < repetitions; ++k) {
        presburger::Context context;
        frontend::Extraction extraction = frontend::extract(file, {}, context);
        for (const frontend::Region &region : extraction.regions) {
            const program::Program &program = region.program;
            schedule::Tree original = schedule::original_schedule_without_kills(program);
            time_once(dependence::constraints(
                          program,
                          dependence::analyze(program, schedule::original_schedule(program)), true),
                      dependence::proximity_groups(program, original, 8), true, best);
        }
    }
    return best;
}

void time_kernels(const std::string &folder, const std::string &only, int repetitions)
{
    print_head("kernel");
    Times sum{0, 0, 0};
    for (const std::filesystem::path &kernel : bench::kernels_in(folder, only)) {
        Times times = time_kernel(kernel, repetitions);
        print(kernel.stem(), times);
        sum = {sum.ours + times.ours, sum.isls + times.isls, sum.cpu + times.cpu};
    }
    print("sum", sum);
}

/// Two loops per statement; statement k hands its values on to the statements `edges(k)`.
dependence::Constraints
handing_on(isl::ctx ctx, std::size_t statements,
           const std::function<std::vector<std::size_t>(std::size_t)> &edges)
{
    std::string domain, pairs;
    for (std::size_t k = 0; k < statements; ++k) {
        domain += fmt::format("S{}[i, j] : 0 <= i, j < n; ", k);
        for (std::size_t next : edges(k))
            pairs += fmt::format("S{}[i, j] -> S{}[i, j] : 0 <= i, j < n; ", k, next);
    }
    isl::union_map relation(ctx, "[n] -> { " + pairs + " }");
    isl::union_map none = isl::union_map::empty(ctx);
    return {isl::union_set(ctx, "[n] -> { " + domain + " }"),
            isl::set(ctx, "{ : }"),
            relation,
            relation,
            relation,
            none,
            none};
}

dependence::Constraints chain(isl::ctx ctx, std::size_t statements)
{
    return handing_on(ctx, statements, [=](std::size_t k) {
        return k + 1 < statements ? std::vector{k + 1} : std::vector<std::size_t>();
    });
}

/// As square as can be.
dependence::Constraints grid(isl::ctx ctx, std::size_t statements)
{
    auto width = static_cast<std::size_t>(std::lround(std::sqrt(double(statements))));
    return handing_on(ctx, statements, [=](std::size_t k) {
        std::vector<std::size_t> result;
        if ((k + 1) % width != 0 && k + 1 < statements)
            result.push_back(k + 1);
        if (k + width < statements)
            result.push_back(k + width);
        return result;
    });
}

void time_curve(const char *name,
                const std::function<dependence::Constraints(isl::ctx, std::size_t)> &constraints,
                int repetitions, std::size_t max_for_isl)
{
    print_head(name);
    for (std::size_t statements : {10, 30, 100, 300, 1000}) {
        Times best;
        bool with_isl = statements <= max_for_isl;
        for (int k = 0; k < (statements < 300 ? repetitions : 1); ++k) {
            presburger::Context context;
            time_once(constraints(context.get(), statements), {}, with_isl, best);
        }
        print(std::to_string(statements), best, with_isl);
    }
}

} // namespace

int main(int argc, char **argv)
{
    CLI::App app("Times the scheduler beside isl's.");
    std::string only, folder = ESPALIER_KERNELS;
    int repetitions = 5;
    std::size_t max_for_isl = 300;
    app.add_option("--kernel", only, "Only this one");
    app.add_option("--repetitions", repetitions, "The best of so many counts");
    app.add_option("--most-for-isl", max_for_isl,
                   "Statements of the longest chain and grid that isl schedules");
    CLI11_PARSE(app, argc, argv);
    time_kernels(folder, only, repetitions);
    if (!only.empty())
        return 0;
    time_curve("chain", chain, repetitions, max_for_isl);
    time_curve("grid", grid, repetitions, max_for_isl);
}
