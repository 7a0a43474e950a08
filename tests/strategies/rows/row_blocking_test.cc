#include "espalier/strategies/rows/row_blocking.h"

#include "espalier/presburger/context.h"
#include "espalier/strategies/rows/matrix_pass.h"
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

using schedule::LoopOption;
using transform::LoopKind;

class RowBlockingTest : public testing::Test {
protected:
    /// What becomes of the body of a function, see test::in_function.
    std::optional<transform::MatrixView> blocked(const std::string &body, bool parallel = false,
                                                 const machine::Machine &machine = {})
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        return test::legal_scop(region,
                                row_blocked(region.program, region.dependences, machine, parallel));
    }

    /// "ii j i*": the rows of a statement, with * for those to be unrolled, | for parallel and v
    /// for vector loops.
    static std::string loops(const transform::MatrixView &view, const std::string &label)
    {
        std::string result;
        for (const transform::Row &row : test::statement(view, label).rows)
            result +=
                (result.empty() ? "" : " ") + row.name +
                (row.isolated && row.isolated->options.back() == LoopOption::unroll ? "*" : "") +
                (row.kind() == LoopKind::parallel ? "|" : "") +
                (row.kind() == LoopKind::vector ? "v" : "");
        return result;
    }

    /// The steps of the loop over strips around a statement.
    static long strip_size(const transform::MatrixView &view, const std::string &label)
    {
        return test::stride(test::statement(view, label), 0);
    }

    static bool has_array(const transform::MatrixView &view, const std::string &name)
    {
        return std::ranges::count(view.program.arrays, name, &program::Array::name) == 1;
    }

    MatrixPass pass(const std::string &body)
    {
        program::Program program = test::extract_program(test::in_function(body), context);
        return matrix_pass(program, program.statements.front()).value();
    }

    presburger::Context context;

    const std::string products = R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S1:         x[i] += A[i][j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S2:         y[i] += A[j][i];)";
    const std::string triangular = R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = y[i];
            for (int j = 0; j < i; j++)
    S2:         x[i] -= A[i][j] * x[j];
    S3:     x[i] /= A[i][i];
        })";
};

TEST_F(RowBlockingTest, APassTellsRowsFromColumns)
{
    MatrixPass rows = pass("for (int i = 0; i < n; i++)"
                           "    for (int j = 0; j < n; j++)"
                           "        x[i] += A[i][j] * B[i][j] * y[j];");
    EXPECT_EQ(rows.column_loop, 1U);
    EXPECT_EQ(rows.matrices.size(), 2U);
    EXPECT_EQ(rows.row_sums, 1U);
    EXPECT_FALSE(rows.sums_columns);
    MatrixPass columns = pass("for (int i = 0; i < n; i++)"
                              "    for (int j = 0; j < n; j++)"
                              "        x[i] += A[j][i];");
    EXPECT_EQ(columns.column_loop, 0U);
    EXPECT_EQ(columns.row_sums, 0U);
    EXPECT_TRUE(columns.sums_columns);
}

TEST_F(RowBlockingTest, SumsOfSeveralRowsAreUnderWay)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j < n; j++)
    S2:         x[i] += A[i][j] * y[j];
        })");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S1_1[0, 0, 0] S2_1[0, 1, 0, 0] S1_2[1, 0] S2_2[1, 1, 0]");
    EXPECT_EQ(loops(*result, "S1_1"), "ii i");
    EXPECT_EQ(loops(*result, "S2_1"), "ii jv i*");
    EXPECT_EQ(strip_size(*result, "S2_1"), 8);
    EXPECT_EQ(loops(*result, "S2_2"), "i j");
}

TEST_F(RowBlockingTest, SumsFitInRegisters)
{
    machine::Machine machine;
    machine.vector_registers = 8;
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
    S1:         x[i] += A[i][j];
    S2:         y[i] += B[i][j];
            })",
                                                          false, machine);
    ASSERT_TRUE(result);
    EXPECT_EQ(strip_size(*result, "S1_1"), 4);
}

TEST_F(RowBlockingTest, AMatrixIsReadOnceForTwoNests)
{
    std::optional<transform::MatrixView> result = blocked(products);
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S1_1[0, 0, 0, 0] S2_1[0, 0, 0, 1] S1_2[1, 0, 0] S2_2[1, 0, 1]");
    EXPECT_EQ(loops(*result, "S1_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "S2_1"), "jj iv j*");
}

TEST_F(RowBlockingTest, NestsMoveToEachOther)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S1:         x[i] += A[i][j];
        for (int i = 0; i < n; i++)
    S2:     y[i] = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S3:         y[i] += A[j][i];)");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S2[0, 0] S1_1[1, 0, 0, 0] S3_1[1, 0, 0, 1] S1_2[2, 0, 0] S3_2[2, 0, 1]");
}

