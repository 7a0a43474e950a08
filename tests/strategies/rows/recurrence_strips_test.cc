#include "espalier/strategies/rows/recurrence_strips.h"

#include "espalier/dependence/storage.h"
#include "espalier/presburger/context.h"
#include "espalier/strategies/resolved_roles.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace espalier::strategies {
namespace {

using transform::LoopKind;

class RecurrenceStrips : public testing::Test {
protected:
    /// What becomes of the body of a function, see test::in_function.
    std::optional<transform::MatrixView> strips(const std::string &body, bool parallel = false)
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        std::optional<Candidate> found =
            recurrences_in_strips(transform::original_view(region.program), {}, region.dependences,
                                  machine::Machine(), parallel);
        if (!found)
            return std::nullopt;
        const transform::MatrixView view = transform::matrix_view(found->plan);
        EXPECT_EQ(find_irregularity(view), std::nullopt);
        schedule::Tree tree = schedule_tree(view);
        tree = with_resolved_roles({{}, parallel}, view.program,
                                   dependence::analyze_in_order(view.program, tree), tree);
        EXPECT_TRUE(
            dependence::storage_violations(region.program, region.dependences, view.program, tree)
                .empty());
        EXPECT_TRUE(has_iterations_apart(view));
        return view;
    }

    /// Whether some loop around one in vector lanes keeps its iterations apart.
    static bool has_iterations_apart(const transform::MatrixView &view)
    {
        return std::ranges::any_of(view.statements, [](const transform::Statement &statement) {
            return std::ranges::any_of(statement.rows, [](const transform::Row &row) {
                return row.role && row.role->keeps_iterations_apart;
            });
        });
    }

    /// "ii| j iv k*": the rows of a statement, with | for parallel loops, + for those joined to
    /// them, v for vector loops, and * for those that are unrolled.
    static std::string loops(const transform::MatrixView &view, const std::string &label)
    {
        std::string result;
        for (const transform::Row &row : test::statement(view, label).rows)
            result += (result.empty() ? "" : " ") + row.name +
                      (row.kind() == LoopKind::parallel ? "|" : "") +
                      (row.kind() == LoopKind::joined ? "+" : "") +
                      (row.kind() == LoopKind::vector ? "v" : "") +
                      (row.option == schedule::LoopOption::unroll ? "*" : "");
        return result;
    }

    presburger::Context context;
};

TEST_F(RecurrenceStrips, OfRows)
{
    const std::string rows = R"(
        for (int i = 0; i < n; i++) {
    S1:     A[i][0] = 0;
            for (int j = 1; j < n; j++)
    S2:         A[i][j] += A[i][j - 1] / 2;
        })";
    std::optional<transform::MatrixView> result = strips(rows);
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "S1[0, 0, 0] start[0, 0, 1] S2[0, 1, 0, 0] pass_on[0, 1, 0, 1]")
        << "each row keeps its last value";
    EXPECT_EQ(loops(*result, "S1"), "ii iv");
    EXPECT_EQ(loops(*result, "S2"), "ii j iv");
    EXPECT_EQ(test::stride(test::statement(*result, "S2"), 0), 16);
    EXPECT_EQ(loops(*strips(rows, true), "S2"), "ii| j iv");
}

TEST_F(RecurrenceStrips, InsideOfALoopOverTime)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int t = 0; t < m; t++) {
            for (int i = 0; i < n; i++)
                for (int j = 1; j < n; j++)
    S1:             A[i][j] += A[i][j - 1] / 2;
            for (int i = 0; i < n; i++)
                for (int j = 1; j < n; j++)
    S2:             A[j][i] += A[j - 1][i] / 2;
        })",
                                                         true);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S1"), "t ii| j iv");
    EXPECT_EQ(loops(*result, "S2"), "t ii| j iv");
    EXPECT_EQ(test::beta_vectors(*result), "start[0, 0, 0, 0] S1[0, 0, 1, 0, 0] "
                                           "pass_on[0, 0, 1, 0, 1] S2[0, 1, 0, 0, 0]")
        << "not to be fused; columns find their last values beside each other";
}

