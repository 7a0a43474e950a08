// Nests that are turned inside out, so that each element is finished before the next one.

#include "espalier/strategies/rows/sums_inside.h"

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

class SumsInsideTest : public testing::Test {
protected:
    /// "S[0, 0, 1]: i j r": the places and loops of the statements of a function's body, see
    /// test::in_function; "none" if nothing is turned.
    std::string turned(const std::string &body)
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        const auto view = with_sums_inside(region.program, region.dependences);
        if (!view)
            return "none";
        EXPECT_TRUE(test::legal_scop(
            region, Candidate{.plan = transform::plan_of(*view), .description = ""}));
        std::string result;
        for (const transform::Statement *statement : statements_in(*view, {})) {
            result += (result.empty() ? "" : "; ") + statement->label +
                      transform::to_string(statement->beta) + ":";
            for (const transform::Row &row : statement->rows)
                result += " " + row.name;
        }
        return result;
    }

    presburger::Context context;
};

TEST_F(SumsInsideTest, AConvolution)
{
    EXPECT_EQ(turned(R"(
        for (int i = 1; i < n; i++)
            for (int j = 1; j < n; j++)
    Z:          B[i][j] = 0;
        for (int r = 0; r < 3; r++)
            for (int s = 0; s < 3; s++)
                for (int i = 1; i < n; i++)
                    for (int j = 1; j < n; j++)
    A:                  B[i][j] += x[3 * r + s] * A[i + r - 1][j + s - 1];)"),
              "Z[0, 0, 0]: i j; A[0, 0, 1, 0, 0]: i j r s");
}

TEST_F(SumsInsideTest, InALoop)
{
    EXPECT_EQ(turned(R"(
        for (int t = 0; t < m; t++) {
            for (int j = 0; j < n; j++)
    Z:          B[t][j] = y[t];
            for (int k = 0; k < m; k++)
                for (int j = 0; j < n; j++)
    A:              B[t][j] += x[k] * A[k][j];
        })"),
              "Z[0, 0, 0]: t j; A[0, 0, 1, 0]: t j k");
}

TEST_F(SumsInsideTest, WithOtherBounds)
{
    EXPECT_EQ(turned(R"(
        for (int j = 0; j < n; j++)
    Z:      x[j] = 0;
        for (int k = 0; k < m; k++)
            for (int j = 1; j < n; j++)
    A:          x[j] += A[k][j];)"),
              "Z[0, 0]: j; A[1, 0, 0]: j k")
        << "not fused";
}

TEST_F(SumsInsideTest, Stay)
{
    EXPECT_EQ(turned(R"(
        for (int k = 1; k < m; k++)
            for (int j = 1; j < n; j++)
                x[j] += x[j - 1];)"),
              "none")
        << "elements wait for each other";
    EXPECT_EQ(turned("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] += A[i][j];"),
              "none")
        << "they are inside";
    EXPECT_EQ(turned(R"(
        for (int k = 0; k < m; k++) {
            for (int j = 0; j < n; j++)
                x[j] += A[k][j];
            y[k] = x[0];
        })"),
              "none")
        << "another statement looks at sums";
}

} // namespace
} // namespace espalier::strategies
