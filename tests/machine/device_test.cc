// Descriptions of devices, and what code takes on them.

#include "espalier/ast/expressions.h"
#include "espalier/base/error.h"
#include "espalier/lowering/loops.h"
#include "espalier/machine/device.h"
#include "espalier/machine/device_estimate.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/devices/device_mapping.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gmock/gmock.h>

namespace espalier::machine {

namespace {

using testing::HasSubstr;

/// The message of the error that looking for a device ends with, or reading a text.
template <class Look>
std::string refusal(const Look &look)
{
    try {
        look();
    } catch (const Error &error) {
        return error.what();
    }
    return "";
}

TEST(DeviceTest, EveryEntryIsPrintedAndRead)
{
    const Device device{
        "mine: \"a\" #1", 3, 512, 9000, 1.5, 20, 40, 50, 1000, 60, 700, 5, 2, 9, 4, 30, 2.5};
    EXPECT_EQ(read_device(to_yaml(device), "d.yaml"), device);
    EXPECT_EQ(read_device("multiprocessors: 7", "d.yaml").multiprocessors, 7);
}

TEST(DeviceTest, DevicesAreKnownByName)
{
    for (const char *name : {"a100", "h100", "h200", "small", "eager"})
        EXPECT_EQ(named_device(name).name, name);
    EXPECT_THAT(refusal([] { named_device("h10"); }),
                testing::AllOf(HasSubstr("neither a device nor a file `h10`"), HasSubstr("h100")));
}

TEST(DeviceTest, WhatIsNoDeviceIsRefused)
{
    auto of = [](const char *text) { return refusal([=] { read_device(text, "d.yaml"); }); };
    EXPECT_THAT(of("- 1"), HasSubstr("not a map of entries"));
    EXPECT_THAT(of("memory_gb: 3"), HasSubstr("memory_gbs"));
    EXPECT_THAT(of("memory_gbs: fast"), HasSubstr("has to be a number"));
    EXPECT_THAT(of("memory_gbs: 0"), HasSubstr("has to be a number from"));
    EXPECT_THAT(of("memory_gbs: [1]"), HasSubstr("has to have one value"));
}

class DeviceEstimateTest : public testing::Test {
protected:
    /// What code takes in the order of the source, with 1000 for each parameter.
    /// \param is_persistent  the outermost loop is
    DeviceEstimate taken(const std::string &body, const Device &device = Device(),
                         bool is_persistent = false)
    {
        const test::AnalyzedRegion region = test::analyzed(test::extract_program(
            "void f(int n, double a[restrict n][n], double b[restrict n][n], double *restrict x)\n"
            "{\n#pragma scop\n" +
                body + "\n#pragma endscop\n}\n",
            context));
        const strategies::DeviceTree mapped =
            strategies::mapped_to_device(region.program, region.dependences,
                                         schedule::original_schedule_without_kills(region.program),
                                         {"b", "l", "kernel"}, 48 << 10);
        std::map<std::string, DeviceGrid> grids;
        for (const auto &[mark, kernel] : mapped.kernels) {
            DeviceGrid &grid = grids[mark];
            for (std::size_t k = 0; k < kernel.dimensions.size(); ++k) {
                const long threads = kernel.dimensions[k].threads;
                grid.dimensions.push_back({"b" + std::to_string(k), "l" + std::to_string(k),
                                           ast::integer((1000 + threads - 1) / threads), threads});
            }
        }
        const ast::NodePtr loops =
            lowering::loops({.program = mapped.program, .tree = mapped.tree}, "c");
        PersistentLoops persistent;
        if (is_persistent)
            persistent[&std::get<ast::For>(loops->node)] = 128;
        const auto result =
            estimate(mapped.program, loops, grids, persistent, device, {{"n", 1000}});
        EXPECT_TRUE(result.has_value());
        return result.value_or(DeviceEstimate());
    }

    presburger::Context context;
};

constexpr const char *by_rows = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) "
                                "a[i][j] = b[i][j];";

TEST_F(DeviceEstimateTest, MemoryThatThreadsReadTogetherIsReadOnce)
{
    Device device;
    device.cache_bytes = 0;
    const double all = 2 * 8e6 / device.memory_gbs * 1e-9, launch = device.launch_us * 1e-6;
    const DeviceEstimate rows = taken(by_rows, device);
    EXPECT_EQ(rows.launches, 1);
    EXPECT_NEAR(rows.seconds - launch, all, 0.1 * all);
    const double apart = taken("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) "
                               "a[i][j] = b[j][i];",
                               device)
                             .seconds;
    EXPECT_NEAR(apart - launch, 2.5 * all, 0.25 * all) << "sectors of 32 bytes for 8";
}

TEST_F(DeviceEstimateTest, EachKernelTakesItsStart)
{
    const DeviceEstimate steps = taken("for (int t = 0; t < n; t++) for (int i = 0; i < n; i++) "
                                       "x[i] = x[i] * 2;");
    EXPECT_EQ(steps.launches, 1000);
    EXPECT_GT(steps.seconds, 1000 * Device().launch_us * 1e-6);
}

TEST_F(DeviceEstimateTest, KernelsInAPersistentOneTakeABarrierEach)
{
    const char *body = "for (int t = 0; t < n; t++) for (int i = 0; i < n; i++) x[i] = x[i] * 2;";
    const Device device;
    const DeviceEstimate apart = taken(body), together = taken(body, device, true);
    EXPECT_EQ(together.launches, 1);
    EXPECT_NEAR(apart.seconds - together.seconds,
                (999 * device.launch_us - 1000 * device.barrier_us) * 1e-6, 1e-9);
    ASSERT_EQ(apart.kernels.size(), 1U);
    EXPECT_EQ(apart.kernels.begin()->second.runs, 1000);
    EXPECT_NEAR(apart.kernels.begin()->second.seconds, together.kernels.begin()->second.seconds,
                1e-12);
}

TEST_F(DeviceEstimateTest, AThreadAloneWaitsForWhatItReads)
{
    const Device device;
    const DeviceEstimate alone =
        taken("for (int i = 0; i < n; i++) x[i] = 0; for (int i = 1; i < n; i++) "
              "x[i] = x[i - 1] + a[i][0];");
    EXPECT_EQ(alone.launches, 2);
    EXPECT_GT(alone.seconds, 1000 * device.latency_ns * 1e-9 / 4);
}

TEST_F(DeviceEstimateTest, WhatFitsIntoTheCacheDoesNotWaitForMemory)
{
    Device slow;
    slow.memory_gbs = 10;
    EXPECT_EQ(taken(by_rows, slow).seconds, taken(by_rows).seconds);
    slow.cache_bytes = 1e6;
    EXPECT_GT(taken(by_rows, slow).seconds, 10 * taken(by_rows).seconds);
}

} // namespace
} // namespace espalier::machine
