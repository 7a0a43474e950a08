// What of a tree the host runs, what is a kernel, and which loops blocks and threads share.

#include "espalier/strategies/devices/device_mapping.h"

#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <isl/union_set.h>

#include <algorithm>

namespace espalier::strategies {
namespace {

using schedule::Cursor;

void add_leaves(const Cursor &node, std::vector<Cursor> &leaves)
{
    if (node.child_count() == 0)
        leaves.push_back(node);
    for (std::size_t k = 0; k < node.child_count(); ++k)
        add_leaves(node.child(k), leaves);
}

class DeviceMapping : public testing::Test {
protected:
    /// The program in the order of the source, on a device.
    DeviceTree mapped(const std::string &body)
    {
        const test::AnalyzedRegion region =
            test::analyzed(test::extract_program("void f(int n, int m, double a[restrict][100], "
                                                 "double b[restrict][100], double *restrict x)\n"
                                                 "{\n#pragma scop\n" +
                                                     body + "\n#pragma endscop\n}\n",
                                                 context));
        DeviceTree result =
            mapped_to_device(region.program, region.dependences,
                             schedule::original_schedule_without_kills(region.program),
                             {"b", "l", "kernel"}, 48 << 10);
        const isl::union_set all = program::instances_without_kills(region.program);
        EXPECT_TRUE(executed_by_some_thread(result.tree)
                        .intersect(all.universe())
                        .is_equal(for_some_constants(all)));
        return result;
    }

    /// { S[i] }: for some symbolic constants, among them the numbers of blocks and threads.
    static isl::union_set executed_by_some_thread(const schedule::Tree &tree)
    {
        std::vector<Cursor> leaves;
        add_leaves(tree.root(), leaves);
        isl::union_set result = schedule::reaching_instances(leaves.front());
        for (const Cursor &leaf : leaves)
            result = result.unite(schedule::reaching_instances(leaf));
        return for_some_constants(result);
    }

    static isl::union_set for_some_constants(const isl::union_set &instances)
    {
        return isl::manage(isl_union_set_project_out_all_params(instances.copy()));
    }

    /// "32x8 1": threads of the blocks of each kernel, x first.
    std::string shapes(const std::string &body)
    {
        std::string result;
        for (const auto &[mark, kernel] : mapped(body).kernels) {
            std::string shape;
            for (const DeviceDimension &dimension : kernel.dimensions)
                shape += (shape.empty() ? "" : "x") + std::to_string(dimension.threads);
            result += (result.empty() ? "" : " ") + (shape.empty() ? "1" : shape);
        }
        return result;
    }

