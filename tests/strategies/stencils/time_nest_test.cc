#include "espalier/strategies/stencils/time_nest.h"

#include "espalier/presburger/context.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using testing::ElementsAre;

class TimeNests : public testing::Test {
protected:
    /// \param body  as for test::in_function; `m` is the number of steps
    std::optional<TimeNest> nest_of(const std::string &body)
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        return time_nest(region.program, region.dependences);
    }

    /// Expects a factor and shifts of a loop.
    static void expect_skewing(const TimeNest &nest, std::size_t row, long factor,
                               const std::vector<long> &shifts)
    {
        std::optional<Skewing> found = find_skewing(nest, row);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->factor, factor);
        EXPECT_EQ(found->shifts, shifts);
    }

    presburger::Context context;
};

const std::string in_place = R"(
    for (int t = 0; t < m; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = A[i - 1][j + 1] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j];)";

TEST_F(TimeNests, DelayTheSweepThatReadsNeighboursOfTheOther)
{
    std::optional<TimeNest> nest = nest_of(R"(
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 2; j < n - 2; j++)
                B[i][j] = A[i - 1][j] + A[i][j - 2] + A[i][j + 2] + A[i + 1][j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 2; j < n - 2; j++)
                A[i][j] = B[i - 1][j] + B[i][j - 2] + B[i][j + 2] + B[i + 1][j];
    })");
    ASSERT_TRUE(nest);
    EXPECT_EQ(nest->sweeps.size(), 2U);
    expect_skewing(*nest, 1, 2, {0, 1});
    expect_skewing(*nest, 2, 4, {0, 2});
    EXPECT_TRUE(is_innermost_independent(*nest, 0));
    EXPECT_TRUE(is_innermost_independent(*nest, 1));
    EXPECT_EQ(find_lag(*nest), std::nullopt);
}

TEST_F(TimeNests, WaitForNeighboursThatAreOverwritten)
{
    std::optional<TimeNest> nest = nest_of(R"(
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n; i++)
            y[i] = x[i] + x[i - 1];
        for (int i = 1; i < n; i++)
            x[i] = y[i];
    })");
    ASSERT_TRUE(nest);
    // x[i - 1] is not to be overwritten before y[i] is made of it.
    expect_skewing(*nest, 1, 1, {0, 1});
}

TEST_F(TimeNests, GiveABorderTheLoopThatItLacks)
{
    std::optional<TimeNest> nest = nest_of(R"(
    for (int t = 0; t < m; t++) {
        for (int j = 0; j < n; j++)
            A[0][j] = x[t];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                A[i][j] -= B[i][j] - B[i - 1][j];
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < n - 1; j++)
                B[i][j] -= A[i][j + 1] - A[i][j] + A[i + 1][j];
    })");
    ASSERT_TRUE(nest);
    EXPECT_EQ(nest->depth, 3U);
    expect_skewing(*nest, 1, 1, {0, 0, 1});
    expect_skewing(*nest, 2, 1, {0, 0, 1});
}

TEST_F(TimeNests, LetRowsOfAChainLagBehindEachOther)
{
    std::optional<TimeNest> nest = nest_of(in_place);
    ASSERT_TRUE(nest);
    expect_skewing(*nest, 1, 1, {0});
    EXPECT_FALSE(find_skewing(*nest, 2)); // (0, 1, -1)
    EXPECT_FALSE(is_innermost_independent(*nest, 0));
    EXPECT_EQ(find_lag(*nest), 2);
}

TEST_F(TimeNests, HaveDependencesOfSmallDistance)
{
    EXPECT_FALSE(nest_of("for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++)"
                         " for (int j = k + 1; j < n; j++) A[i][j] -= A[i][k] * A[k][j];"));
    EXPECT_FALSE(nest_of("for (int t = 0; t < m; t++) { for (int i = 1; i < n; i++)"
                         " x[i] += x[i - 1]; x[0] = x[n - 1]; }"));
    EXPECT_FALSE(nest_of("for (int t = 0; t < m; t++) for (int i = 0; i < n; i++)"
                         " x[i] += x[n - 1 - i];"));
}

TEST_F(TimeNests, AreWholeRegions)
{
    EXPECT_FALSE(nest_of("x[0] = 0; for (int t = 0; t < m; t++) for (int i = 1; i < n; i++)"
                         " x[i] += x[i - 1];"));
    EXPECT_FALSE(nest_of("for (int i = 1; i < n; i++) x[i] += x[i - 1];"));
}

} // namespace
} // namespace espalier::strategies
