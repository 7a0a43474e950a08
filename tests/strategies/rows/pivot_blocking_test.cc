// Steps with a pivot that go over rows several at a time.

#include "espalier/strategies/rows/pivot_blocking.h"

#include "espalier/presburger/context.h"
#include "espalier/transform/trees.h"
#include "tests/support/candidates.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace espalier::strategies {
namespace {

using transform::LoopKind;

class PivotBlockingTest : public testing::Test {
protected:
    /// What becomes of the body of a function, see test::in_function.
    std::optional<transform::MatrixView> blocked(const std::string &body, bool parallel)
    {
        const test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        const machine::Machine machine;
        const Tiling tiling{Tiling::Mode::off};
        std::optional<transform::MatrixView> result;
        pivot_blocking().propose({region.program, region.dependences, machine, tiling, parallel},
                                 [&](const Candidate &found) {
                                     result = test::legal_scop(region, found);
                                     return true;
                                 });
        return result;
    }

    /// The loops of statements in their order, each once: s sequential, p parallel, v vector, u
    /// unrolled.
    static std::string kinds(const transform::MatrixView &view)
    {
        std::string result, last;
        for (const transform::Statement *statement : statements_in(view, {})) {
            std::string loops;
            for (const transform::Row &row : statement->rows)
                loops += row.kind() == LoopKind::parallel             ? "p"
                         : row.kind() == LoopKind::vector             ? "v"
                         : row.option == schedule::LoopOption::unroll ? "u"
                                                                      : "s";
            if (loops != last)
                result += (result.empty() ? "" : " ") + loops;
            last = loops;
        }
        return result;
    }

    /// The arrays that a plan has and the source has not.
    static std::set<std::string> copies(const transform::MatrixView &view)
    {
        std::set<std::string> result;
        for (const program::Array &array : view.program.arrays)
            if (array.is_declared_by_extents)
                result.insert(array.name);
        return result;
    }

    presburger::Context context;

    const std::string shortest_paths = R"(
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
    S:              A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];)";
};

/// Rows k, ..., k + 3 come first, then rows in front of these and those behind: for each, columns
/// k, ..., k + 3, and all others in vectors, four steps in each. Steps that are left go one by one.
TEST_F(PivotBlockingTest, OtherRowsGoThroughFourStepsAtATime)
{
    const std::optional<transform::MatrixView> result = blocked(shortest_paths, true);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result),
              "sss sssv ssss sss sssv ssss sss sssv ssss sss sssv spu spus spu spus spvu spu spus "
              "spu spus spvu sss ssp sspv ssps ssp sspv ssss sss ssp sspv ssps ssp sspv");
    // What rows in front of the pivot and behind it read of row k, and of column k, these in both.
    EXPECT_EQ(copies(*result).size(), 6U);
}

TEST_F(PivotBlockingTest, OneThreadHasVectors)
{
    const std::optional<transform::MatrixView> result = blocked(shortest_paths, false);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result).find('p'), std::string::npos);
    EXPECT_NE(kinds(*result).find("ssvu"), std::string::npos);
}

/// Elements of column k are beside each other along the middle loop.
TEST_F(PivotBlockingTest, RowsAreInside)
{
    const std::optional<transform::MatrixView> result = blocked(R"(
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
    S:              A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];)",
                                                                false);
    ASSERT_TRUE(result);
    EXPECT_NE(kinds(*result).find("ssvu"), std::string::npos);
}

/// Strips start with the first step, so that only the last one is short.
TEST_F(PivotBlockingTest, NodesMayCountFromOne)
{
    const std::optional<transform::MatrixView> result = blocked(R"(
        for (int k = 1; k <= n; k++)
            for (int i = 1; i <= n; i++)
                for (int j = 1; j <= n; j++)
    S:              A[i - 1][j - 1] = A[i - 1][j - 1] < A[i - 1][k - 1] + A[k - 1][j - 1]
                                          ? A[i - 1][j - 1] : A[i - 1][k - 1] + A[k - 1][j - 1];)",
                                                                true);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result), kinds(*blocked(shortest_paths, true)));
}

/// What a row keeps of column k in a scalar has an element for each of the steps.
TEST_F(PivotBlockingTest, ScalarsOfRowsAreExpanded)
{
    const std::optional<transform::MatrixView> result = blocked(R"(
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) {
                double to = A[i][k];
                for (int j = 0; j < n; j++)
                    A[i][j] = A[i][j] < to + A[k][j] ? A[i][j] : to + A[k][j];
            })",
                                                                true);
    ASSERT_TRUE(result);
    EXPECT_EQ(copies(*result).size(), 4U);
}

TEST_F(PivotBlockingTest, TheNodeItselfMayBeLeftOut)
{
    const std::optional<transform::MatrixView> result = blocked(R"(
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) {
                if (i == k)
                    continue;
                for (int j = 0; j < n; j++)
                    if (j != k)
                        A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];
            })",
                                                                true);
    EXPECT_TRUE(result);
}

TEST_F(PivotBlockingTest, OtherLoopsAreLeftToOthers)
{
    for (const char *body : {// Nothing is in front of the pivot.
                             "for (int k = 0; k < n; k++)"
                             "    for (int i = k + 1; i < n; i++)"
                             "        for (int j = k + 1; j < n; j++)"
                             "            A[i][j] -= A[i][k] * A[k][j];",
                             // No row waits for another one.
                             "for (int k = 0; k < n; k++)"
                             "    for (int i = 0; i < n; i++)"
                             "        for (int j = 0; j < n; j++)"
                             "            A[i][j] += B[i][k] * B[k][j];"})
        EXPECT_FALSE(blocked(body, true)) << body;
}

} // namespace
} // namespace espalier::strategies