    presburger::Context context;
};

TEST_F(DeviceMapping, IndependentLoopsAreBlocksAndThreads)
{
    EXPECT_EQ(shapes("for (int i = 0; i < n; i++) x[i] = 0;"), "128");
    EXPECT_EQ(shapes("for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) a[i][j] = 0;"),
              "32x8");
    EXPECT_EQ(
        shapes(
            "for (int t = 0; t < m; t++) for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++)"
            " a[i][j] += b[i][j] * t;"),
        "32x8")
        << "the host has the loop over time";
}

TEST_F(DeviceMapping, WhatIsInOrderIsAKernelOfOneThread)
{
    const std::string recurrence = "for (int i = 1; i < n; i++) x[i] += x[i - 1];";
    EXPECT_FALSE(mapped(recurrence).has_threads());
    EXPECT_EQ(shapes(recurrence +
                     " for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) a[i][j] *= x[i];"),
              "1 32x8");
}

TEST_F(DeviceMapping, ThreadsHaveScalarsOfTheirOwn)
{
    const DeviceTree tree = mapped("for (int i = 0; i < n; i++) {"
                                   " double s = 0;"
                                   " for (int j = 0; j < 100; j++) s += a[i][j];"
                                   " x[i] = s; }");
    ASSERT_EQ(tree.kernels.size(), 1U);
    const BlockMemory &memory = tree.kernels.begin()->second.memory;
    ASSERT_EQ(memory.own.size(), 2U);
    EXPECT_EQ(tree.program.arrays[memory.own.back()].name, "s_own");
    EXPECT_EQ(memory.shared.size(), 1U) << "rows of a";
}

TEST_F(DeviceMapping, ScalarsThatGoFromPartToPartHaveAnElementForEachPoint)
{
    const DeviceTree tree = mapped("for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) {"
                                   " double s = b[i][j], t = 0;"
                                   " for (int k = 0; k < 100; k++) t += b[i][k] * b[k][j];"
                                   " a[i][j] = s * t; }");
    const BlockMemory &memory = tree.kernels.begin()->second.memory;
    std::set<std::string> own;
    for (const std::size_t array : memory.own)
        own.insert(tree.program.arrays[array].name);
    EXPECT_EQ(own, (std::set<std::string>{"s", "s_own", "t", "t_own"}));
    EXPECT_EQ(memory.shared.size(), 2U);
}

TEST_F(DeviceMapping, SumsThatBeginWithTheirPointCountFromTheSamePlace)
{
    // In steps of k - i, a tile would have diagonals of b, of which the box is five times as large.
    const DeviceTree tree = mapped("for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++)"
                                   " for (int k = 0; k < 100 - i; k++)"
                                   " a[i][j] += b[k + i][i] * b[k + i][j];");
    const BlockMemory &memory = tree.kernels.begin()->second.memory;
    ASSERT_EQ(memory.shared.size(), 2U);
    EXPECT_GT(memory.bytes_left, (48 << 10) - 20'000);
}

TEST_F(DeviceMapping, LoopsOverTimeAreTiled)
{
    const test::AnalyzedRegion region = test::analyzed(test::extract_program(
        "void f(int n, int steps, double *restrict x, double *restrict y)\n{\n#pragma scop\n"
        "for (int t = 0; t < steps; t++) {"
        " for (int i = 1; i < n - 1; i++) y[i] = x[i - 1] + x[i + 1];"
        " for (int i = 1; i < n - 1; i++) x[i] = y[i]; }\n#pragma endscop\n}\n",
        context));
    schedule::Tree tree = schedule::original_schedule_without_kills(region.program);
    Cursor sequence = tree.root().child(0).child(0);
    for (std::size_t k = 0; k < 2; ++k)
        sequence = schedule::with_coincident(sequence.child(k).child(0), 0, true).parent().parent();
    auto mapped = [&](long block_bytes) {
        return mapped_with_overlapped_tiles(region.program, region.dependences, sequence.tree(),
                                            {"b", "l", "kernel"}, block_bytes);
    };
    const auto tiled = mapped(48 << 10);
    ASSERT_TRUE(tiled);
    EXPECT_EQ(tiled->kernels.size(), 5U) << "copies of x, the tiles, and copies back";
    const auto tiles = std::ranges::find_if(
        tiled->kernels, [](const auto &kernel) { return !kernel.second.memory.shared.empty(); });
    ASSERT_NE(tiles, tiled->kernels.end());
    EXPECT_EQ(tiles->second.memory.shared.size(), 2U);
    EXPECT_EQ(tiles->second.memory.barriers.size(), 4U);
    EXPECT_FALSE(mapped(1 << 10)) << "blocks have too little memory";
}

TEST_F(DeviceMapping, LoopsOverTimeWithElementsInFrontOfTheFirstOneAreNotTiled)
{
    const test::AnalyzedRegion region = test::analyzed(test::extract_program(
        "void f(int n, int steps, double *restrict x, double *restrict y)\n{\n#pragma scop\n"
        "for (int t = 0; t < steps; t++) {"
        " for (int i = 1; i < n - 1; i++) y[i - 3] = x[i - 1] + x[i + 1];"
        " for (int i = 1; i < n - 1; i++) x[i] = y[i - 3]; }\n#pragma endscop\n}\n",
        context));
    schedule::Tree tree = schedule::original_schedule_without_kills(region.program);
    Cursor sequence = tree.root().child(0).child(0);
    for (std::size_t k = 0; k < 2; ++k)
        sequence = schedule::with_coincident(sequence.child(k).child(0), 0, true).parent().parent();
    EXPECT_FALSE(mapped_with_overlapped_tiles(region.program, region.dependences, sequence.tree(),
                                              {"b", "l", "kernel"}, 48 << 10));
}

TEST_F(DeviceMapping, SumsAreInRegistersAndBlocksShareOperands)
{
    const std::string product = "for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++)"
                                " for (int k = 0; k < 100; k++) a[i][j] += b[i][k] * b[k][j];";
    EXPECT_EQ(shapes(product), "16x16");
    const DeviceTree tree = mapped(product);
    const BlockMemory &memory = tree.kernels.begin()->second.memory;
    ASSERT_EQ(memory.own.size(), 1U);
    EXPECT_EQ(tree.program.arrays[memory.own.front()].name, "a_sums");
    EXPECT_EQ(memory.shared.size(), 2U) << "rows and columns of b are different tiles";
    EXPECT_EQ(memory.barriers.size(), 2U);
}

TEST_F(DeviceMapping, WhatComesBeforeSumsStaysInFrontOfThem)
{
    const DeviceTree tree =
        mapped("for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) {"
               " a[i][j] *= x[0];"
               " for (int k = 0; k < 100; k++) a[i][j] += b[i][k] * b[k][j]; }");
    ASSERT_EQ(tree.kernels.size(), 1U);
    EXPECT_EQ(tree.kernels.begin()->second.memory.shared.size(), 2U);
}

TEST_F(DeviceMapping, OperandsThatBlocksDoNotHaveInCommonAreReadWhereTheyAre)
{
    const DeviceTree sums = mapped("for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++)"
                                   " for (int k = 0; k < 100; k++) a[i][j] += x[100 * i + k];");
    EXPECT_TRUE(sums.kernels.begin()->second.memory.shared.empty()) << "a line";
    const DeviceTree stencil = mapped("for (int i = 1; i < n; i++) for (int j = 1; j < 99; j++)"
                                      " a[i][j] = b[i - 1][j] + b[i][j - 1] + b[i][j + 1];");
    EXPECT_TRUE(stencil.kernels.begin()->second.memory.shared.empty()) << "no sum";
}

TEST_F(DeviceMapping, WhatAKernelAddsToIsNoOperandOfItsNextSums)
{
    const DeviceTree tree = mapped("for (int i = 0; i < n; i++) {"
                                   " for (int k = 0; k < 100; k++) a[i][0] += b[i][k];"
                                   " for (int k = 0; k < 100; k++) x[i] += a[i][k]; }");
    ASSERT_EQ(tree.kernels.size(), 1U);
    const BlockMemory &memory = tree.kernels.begin()->second.memory;
    ASSERT_EQ(memory.shared.size(), 1U);
    EXPECT_EQ(tree.program.arrays[memory.shared.begin()->first].name, "b_tile");
}

TEST_F(DeviceMapping, BlocksAreAsManyAsTiles)
{
    const DeviceTree tree =
        mapped("for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) a[i][j] = 0;");
    const auto &dimensions = tree.kernels.begin()->second.dimensions;
    ASSERT_EQ(dimensions.size(), 2U);
    ASSERT_TRUE(dimensions[0].blocks && dimensions[1].blocks);
    EXPECT_EQ(program::constant_extent(dimensions[0].blocks, 100), 4);
}

} // namespace
} // namespace espalier::strategies