TEST_F(RecurrenceStrips, ThreadsGetStripsWhereTheyWouldWaitForEachOtherInEachRow)
{
    const std::string both = R"(
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
    S1:         A[i][j] += A[i][j - 1] / 2;
        for (int j = 0; j < n; j++)
    S2:     A[0][j] = B[0][j];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
    S3:         A[i][j] += A[i - 1][j] / 2;)";
    std::optional<transform::MatrixView> alone = strips(both), shared = strips(both, true);
    ASSERT_TRUE(alone && shared);
    EXPECT_EQ(loops(*alone, "S3"), "i j") << "as fast along rows";
    EXPECT_EQ(loops(*shared, "S1"), "ii| j iv");
    EXPECT_EQ(loops(*shared, "S3"), "jj| i jv");
    EXPECT_EQ(loops(*shared, "S2"), "jj| jv") << "runs with what it begins";
}

TEST_F(RecurrenceStrips, NeighboursRunTogether)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n; j++)
    S1:         A[i][j] += A[i][j - 1] / 2;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S2:         B[i][j] = A[i][j];)");
    ASSERT_TRUE(result);
    EXPECT_EQ(test::beta_vectors(*result),
              "start[0, 0, 0] S1[0, 1, 0, 0] pass_on[0, 1, 0, 1] S2[0, 2, 0, 0]");
    EXPECT_EQ(loops(*result, "S1"), "ii j iv");
    EXPECT_EQ(loops(*result, "S2"), "ii i j") << "its vectors are along j";
}

TEST_F(RecurrenceStrips, ThreadsShareTheLoopInsideAsWell)
{
    const std::string channels = R"(
        for (int h = 0; h < 3; h++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 1000; j++)
                    for (int k = 0; k < m; k++)
    S1:                 x[4000 * h + 1000 * i + j] += A[i][k] * y[k + j];)";
    std::optional<transform::MatrixView> result = strips(channels, true);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S1"), "h| i+ jj k jv");
    EXPECT_EQ(loops(*strips(channels), "S1"), "h i jj k jv");
}

TEST_F(RecurrenceStrips, ScalarsGetCopies)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int i = 0; i < n; i++) {
            double last = 0;
            for (int j = 0; j < n; j++) {
                A[i][j] += last;
                last = A[i][j] / 2;
            }
        })");
    ASSERT_TRUE(result);
    EXPECT_EQ(result->program.arrays.back().name, "last_strip");
}

TEST_F(RecurrenceStrips, AlongElementsThatAreBesideEachOther)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                for (int j = 1; j < n; j++)
    S1:             A[j][l] += A[j - 1][l] / (k + 1);)");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S1"), "k ll j lv");
    result = strips(R"(
        for (int l = 0; l < n; l++)
            for (int k = 0; k < n; k++)
                for (int j = 1; j < n; j++)
    S1:             A[j][l] += A[j - 1][l] / (k + 1);)");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S1"), "ll k j lv");
}

TEST_F(RecurrenceStrips, SumsInScalarsOfWhatIsBesideEachOther)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < m; k++)
    F:          sum += y[k] * x[i + k];
            x[i] = sum;
        })");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "F"), "ii k iv") << "before any of them stores its own";
    result = strips(R"(
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 1; k < m; k++)
                sum += y[k] * x[i - k + m];
            x[i + m] = sum;
        })");
    EXPECT_FALSE(result) << "values of other iterations are read";
    result = strips(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < 9; k++)
                    for (int l = 0; l < 9; l++)
    F:                  sum += A[i + k][j + l] * x[k];
                B[i][j] = sum;
            })");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "F"), "i jj k jv l*");
    EXPECT_EQ(result->program.arrays.back().name, "sum_strip");
    result = strips(R"(
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    double sum = 0;
                    for (int l = 0; l < 9; l++)
    F:                  sum += A[i][j + l] * B[k][l];
                    x[(k * n + i) * n + j] = sum;
                })");
    ASSERT_TRUE(result) << "there is a loop between with nothing to be gained";
    EXPECT_EQ(loops(*result, "F"), "k i jj jv l*");
}

