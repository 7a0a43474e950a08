#include "espalier/dependence/proximity.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/text.h"
#include "espalier/scheduler/scheduler.h"
#include "tests/support/golden_file.h"
#include "tests/support/inputs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

/// The schedules of all kernels, as in schedules/: for a CPU with parallel loops and for one
/// without, for a GPU, and with small distances for their only aim.
namespace espalier::test {
namespace {

const std::string folder = "scheduler/schedules";

/// The tree as text, without its domain.
std::string without_domain(const schedule::Tree &tree)
{
    std::string text = schedule::to_text(tree), result;
    bool is_below = false;
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = text.find('\n', begin);
        std::string line = text.substr(begin, end - begin);
        is_below = is_below || (line.size() > 2 && line.starts_with("  ") && line[2] != ' ');
        if (is_below)
            result += line.substr(2) + "\n";
    }
    return result;
}

std::string schedule_text(const dependence::Constraints &constraints,
                          const std::vector<dependence::ProximityGroup> &groups,
                          scheduler::Strategy strategy)
{
    scheduler::Options options;
    options.strategy = strategy;
    scheduler::Result result = scheduler::compute_schedule(constraints, groups, options);
    return result.tree ? without_domain(*result.tree) : result.reason + "\n";
}

class KernelSchedules : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(KernelSchedules, AreAsWritten)
{
    presburger::Context context;
    std::string found;
    for (const AnalyzedRegion &region : analyzed_regions(GetParam(), context)) {
        auto groups = dependence::proximity_groups(
            region.program, schedule::original_schedule_without_kills(region.program),
            scheduler::Options().line);
        using scheduler::Strategy;
        dependence::Constraints sequential = without_coincidence(region.constraints);
        found += "# cpu\n" + schedule_text(region.constraints, groups, Strategy::cpu) +
                 "# cpu, sequential\n" + schedule_text(sequential, groups, Strategy::cpu) +
                 "# gpu\n" + schedule_text(region.constraints, groups, Strategy::gpu) +
                 "# distances\n" + schedule_text(region.constraints, {}, Strategy::distances);
    }
    expect_golden(found, fmt::format("{}/{}.txt", folder, GetParam().stem().string()));
}

INSTANTIATE_TEST_SUITE_P(Golden, KernelSchedules, testing::ValuesIn(files(ESPALIER_KERNELS, ".c")),
                         [](const auto &kernel) { return test_name(kernel.param); });

TEST(GoldenKernelSchedules, EachBelongsToAKernel)
{
    if (is_updating_golden_files())
        GTEST_SKIP() << "they are being written";
    std::set<std::string> kernels, written;
    for (const auto &file : files(ESPALIER_KERNELS, ".c"))
        kernels.insert(file.stem());
    for (const auto &file : files(golden_file(folder), ".txt"))
        written.insert(file.stem());
    EXPECT_EQ(written, kernels);
}

} // namespace
} // namespace espalier::test
