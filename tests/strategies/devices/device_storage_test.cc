// Memory that a device has beside the host's, so that iterations need not wait for each other.

#include "espalier/strategies/devices/device_storage.h"

#include "espalier/schedule/original.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::strategies {
namespace {

class DeviceStorage : public testing::Test {
protected:
    OrderedProgram stored(const std::string &body)
    {
        const test::AnalyzedRegion region = test::analyzed(test::extract_program(
            "void f(int n, double a[restrict n][n], double b[restrict n][n], double *restrict x)\n"
            "{\n#pragma scop\n" +
                body + "\n#pragma endscop\n}\n",
            context));
        return with_device_storage(
            {region.program, schedule::original_schedule(region.program), region.dependences});
    }

    static bool has(const OrderedProgram &ordered, const std::string &array)
    {
        return std::ranges::any_of(ordered.program.arrays,
                                   [&](const auto &one) { return one.name == array; });
    }

    presburger::Context context;
};

TEST_F(DeviceStorage, WhatAllIterationsOverwriteGetsElementsForEach)
{
    EXPECT_TRUE(has(stored("for (int i = 0; i < n; i++) {"
                           " for (int j = 0; j < n; j++) x[j] = a[i][j];"
                           " for (int j = 0; j < n; j++) b[i][j] = x[n - 1 - j]; }"),
                    "x_expanded"));
}

TEST_F(DeviceStorage, ArraysOfWhichEachIterationHasAnElementStay)
{
    EXPECT_FALSE(has(stored("for (int i = 0; i < n; i++) {"
                            " x[i] = 0;"
                            " for (int j = 0; j < n; j++) x[i] += a[i][j]; }"),
                     "x_expanded"));
}

TEST_F(DeviceStorage, ArraysStayWhereOtherValuesTieTheLoop)
{
    EXPECT_FALSE(has(stored("for (int t = 0; t < n; t++) {"
                            " for (int j = 0; j < n; j++) x[j] = a[j][0];"
                            " for (int j = 1; j < n; j++) a[j][0] = x[j - 1]; }"),
                     "x_expanded"));
}

TEST_F(DeviceStorage, WhatIsReadBeforeItIsOverwrittenIsCopied)
{
    const OrderedProgram made =
        stored("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
               " for (int k = i + 1; k < n; k++) b[i][j] += a[k][i] * b[k][j];");
    EXPECT_TRUE(has(made, "b_before"));
    EXPECT_EQ(made.program.statements.size(), 2U);
}

TEST_F(DeviceStorage, WhatWritesNeverWaitForIsNotCopied)
{
    EXPECT_FALSE(has(stored("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                            " for (int k = 0; k < i; k++) b[i][j] += a[k][i] * b[k][j];"),
                     "b_before"))
        << "it is written before";
    EXPECT_FALSE(has(stored("for (int i = 0; i < n - 1; i++) x[i] = x[i + 1];"), "x_before"))
        << "a copy takes as long";
}

} // namespace
} // namespace espalier::strategies
