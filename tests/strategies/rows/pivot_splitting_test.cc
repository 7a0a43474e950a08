// Loops that are split at the iteration that keeps the others apart.

#include "espalier/strategies/rows/pivot_splitting.h"

#include "espalier/presburger/context.h"
#include "espalier/transform/trees.h"
#include "tests/support/candidates.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <string>

namespace espalier::strategies {
namespace {

using transform::LoopKind;

class PivotSplittingTest : public testing::Test {
protected:
    /// What becomes of the body of a function, see test::in_function.
    std::optional<transform::MatrixView> split(const std::string &body, bool parallel)
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        return test::legal_scop(region, pivot_split(transform::original_view(region.program), {},
                                                    region.dependences, parallel));
    }

    /// The loops of each statement, in their order: s sequential, p parallel, v vector.
    static std::string kinds(const transform::MatrixView &view)
    {
        std::string result;
        for (const transform::Statement *statement : statements_in(view, {})) {
            result += result.empty() ? "" : " ";
            for (const transform::Row &row : statement->rows)
                result += row.kind() == LoopKind::parallel ? "p"
                          : row.kind() == LoopKind::vector ? "v"
                                                           : "s";
        }
        return result;
    }

    presburger::Context context;

    const std::string shortest_paths = R"(
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
    S:              A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];)";
};

/// Row k and column k are what the other elements wait for in step k.
TEST_F(PivotSplittingTest, RowsWaitForOneRow)
{
    std::optional<transform::MatrixView> result = split(shortest_paths, true);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result), "spv sps spv ssv sss ssv spv sps spv");
}

TEST_F(PivotSplittingTest, OneThreadHasVectors)
{
    std::optional<transform::MatrixView> result = split(shortest_paths, false);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result), "ssv sss ssv ssv sss ssv ssv sss ssv");
}

/// Nothing is done for the node itself.
TEST_F(PivotSplittingTest, AnIterationMayBeLeftOut)
{
    std::optional<transform::MatrixView> result = split(R"(
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) {
                if (i == k)
                    continue;
                for (int j = 0; j < n; j++)
                    if (j != k)
                        A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];
            })",
                                                        true);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result), "spv spv spv spv");
}

/// Column by column, elements jump along the innermost loop.
TEST_F(PivotSplittingTest, RowsAreInside)
{
    test::AnalyzedRegion region = test::analyzed(test::extract_program(test::in_function(R"(
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                for (int i = 0; i < n; i++)
    S:              A[i][j] = A[i][j] < A[i][k] + A[k][j] ? A[i][j] : A[i][k] + A[k][j];)"),
                                                                       context));
    std::optional<transform::MatrixView> result;
    const machine::Machine machine;
    const Tiling tiling{Tiling::Mode::off};
    pivot_splitting().propose({region.program, region.dependences, machine, tiling, false},
                              [&](const Candidate &found) {
                                  result = test::legal_scop(region, found);
                                  return true;
                              });
    ASSERT_TRUE(result);
    for (const transform::Statement &statement : result->statements)
        EXPECT_EQ(statement.rows.back().name, "j");
}

TEST_F(PivotSplittingTest, APivotMayBeAnywhere)
{
    std::optional<transform::MatrixView> result = split(R"(
        for (int i = 0; i < n; i++)
    S:      x[i] = x[i] + x[n - 7];)",
                                                        false);
    ASSERT_TRUE(result);
    EXPECT_EQ(kinds(*result), "v s v");
}

TEST_F(PivotSplittingTest, OtherLoopsAreLeftToOthers)
{
    for (const char *body : {// Iterations are independent.
                             "for (int i = 0; i < n; i++)"
                             "    x[i] = y[i];",
                             // Each iteration waits for the one before.
                             "for (int i = 1; i < n; i++)"
                             "    x[i] = x[i - 1];",
                             // Two iterations are in the way.
                             "for (int i = 0; i < n; i++)"
                             "    x[i] = x[3] + x[5];"})
        EXPECT_FALSE(split(body, true)) << body;
}

} // namespace
} // namespace espalier::strategies
