// Nests whose outer loops carry dependences, and whose inner ones do not, turned inside out.

#include "espalier/strategies/rows/recurrences_inside.h"

#include "espalier/presburger/context.h"
#include "espalier/strategies/rows/recurrence_strips.h"
#include "espalier/transform/trees.h"
#include "tests/support/candidates.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <string>

namespace espalier::strategies {
namespace {

class RecurrencesInsideTest : public testing::Test {
protected:
    /// "S[0, 0, 1]: i j r": the places and loops of the statements of a function's body, see
    /// test::in_function; "none" if nothing is turned.
    std::string turned(const std::string &body)
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        const auto view = with_recurrences_inside(region.program, region.dependences);
        return view ? places(region, *view) : "none";
    }

    std::string places(test::AnalyzedRegion &region, const transform::MatrixView &view)
    {
        EXPECT_TRUE(test::legal_scop(
            region, Candidate{.plan = transform::plan_of(view), .description = ""}));
        std::string result;
        for (const transform::Statement *statement : statements_in(view, {})) {
            result += (result.empty() ? "" : "; ") + statement->label +
                      transform::to_string(statement->beta) + ":";
            for (const transform::Row &row : statement->rows)
                result += " " + row.name;
        }
        return result;
    }

    presburger::Context context;
};

TEST_F(RecurrencesInsideTest, LinesInStep)
{
    EXPECT_EQ(turned(R"(
        for (int t = 0; t < m; t++) {
            for (int i = 0; i < n; i++)
    Z:          A[0][i] = x[i];
            for (int j = 1; j < n; j++)
                for (int i = 0; i < n; i++) {
    P:              A[j][i] = 0.5 * A[j - 1][i];
    Q:              B[j][i] += A[j][i] * B[j - 1][i];
                }
            for (int j = n - 2; j >= 0; j--)
                for (int i = 0; i < n; i++)
    V:              B[j][i] -= A[j][i] * B[j + 1][i];
        })"),
              "Z[0, 0, 0]: t i; P[0, 1, 0, 0]: t i j; Q[0, 1, 0, 1]: t i j; V[0, 2, 0, 0]: t i j");
}

TEST_F(RecurrencesInsideTest, ThroughSeveralLoops)
{
    EXPECT_EQ(turned(R"(
        for (int k = 1; k < m; k++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
    S:              A[i][j] = 0.5 * A[i][j] + B[i][j];)"),
              "S[0, 0, 0, 0]: i j k");
}

TEST_F(RecurrencesInsideTest, WhatIsInOrderOrHasToStay)
{
    EXPECT_EQ(turned("for (int i = 0; i < n; i++) for (int j = 1; j < n; j++)"
                     " A[i][j] = 0.5 * A[i][j - 1];"),
              "none");
    EXPECT_EQ(turned("for (int j = 1; j < n; j++) for (int i = 1; i < n; i++)"
                     " A[j][i] = 0.5 * A[j - 1][i - 1] + A[j - 1][i];"),
              "none");
    EXPECT_EQ(turned("for (int j = 1; j < n; j++) { x[j] = x[j - 1];"
                     " for (int i = 0; i < n; i++) A[j][i] = x[j] * A[j - 1][i]; }"),
              "none");
}

TEST_F(RecurrencesInsideTest, WhatBeginsRecurrencesRunsWithThem)
{
    test::AnalyzedRegion region = test::analyzed(test::extract_program(test::in_function(R"(
        for (int j = 1; j < n; j++)
            for (int i = 1; i < n; i++)
    S:          A[j][i] = 0.5 * A[j - 1][i];
        for (int i = 1; i < n; i++)
    Z:      B[i][0] = x[i];
        for (int i = 1; i < n; i++)
            for (int j = 1; j < n; j++)
    T:          B[i][j] = 0.5 * B[i][j - 1];)"),
                                                                       context));
    const auto view = with_recurrences_inside(region.program, region.dependences);
    ASSERT_TRUE(view);
    const std::optional<Candidate> found =
        recurrences_in_strips(*view, {}, region.dependences, machine::Machine(), false);
    ASSERT_TRUE(found);
    const transform::MatrixView strips = transform::matrix_view(found->plan);
    EXPECT_NE(test::statement(strips, "S").beta.front(), test::statement(strips, "Z").beta.front());
    EXPECT_EQ(test::statement(strips, "Z").beta.front(), test::statement(strips, "T").beta.front());
}

} // namespace
} // namespace espalier::strategies