/// Of the product with the transpose, each row needs a complete sum of the other one.
TEST_F(RowBlockingTest, DependentProductsShareStripsAlone)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S1:         x[i] += A[i][j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S2:         y[j] += A[i][j] * x[i];)");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S1_1[0, 0, 0, 0] S2_1[0, 1, 0, 0] S1_2[1, 0, 0] S2_2[1, 1, 0]");
    EXPECT_EQ(loops(*result, "S1_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "S2_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "S2_2"), "i jv");
}

TEST_F(RowBlockingTest, ThreadsGetRowsOrColumns)
{
    machine::Machine machine;
    machine.cores = 4;
    std::optional<transform::MatrixView> result = blocked(products, true, machine);
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S1_1[0, 0, 0, 0] S1_2[1, 0, 0] S2_1[2, 0, 0, 0, 0] S2_2[3, 0, 0]");
    EXPECT_EQ(loops(*result, "S1_1"), "ii| jv i*");
    EXPECT_EQ(loops(*result, "S1_2"), "i j");
    EXPECT_EQ(loops(*result, "S2_1"), "ii| jj iv j*");
    EXPECT_EQ(loops(*result, "S2_2"), "j iv");
}

TEST_F(RowBlockingTest, TwoThreadsPassSumsOnFromBlockToBlock)
{
    machine::Machine machine;
    machine.cores = 2;
    std::optional<transform::MatrixView> result = blocked(products, true, machine);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S1_1"), "w b| ii jv i*");
    EXPECT_EQ(loops(*result, "S2_1"), "w b| jjj iv j*");
    std::optional<transform::MatrixView> columns = blocked(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S1:         x[j] += A[i][j];)",
                                                           true, machine);
    ASSERT_TRUE(columns);
    EXPECT_EQ(loops(*columns, "S1_1"), "jj| ii jv i*");
}

TEST_F(RowBlockingTest, KnownNumbersOfRowsNeedNoOtherNest)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < n; j++)
    S1:         x[i] += A[i][j];)");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result), "S1[0, 0, 0, 0]");
}

TEST_F(RowBlockingTest, ATriangularSystemIsSolvedByBlocks)
{
    std::optional<transform::MatrixView> result = blocked(triangular);
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S1_1[0, 0, 0] S2_1[0, 1, 0, 0] S2_2[0, 2, 0, 0] S3_1[0, 2, 1] "
              "S1_2[1, 0] S2_3[1, 1, 0] S3_2[1, 2]");
    EXPECT_EQ(loops(*result, "S2_1"), "ii j i*");
    EXPECT_EQ(loops(*result, "S2_2"), "ii i j");
    EXPECT_TRUE(test::statement(*result, "S2_1")
                    .instances.is_equal(
                        isl::set(context.get(), "[n] -> { S2[i, j] : 0 <= j < 8 * floor(i / 8) and "
                                                "i < 8 * floor(n / 8) }")));
}

/// From the blocks on the diagonal on, columns need what the rows before in the strip make.
TEST_F(RowBlockingTest, AStepOfGaussSeidelWaitsForTheRowsOfTheStrip)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j < n; j++)
    S2:         x[i] += A[i][j] * y[j];
    S3:     y[i] -= x[i] / A[i][i];
        })");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result), "S1_1[0, 0, 0] S2_1[0, 1, 0, 0] S2_2[0, 2, 0, 0] "
                                           "S3_1[0, 2, 1] S1_2[1, 0] S2_3[1, 1, 0] S3_2[1, 2]");
    EXPECT_EQ(loops(*result, "S2_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "S2_2"), "ii i j");
}

/// Right of the diagonal, each row of a strip has columns more than the next one.
TEST_F(RowBlockingTest, ColumnsOfAFewRowsAreLeftToTheseRows)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j++)
    S1:         y[i] += A[i][j] * x[j];)");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result), "S1_1[0, 0, 0, 0] S1_2[0, 1, 0, 0] S1_3[1, 0, 0]");
    EXPECT_EQ(loops(*result, "S1_1"), "ii i j");
    EXPECT_EQ(loops(*result, "S1_2"), "ii jv i*");
}

