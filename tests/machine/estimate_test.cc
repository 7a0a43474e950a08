#include "espalier/lowering/loops.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/machine/estimate.h"
#include "espalier/machine/region_start.h"
#include "espalier/machine/shared_buffers.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/original.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/vector_loops.h"
#include "tests/support/inputs.h"
#include "tests/support/parallel_trees.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

namespace espalier::machine {

namespace {

class EstimateTest : public testing::Test {
protected:
    Estimate estimate_of(const std::string &source, bool parallel = false)
    {
        program::Program program = test::extract_program(source, context);
        schedule::Tree tree = test::in_order_of_source(program, parallel);
        std::optional<ast::Values> sizes = assumed_sizes(program);
        return estimate(program, lowering::loops({program, tree}, "c"), machine, sizes.value())
            .value();
    }

    double cycles(const std::string &declarations, const std::string &body)
    {
        return estimate_of(test::function(declarations, body)).cycles;
    }

    presburger::Context context;
    Machine machine;
};

const std::string matrices =
    "int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n]";

TEST_F(EstimateTest, WorkIsCounted)
{
    auto of_size = [&](int size) {
        return cycles("double x[restrict 100000]",
                      "for (int i = 0; i < " + std::to_string(size) + "; i++) x[i] = 2 * x[i];");
    };
    const double start = 2 * of_size(1000) - of_size(2000);
    EXPECT_NEAR((of_size(3000) - start) / (of_size(1000) - start), 3, 0.1);
    EXPECT_LT(start, 0.1 * of_size(1000));
}

TEST_F(EstimateTest, TrianglesCountHalf)
{
    double square = cycles(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                                     " A[i][j] += B[i][j];");
    double triangle = cycles(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++)"
                                       " A[i][j] += B[i][j];");
    EXPECT_NEAR(triangle / square, 0.5, 0.1);
}

TEST_F(EstimateTest, StridesCost)
{
    double rows = cycles(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                                   " A[i][j] += B[i][j];");
    double columns = cycles(matrices, "for (int j = 0; j < n; j++) for (int i = 0; i < n; i++)"
                                      " A[i][j] += B[i][j];");
    EXPECT_GT(columns, 3 * rows);
}

TEST_F(EstimateTest, PartsOfRowsAreNotSeenComing)
{
    const std::string wide = "int n, double A[restrict 1000][1000000]";
    auto for_each = [&](int length) {
        return cycles(wide, "for (int t = 0; t < " + std::to_string(64'000 / length) +
                                "; t++) for (int j = 0; j < " + std::to_string(length) +
                                "; j++) A[t][j] += 1;") /
               64'000;
    };
    EXPECT_GT(for_each(16), 1.5 * for_each(640));
}

TEST_F(EstimateTest, RowsBehindPointersAreRows)
{
    const std::string
        rows = "int n, double **A, double **B",
        matrices = "int n, double A[restrict n][n], double B[restrict n][n]",
        columns = "for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) A[i][j] += B[i][j];",
        along = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i][j] += B[i][j];";
    EXPECT_NEAR(cycles(rows, along) / cycles(matrices, along), 1, 0.1);
    EXPECT_NEAR(cycles(rows, columns) / cycles(matrices, columns), 1, 0.1);
}

TEST_F(EstimateTest, DataThatDoNotFitIntoACacheAreFetchedAnew)
{
    std::string often = "double x[restrict 1000000]";
    std::string small = "for (int t = 0; t < 250; t++)"
                        " for (int i = 0; i < 4000; i++) x[i] += 1;",
                large = "for (int t = 0; t < 20; t++)"
                        " for (int i = 0; i < 50000; i++) x[i] += 1;",
                huge = "for (int t = 0; t < 1; t++)"
                       " for (int i = 0; i < 1000000; i++) x[i] += 1;";
    EXPECT_LT(1.1 * cycles(often, small), cycles(often, large));
    EXPECT_LT(1.2 * cycles(often, large), cycles(often, huge)); // in the last cache
}

TEST_F(EstimateTest, RecurrencesTakeTheirLatency)
{
    std::string vectors = "int n, double *restrict x, double *restrict y";
    double independent = cycles(vectors, "for (int i = 1; i < n; i++) x[i] = 0.5 * y[i - 1];");
    double carried = cycles(vectors, "for (int i = 1; i < n; i++) x[i] = 0.5 * x[i - 1];");
    double far = cycles(vectors, "for (int i = 8; i < n; i++) x[i] = 0.5 * x[i - 8];");
    double ahead = cycles(vectors, "for (int i = 0; i < n; i++) x[i] = 0.5 * x[i + 1];");
    EXPECT_GT(carried, 3 * independent);
    EXPECT_LT(far, 2 * independent);
    EXPECT_LT(ahead, 2 * independent);
}

TEST_F(EstimateTest, ShortSumsOverlap)
{
    auto for_each_term = [&](const std::string &terms) {
        return cycles("int n, double A[restrict n][" + terms + "], double s[restrict n]",
                      "for (int i = 0; i < n; i++) for (int j = 0; j < " + terms +
                          "; j++) s[i] += A[i][j];") /
               std::stod(terms);
    };
    EXPECT_LT(for_each_term("20") * 1.5, for_each_term("1000"));
}

TEST_F(EstimateTest, ShortLoopsBetweenNumbersAreCopiesOfTheirBodies)
{
    const std::string smoothed = "int n, double A[restrict n][n], double B[restrict n][n],"
                                 " double w[restrict 100]";
    auto sums = [&](const std::string &bound) {
        return "for (int i = 0; i < n; i++) for (int j = 0; j < n - 5; j++)"
               " for (int k = 0; k < " +
               bound + "; k++) B[i][j] += w[k] * A[i][j + k];";
    };
    // Copies leave the loop over j innermost, which has vectors; a longer loop is a chain of sums.
    EXPECT_LT(10 * cycles(smoothed, sums("5")), cycles(smoothed, sums("50")) * 5);
    // What copies write and read again stays in a register.
    double once = cycles(smoothed, "for (int i = 0; i < n; i++) for (int j = 0; j < n - 5; j++)"
                                   " B[i][j] += w[0] * A[i][j];");
    EXPECT_LT(cycles(smoothed, sums("5")), 5 * once);
}

TEST_F(EstimateTest, NestsOfShortLoopsMakeWorseVectors)
{
    auto filter = [&](const std::string &loops, const std::string &term) {
        return cycles("int n, double A[restrict n][n], double B[restrict n][n],"
                      " double w[restrict 9]",
                      "for (int i = 0; i < n - 9; i++) for (int j = 0; j < n - 9; j++) " + loops +
                          " B[i][j] += " + term + ";");
    };
    const double nest = filter("for (int k = 0; k < 3; k++) for (int l = 0; l < 3; l++)",
                               "w[3 * k + l] * A[i][j + 3 * k + l]"),
                 one = filter("for (int k = 0; k < 9; k++)", "w[k] * A[i][j + k]"),
                 chain = filter("for (int k = 0; k < 3; k++) for (int l = 0; l < n; l++)",
                                "w[k] * A[i][l]");
    EXPECT_GT(nest, 1.2 * one);
    EXPECT_LT(nest, 2 * one);
    EXPECT_GT(chain, 10 * one) << "this is no short loop";
}

/// Of which the code says how often they run.
TEST_F(EstimateTest, ShortVectorLoopsAreWrittenOut)
{
    const std::string arrays = "int n, float x[restrict n][64], float y[restrict n][64]";
    const double constant = cycles(arrays, "for (int i = 0; i < n; i++)\n"
                                           "    for (int j = 2 * i; j < 2 * i + 32; j++)\n"
                                           "        x[i][j - 2 * i] += y[i][j - 2 * i];");
    const double other = cycles(arrays, "for (int i = 0; i < n; i++)\n"
                                        "    for (int j = i; j < 2 * i - n + 532; j++)\n"
                                        "        x[i][j - i] += y[i][j - i];");
    EXPECT_LT(constant, 0.7 * other);
}

TEST_F(EstimateTest, GuardsAreMasksOfVectorsWhereTheyAreFast)
{
    const std::string body = "for (int i = 0; i < n; i++) if (x[i] > 0) y[i] = x[i] * x[0];";
    auto of_vectors = [&](const std::string &type, std::size_t bytes) {
        machine.vector = bytes;
        const program::Program program = test::extract_program(
            test::function("int n, " + type + " x[restrict n], " + type + " y[restrict n]", body),
            context);
        const test::AnalyzedRegion region = test::analyzed(program);
        const schedule::Tree tree =
            strategies::with_all_vector_loops(program, region.dependences,
                                              schedule::original_schedule_without_kills(program))
                .value();
        return estimate(program, lowering::loops({program, tree}, "c"), machine,
                        assumed_sizes(program).value())
            ->cycles;
    };
    EXPECT_LT(of_vectors("double", 64), 0.6 * of_vectors("double", 32));
    EXPECT_DOUBLE_EQ(of_vectors("short", 64), of_vectors("short", 32));
}

TEST_F(EstimateTest, VectorsAsLongAsLinesCrossThem)
{
    const std::string arrays = "int n, float x[restrict n][n], float y[restrict n][n]";
    const auto with = [&](std::size_t bytes, const std::string &value) {
        machine.compilers_vector = bytes;
        machine.last_cache = 2 << 20;
        return cycles(arrays, "for (int i = 1; i < n - 1; i++)\n"
                              "    for (int j = 1; j < n - 1; j++)\n        x[i][j] = " +
                                  value + ";");
    };
    const std::string places = "y[i][j - 1] + y[i][j] + y[i][j + 1]";
    EXPECT_GT(with(64, places), 1.1 * with(32, places));
    EXPECT_DOUBLE_EQ(with(64, "y[i][j]"), with(32, "y[i][j]"));
    EXPECT_DOUBLE_EQ(with(64, "y[i - 1][j] + y[i + 1][j]"), with(32, "y[i - 1][j] + y[i + 1][j]"));
    machine.crossing = 1;
    EXPECT_LE(with(64, places), with(32, places));
}

/// The conditions always hold.
TEST_F(EstimateTest, ConditionsOfTheSourceKeepItFromVectors)
{
    const std::string arrays = "int n, float *restrict x, float *restrict y";
    const double without = cycles(arrays, "for (int i = 0; i < n; i++)\n    x[i] += y[i];");
    const double with = cycles(
        arrays, "for (int i = 0; i < n; i++)\n    if (i >= 0 && i < n)\n        x[i] += y[i];");
    EXPECT_GT(with, 3 * without);
    const double outside =
        cycles(arrays, "for (int k = 0; k < 100; k++)\n    if (k >= 0)\n        for "
                       "(int i = 0; i < n; i++)\n            x[i] += y[i];");
    EXPECT_LT(outside, 110 * without);
}

TEST_F(EstimateTest, ConditionsOfSeveralStatementsAreEvaluatedOnce)
{
    auto with = [&](const std::string &body) {
        return cycles("int n, const double x[restrict n], double s[restrict 3]",
                      "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { " + body + " }");
    };
    const double together =
        with("if (i != j) { s[0] += x[j]; s[1] -= x[j]; s[2] *= x[j]; s[0] -= x[i]; }");
    const double apart = with("if (i != j) s[0] += x[j]; if (i != j + 1) s[1] -= x[j]; "
                              "if (i != j + 2) s[2] *= x[j]; if (i != j + 3) s[0] -= x[i];");
    EXPECT_LT(1.2 * together, apart);
}

TEST_F(EstimateTest, ShortFunctionsTakeWhatTheyCompute)
{
    auto with = [&](const std::string &function) {
        return estimate_of(function + "\n" +
                           test::function("int n, double x[restrict n]",
                                          "for (int i = 0; i < n; i++) x[i] = g(x[i]);"))
            .cycles;
    };
    const double out_of_sight = with("double g(double d) __attribute__((const));");
    const double shorter = with("static double g(double d) { if (d > 1) d -= 2; return d; }");
    EXPECT_LT(5 * shorter, out_of_sight);
    EXPECT_LT(shorter,
              with("static double g(double d) { if (d > 1) d = d * d * d * d; return d; }"));
}

TEST_F(EstimateTest, WhatAllIterationsComputeIsComputedOnce)
{
    auto with = [&](const std::string &distance) {
        return cycles(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { int d;"
                                " d = i < n - 1 - i ? i : n - 1 - i; d = " +
                                    distance + " < d ? " + distance +
                                    " : d; A[i][j] *= 1.0 - 0.02 * d * d; }");
    };
    EXPECT_LT(1.2 * with("n - 3 * i"), with("n - 3 * j"));
    auto of_row = [&](const std::string &body) {
        return cycles("int n, const double x[restrict n], double A[restrict n][n]",
                      "for (int i = 0; i < n; i++) { double s = x[i], t;"
                      " for (int j = 0; j < n; j++) { " +
                          body + " } }");
    };
    EXPECT_LT(3 * of_row("t = x[i] / 3; A[i][j] = t;"), of_row("s = s / 3; A[i][j] = s;"))
        << "each iteration divides what the one before left";
}

TEST_F(EstimateTest, ConditionsOnOuterLoopsAreTakenOutOfInnermostOnes)
{
    auto with_condition = [&](const std::string &condition) {
        return cycles(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {"
                                " if (" +
                                    condition + ") B[i][j] = 0; A[i][j] += C[i][j]; }");
    };
    EXPECT_LT(2 * with_condition("i == 0"), with_condition("j > 0 && j % 7 != 0"));
}

TEST_F(EstimateTest, RareIterationsWithMuchToDoAreSeen)
{
    double all = cycles(matrices, "for (int i = 0; i < n; i++) {"
                                  " for (int j = 0; j < n; j++) A[i][j] = 0;"
                                  " if (i == 700) for (int j = 0; j < n; j++)"
                                  "  for (int k = 0; k < n; k++) B[j][k] += C[j][k]; }");
    double rare = cycles(matrices, "for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)"
                                   " B[j][k] += C[j][k];");
    EXPECT_GT(all, rare);
}

TEST_F(EstimateTest, SmallParallelLoopsDoNotPay)
{
    auto work = [&](const std::string &size) {
        Estimate estimate =
            estimate_of(test::function("double x[restrict " + size + "]",
                                       "for (int i = 0; i < " + size + "; i++) x[i] = 2 * x[i];"),
                        true);
        EXPECT_EQ(estimate.parallel_loops.size(), 1U);
        return estimate.parallel_loops.begin()->second;
    };
    EXPECT_FALSE(work("1000").pays());
    EXPECT_TRUE(work("1000000").pays());
}

TEST_F(EstimateTest, LinesThatThreadsShareCost)
{
    auto pays = [&](const std::string &array, const std::string &element) {
        std::string loops = "for (int j = 0; j < 16; j++) for (int i = 1; i < 100000; i++) ";
        Estimate found =
            estimate_of(test::function("double " + array, loops + element + " *= 2;"), true);
        return found.parallel_loops.begin()->second.pays();
    };
    EXPECT_TRUE(pays("x[restrict 16][100000]", "x[j][i]"));
    EXPECT_FALSE(pays("x[restrict 100000][16]", "x[i][j]"));
}

TEST_F(EstimateTest, ThreadsGetWhatOneMayHaveInItsCache)
{
    auto least_work = [&](std::size_t cache) {
        machine.second_cache = cache;
        const Estimate found =
            estimate_of(test::function("double x[restrict 60000]",
                                       "for (int i = 0; i < 60000; i++) x[i] = 2 * x[i];"),
                        true);
        return found.parallel_loops.begin()->second.min_cycles;
    };
    EXPECT_GT(least_work(1 << 20), 2 * least_work(1 << 16)) << "half of 60000 elements, or none";
}

TEST_F(EstimateTest, BuffersInFrontOfParallelLoopsMakeThreadsStartAnew)
{
    program::Program program = test::extract_program(
        test::function("int n, double x[restrict n], double y[restrict n], double t[restrict n]",
                       "for (int s = 0; s < n; s++) {"
                       " for (int i = 0; i < n; i++) t[i] = x[i] + y[s];"
                       " for (int i = 1; i < n; i++) y[i] = y[i - 1] + t[i]; }"),
        context);
    const ast::NodePtr code =
        lowering::loops({program, test::in_order_of_source(program, true)}, "c");
    EXPECT_FALSE(passes_through_buffers(program, *code));
    const auto buffer = std::ranges::find(program.arrays, "t", &program::Array::name);
    buffer->is_declared_by_extents = true;
    EXPECT_TRUE(passes_through_buffers(program, *code));
}

TEST_F(EstimateTest, RegionsStartWithTheirChecks)
{
    auto start = [&](const std::string &declarations) {
        program::Program program = test::extract_program(
            test::function("int n, " + declarations,
                           "for (int i = 0; i < n; i++)"
                           " for (int j = 0; j < n; j++) a[i][j] += b[i][j];"),
            context);
        return region_start_cycles(program, machine, AssumedSizes(program).values(100).value());
    };
    const double least = start("double a[restrict n][n], double b[restrict n][n]");
    EXPECT_EQ(least, double(machine.region_start));
    EXPECT_GT(start("double a[n][n], double b[n][n]"), least);
    EXPECT_GT(start("double **a, double **b"), 100 * least) << "rows are sorted";
}

TEST_F(EstimateTest, TrianglesAreUneven)
{
    Estimate found = estimate_of(
        test::function(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++)"
                                 " for (int k = 0; k < n; k++) A[i][j] += B[i][k] * C[k][j];"),
        true);
    ASSERT_EQ(found.parallel_loops.size(), 1U);
    EXPECT_GT(found.parallel_loops.begin()->second.handed_out, 0);
}

TEST_F(EstimateTest, AssumedSizesAreUsualOnesThatTheContextAllows)
{
    program::Program program = test::extract_program(R"(
void f(int n, int m, double A[restrict n][m])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 0;
#pragma endscop
}
)",
                                                     context);
    program.context = isl::set(context.get(), "[n, m] -> { : 5 <= n <= 50 and 3 m >= 7000 + n }");
    ast::Values expected = {{"n", 50}, {"m", 2350}};
    EXPECT_EQ(assumed_sizes(program), expected);
    expected = {{"n", 7}, {"m", 2336}};
    EXPECT_EQ(AssumedSizes(program).values(1000, isl::set(context.get(), "[n, m] -> { : n = 7 }")),
              expected);
    expected = {{"n", 20}, {"m", 2340}};
    EXPECT_EQ(AssumedSizes(program).values(20), expected);
    program.context = isl::set(context.get(), "[n, m] -> { : n > m > n }");
    EXPECT_EQ(assumed_sizes(program), std::nullopt);
}