TEST_F(RecurrenceStrips, AddAllTermsOfShortLoopsInARegister)
{
    auto order_of_sum = [&](const std::string &inner, const std::string &statement) {
        std::optional<transform::MatrixView> result = strips(R"(
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    for (int c = 0; c < n; c++)
                        )" + inner + statement);
        return result ? loops(*result, "F") : "none";
    };
    const std::string sum = "F: B[i][j] += A[c + k][j + l] * x[3 * k + l];";
    EXPECT_EQ(order_of_sum("for (int k = 0; k < 3; k++) for (int l = 0; l < 3; l++)", sum),
              "i jj c jv k* l*");
    EXPECT_EQ(order_of_sum("for (int k = 0; k < 3; k++) for (int l = k; l < 3; l++)", sum),
              "i jj c jv k* l*")
        << "none of them has more than three iterations";
    EXPECT_EQ(order_of_sum("for (int k = 0; k < m; k++) for (int l = 0; l < 3; l++)", sum),
              "i jj c k jv l*");
    EXPECT_EQ(order_of_sum("for (int k = 0; k < 3; k++) for (int l = 0; l < m; l++)", sum),
              "i jj c k l jv");
    EXPECT_EQ(order_of_sum("for (int k = 0; k < 6; k++) for (int l = 0; l < 6; l++)", sum),
              "i jj c k jv l*")
        << "these are too many copies";
    EXPECT_EQ(order_of_sum("for (int k = 0; k < 3; k++)", "F: B[k + 1][j] += B[k][j] * x[c];"),
              "i jj c k jv")
        << "each of them adds to another element";
}

TEST_F(RecurrenceStrips, AreLongWhereNoLoopsAreInside)
{
    auto description = [&](const std::string &terms) {
        const test::AnalyzedRegion region = test::analyzed(test::extract_program(
            test::in_function("for (int i = 0; i < n; i++)"
                              " for (int j = 0; j < n; j++)"
                              "  for (int k = 0; k < " +
                              terms + "; k++) B[i][j] += A[i][j + k] * x[k];"),
            context));
        const auto found = recurrences_in_strips(transform::original_view(region.program), {},
                                                 region.dependences, machine::Machine(), false);
        return found ? found->description : "none";
    };
    EXPECT_EQ(description("3"), "recurrences of 512 iterations run side by side");
    EXPECT_EQ(description("m"), "recurrences of 16 iterations run side by side");
}

TEST_F(RecurrenceStrips, OfSumsWhoseFactorsAreInScalars)
{
    const test::AnalyzedRegion region = test::analyzed(test::extract_program(test::in_function(R"(
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
    Z:          B[i][j] = 0;
            for (int k = 0; k < n; k++)
                for (int l = 0; l < 3; l++) {
                    const double weight = x[3 * k + l];
                    for (int j = 0; j < n; j++)
    F:                  B[i][j] += A[i + k][j + l] * weight;
                }
        })"),
                                                                             context));
    const machine::Machine machine;
    const Tiling tiling;
    std::optional<Candidate> found;
    recurrence_strips().propose({region.program, region.dependences, machine, tiling, false},
                                [&](const Candidate &candidate) {
                                    found = candidate;
                                    return true;
                                });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->plan.steps, "substitute_scalars()\nrecurrences_in_strips()\n");
    const transform::MatrixView view = transform::matrix_view(found->plan);
    EXPECT_EQ(view.statements.size(), 3) << "what sets, what adds, and what copies sums out";
    EXPECT_EQ(loops(view, "F"), "i jj k jv l*");
}

/// Scratch memory for one line that all lines share.
TEST_F(RecurrenceStrips, OfLinesWithScratchMemory)
{
    const std::string lines = R"(
        for (int i = 0; i < n; i++) {
            x[0] = 1;
            for (int j = 1; j < n; j++)
    P:          x[j] = A[j][i] / x[j - 1];
            for (int j = 1; j < n; j++)
    A:          A[j][i] = A[j - 1][i] + x[j];
        })";
    for (bool parallel : {false, true}) {
        std::optional<transform::MatrixView> result = strips(lines, parallel);
        ASSERT_TRUE(result);
        EXPECT_EQ(loops(*result, "P"), parallel ? "ii| j iv" : "ii j iv");
        const program::Array &copy = result->program.arrays.back();
        EXPECT_EQ(copy.name, "x_own_strip");
        EXPECT_EQ(copy.extents.size(), 2U);
        EXPECT_EQ(program::constant_extent(copy.extents.back(), 100), 16)
            << "elements of iterations side by side are beside each other";
    }
}

/// With fewer than two elements, the second one has the value of the line before.
TEST_F(RecurrenceStrips, OfLinesThatAreLongEnough)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                x[j] = A[j][i];
            x[1] = x[1] / x[0];
            for (int j = 2; j < n; j++)
    P:          x[j] = x[j] / x[j - 1] - x[j - 2];
            for (int j = 0; j < n; j++)
                A[j][i] = x[j];
        })");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "P"), "ii j iv");
    EXPECT_TRUE(result->program.assumptions.is_subset(
        isl::set(context.get(), "[n, m, k] -> { : n >= 2 or n <= 0 }")));
}