TEST_F(RowBlockingTest, OtherNestsAreLeftToOthers)
{
    for (const char *body :
         {// An element is used again, along a third loop.
          "for (int i = 0; i < n; i++)"
          "    for (int j = 0; j < n; j++)"
          "        for (int k = 0; k < n; k++)"
          "            x[i] += A[i][j] * B[j][k];",
          // Nothing is summed.
          "for (int i = 0; i < n; i++)"
          "    for (int j = 0; j < n; j++)"
          "        A[i][j] = B[i][j];",
          // One of the matrices is gone through by columns in any order of the loops.
          "for (int i = 0; i < n; i++)"
          "    for (int j = 0; j < n; j++)"
          "        x[i] += A[i][j] * B[j][i];",
          // There is no matrix.
          "for (int i = 0; i < n; i++)"
          "    for (int j = 0; j < n; j++)"
          "        x[i] += y[j];",
          // A subscript depends on both loops.
          "for (int i = 0; i < n; i++)"
          "    for (int j = 0; j < n - i; j++)"
          "        x[i] += A[i][j] * y[i + j];",
          // All rows add to the same element.
          "for (int i = 0; i < n; i++)"
          "    for (int j = 0; j < n; j++)"
          "        x[0] += A[i][j];",
          // Each row begins with the last element of the row before.
          "for (int i = 1; i < n; i++)"
          "    for (int j = i; j < n; j++)"
          "        x[i] += A[i][j] * x[i - 1];"})
        EXPECT_FALSE(blocked(body)) << body;
}

/// Each row of a strip has its own scalars, for sums and for what all columns read.
TEST_F(RowBlockingTest, ScalarsOfRows)
{
    const std::string body = R"(
        for (int i = 0; i < n; i++) {
            double own = B[i][0], sum = 0;
            for (int j = 0; j < n; j++) {
    R1:         sum += A[i][j] * x[j];
    R2:         y[j] += A[i][j] * own;
            }
    R3:     B[i][0] = sum;
        })";
    std::optional<transform::MatrixView> result = blocked(body);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "R1_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "R2_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "R3_1"), "ii i");
    EXPECT_TRUE(has_array(*result, "sum_strip"));
    EXPECT_TRUE(has_array(*result, "own_strip"));
}

TEST_F(RowBlockingTest, WhatHasNoSumsStaysInItsRow)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int i = 0; i < n; i++) {
            double mean = 0;
            for (int j = 0; j < n; j++)
    R1:         mean += A[i][j];
            for (int j = 0; j < n; j++)
    R2:         A[i][j] -= mean;
        })");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "R1_1"), "ii jv i*");
    EXPECT_EQ(loops(*result, "R2_1"), "ii i jv");
}

TEST_F(RowBlockingTest, ScalarsThatOutliveTheirRowStay)
{
    for (std::string body : {"double sum = 0; for (int i = 0; i < n; i++) {"
                             "    for (int j = 0; j < n; j++) sum += A[i][j]; x[i] = sum; }",
                             "for (int i = 0; i < n; i++) {"
                             "    double last; x[i] = 0; for (int j = 0; j < n; j++) {"
                             "        last = A[i][j]; x[i] += last * last; } }"})
        EXPECT_FALSE(blocked(body)) << body;
}

TEST_F(RowBlockingTest, ScalarsOfRowsInALoopOverTime)
{
    std::optional<transform::MatrixView> result = blocked(R"(
        for (int t = 0; t < m; t++) {
            for (int i = 0; i < n; i++) {
                double rest = B[i][0];
                for (int j = 0; j < n; j++)
    R1:             rest -= A[i][j] * x[j];
                y[i] = x[i] + rest;
            }
            for (int i = 0; i < n; i++)
                x[i] = y[i];
        })",
                                                          true);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "R1_1"), "t ii| jv i*");
    EXPECT_TRUE(has_array(*result, "rest_strip"));
}

/// Each iteration reads the whole matrix, as in the power method.
TEST_F(RowBlockingTest, InALoopOverTime)
{
    const std::string steps = R"(
        for (int t = 0; t < m; t++) {
            for (int i = 0; i < n; i++) {
    S1:         y[i] = 0;
                for (int j = 0; j < n; j++)
    S2:             y[i] += A[i][j] * x[j];
            }
            for (int i = 0; i < n; i++)
    S3:         x[i] = y[i] / n;
        })";
    std::optional<transform::MatrixView> result = blocked(steps);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S2_1"), "t ii jv i*");
    EXPECT_EQ(loops(*result, "S3"), "t i");
    EXPECT_EQ(loops(*blocked(steps, true), "S2_1"), "t ii| jv i*");
}

/// As over the batches of what a layer of a network gets.
TEST_F(RowBlockingTest, InALoopOfIndependentIterations)
{
    const std::string batches = R"(
        for (int t = 0; t < m; t++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
    S:              B[t][i] += A[i][j] * x[j];)";
    std::optional<transform::MatrixView> result = blocked(batches);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S_1"), "t ii jv i*");
}

} // namespace
} // namespace espalier::strategies