TEST_F(EstimateTest, AssumedSizesKeepSubscriptsInArraysOfConstantSize)
{
    program::Program program = test::extract_program(R"(
void f(int n, int k, double A[64][64], double B[][40])
{
#pragma scop
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j <= 10; j++)
            A[k + 1][i + 1] += B[i][j];
#pragma endscop
}
)",
                                                     context);
    ast::Values expected = {{"n", 64}, {"k", 62}};
    EXPECT_EQ(assumed_sizes(program), expected);
}

TEST_F(EstimateTest, LoopsThatStartFromAParameterHaveIterations)
{
    program::Program program = test::extract_program(R"(
void f(int first, int last, int middle, int end, double *restrict A, double *restrict B)
{
#pragma scop
    for (int i = first; i <= last; i++)
        A[i] = 0;
    for (int i = 0; i < middle; i++)
        B[i] = 1;
    for (int i = middle; i < end; i++)
        B[i] = 2;
#pragma endscop
}
)",
                                                     context);
    ast::Values expected = {{"first", 1}, {"last", 1000}, {"middle", 500}, {"end", 1000}};
    EXPECT_EQ(assumed_sizes(program), expected);
}

TEST_F(EstimateTest, NumbersThatAreTooLargeHaveNoEstimate)
{
    program::Program program = test::extract_program(
        test::function(
            "long n, double *restrict x",
            "for (long i = 0; i < 4000000000000000000; i++) x[0] += 4000000000000000000 * n;"),
        context);
    schedule::Tree tree = test::in_order_of_source(program, false);
    ast::Values sizes = assumed_sizes(program).value();
    EXPECT_NO_THROW(estimate(program, lowering::loops({program, tree}, "c"), machine, sizes));
}

} // namespace

} // namespace espalier::machine