/// Of what the steps leave in B, only the last one's stays.
TEST_F(RecurrenceStrips, ContractsWhatHardlyAnyValueIsLeftIn)
{
    const std::string lines = R"(
        for (int i = 0; i < n; i++) {
            B[i][0] = 1;
            for (int j = 1; j < n; j++)
    P:          B[i][j] = A[j][i] / B[i][j - 1];
            for (int j = 1; j < n; j++)
                A[j][i] = A[j - 1][i] + B[i][j];
        })";
    std::optional<transform::MatrixView> result = strips("for (int t = 0; t < m; t++)\n" + lines);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "P"), "t ii j iv");
    EXPECT_EQ(result->program.arrays.back().name, "B_own_strip");
    EXPECT_EQ(result->program.arrays.back().extents.size(), 2U) << "not three";
    result = strips(lines);
    ASSERT_TRUE(result);
    EXPECT_NE(result->program.arrays.back().name, "B_own_strip") << "all of it stays";
}

TEST_F(RecurrenceStrips, SumsAreInMemoryOfTheirOwn)
{
    auto has_own = [&](const std::string &first, const std::string &count) {
        std::optional<transform::MatrixView> result = strips(R"(
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    )" + first + R"(
                    for (int k = 0; k < )" + count + R"(; k++)
                        B[i][j] += A[i][j + k] * x[k];
                })");
        return result.value().program.arrays.back().name == "B_own_strip";
    };
    EXPECT_TRUE(has_own("B[i][j] = 0;", "m"));
    EXPECT_FALSE(has_own("B[i][j] = 0;", "3")) << "they are unrolled";
    EXPECT_FALSE(has_own("", "m")) << "they go on from what was there";
}

TEST_F(RecurrenceStrips, SumsInElementsOfWhatIsBesideEachOther)
{
    std::optional<transform::MatrixView> result = strips(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < 9; k++)
    F:              B[i][j] += A[i][j + k] * x[k];)");
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "F"), "i jj jv k*");
}

TEST_F(RecurrenceStrips, WhatHasToStayInOrderComesBehindEachStrip)
{
    const std::string largest = R"(
        double most = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum;
    S1:         sum = 0;
                for (int k = 0; k < n; k++)
    S2:             sum += A[i][k] * B[k][j];
    S3:         most = sum > most ? sum : most;
            }
        x[0] = most;)";
    const std::optional<transform::MatrixView> result = strips(largest);
    ASSERT_TRUE(result);
    EXPECT_EQ(loops(*result, "S1"), "i jj jv");
    EXPECT_EQ(loops(*result, "S2"), "i jj k jv");
    EXPECT_EQ(loops(*result, "S3"), "i jj j") << "in order";
}

TEST_F(RecurrenceStrips, NotWhereWhatHasToStayInOrderComesFirst)
{
    EXPECT_FALSE(strips(R"(
        for (int j = 1; j < n; j++) {
            x[j] = 0.5 * x[j - 1];
            double sum = x[j];
            for (int k = 0; k < n; k++)
                sum += A[0][k] * B[k][j];
            A[1][j] = sum;
        })"));
}

TEST_F(RecurrenceStrips, NotWhereNothingIsToBeGained)
{
    EXPECT_FALSE(strips("for (int i = 0; i < n; i++)"
                        "    for (int j = 1; j < n; j++)"
                        "        A[i][j] += A[i - 1][j - 1];"))
        << "neither loop is parallel";
    EXPECT_FALSE(strips("for (int i = 0; i < n; i++)"
                        "    for (int j = 0; j < n; j++)"
                        "        x[i] += A[i][j];"))
        << "sums alone";
    EXPECT_FALSE(strips("for (int i = 0; i < n; i++) {"
                        "    double sum = 0;"
                        "    for (int j = 0; j < n; j++)"
                        "        sum += A[i][j];"
                        "    x[i] = sum; }"))
        << "rows apart from each other";
    EXPECT_FALSE(strips("for (int i = 0; i < n; i++)"
                        "    for (int j = 0; j < n; j++)"
                        "        A[i][j] += B[j][i];"))
        << "nothing is carried";
}

} // namespace
} // namespace espalier::strategies
