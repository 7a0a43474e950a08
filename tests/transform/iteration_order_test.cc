#include "espalier/transform/iteration_order.h"

#include "espalier/transform/expressions.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"
#include "tests/support/schedule_forms.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using test::refusal;
using test::rows;

/// Columns of Gamma: n, m, 1.
class IterationOrder : public testing::Test {
protected:
    presburger::Context context;
    MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j < m; j++)
    S2:         x[i] += A[i][j];
        }
        for (int k = n - 1; k >= 0; k--)
            for (int l = 0; l <= k; l++)
    S3:         B[k][l] = y[l];)",
                                             context);

    void expect(const MatrixView &result, const std::string &label,
                const std::string &expected) const
    {
        EXPECT_EQ(rows(result, label), expected);
        EXPECT_EQ(find_irregularity(result), std::nullopt);
        EXPECT_EQ(test::beta_vectors(result), test::beta_vectors(view));
    }
    isl::aff value(const std::string &text) const { return constant_value(view.program, text); }
};

TEST_F(IterationOrder, StartsAsInTheSource)
{
    expect(view, "S1", "i: [1 | 0 0 0]");
    expect(view, "S2", "i: [1 0 | 0 0 0]; j: [0 1 | 0 0 0]");
    expect(view, "S3", "k: [-1 0 | 0 0 0]; l: [0 1 | 0 0 0]");
}

TEST_F(IterationOrder, UnimodularMultipliesTheRows)
{
    expect(unimodular(view, {1}, {{1, 1}, {2, 3}}), "S3", "k: [-1 1 | 0 0 0]; l: [-2 3 | 0 0 0]");
    MatrixView shifted = shift(view, {0}, 0, value("2n - m + 1"));
    expect(unimodular(shifted, {0, 1}, {{0, 1}, {-1, 4}}), "S2",
           "i: [0 1 | 0 0 0]; j: [-1 4 | -2 1 -1]");
}

TEST_F(IterationOrder, ASmallerMatrixIsAboutTheOutermostRows)
{
    MatrixView reversed = unimodular(view, {}, {{-1}});
    expect(reversed, "S1", "i: [-1 | 0 0 0]");
    expect(reversed, "S2", "i: [-1 0 | 0 0 0]; j: [0 1 | 0 0 0]");
    expect(reversed, "S3", "k: [1 0 | 0 0 0]; l: [0 1 | 0 0 0]");
    expect(unimodular(view, {}, {}), "S3", rows(view, "S3"));
}

TEST_F(IterationOrder, UnimodularNeedsAUnimodularMatrix)
{
    EXPECT_EQ(refusal([&] { unimodular(view, {1}, {{1, 1}, {1, -1}}); }),
              "E111: the determinant of the matrix is -2, and so it is not unimodular");
    EXPECT_EQ(refusal([&] { unimodular(view, {1}, {{0, 0}, {0, 1}}); }),
              "E111: the determinant of the matrix is 0, and so it is not unimodular");
    EXPECT_EQ(refusal([&] { unimodular(view, {1}, {{1, 0}}); }),
              "E111: a matrix of 1 rows has to have as many columns, not 2");
    EXPECT_EQ(refusal([&] { unimodular(view, {1}, {{1, 0}, {1}}); }),
              "E111: a matrix of 2 rows has to have as many columns, not 1");
    EXPECT_EQ(refusal([&] { unimodular(view, {0}, {{0, 1}, {1, 0}}); }),
              "E111: `S1` is in 1 loops; it has no loop at depth 2");
    EXPECT_EQ(refusal([&] { unimodular(view, {4}, {{1}}); }),
              "E111: no statement has a beta vector that starts with [4]");
}

TEST_F(IterationOrder, InterchangeSwapsRowsWithTheirNames)
{
    MatrixView result = interchange(view, {1}, 0, 1);
    expect(result, "S3", "l: [0 1 | 0 0 0]; k: [-1 0 | 0 0 0]");
    expect(result, "S2", rows(view, "S2"));
    expect(interchange(view, {0, 1}, 1, 0), "S2", "j: [0 1 | 0 0 0]; i: [1 0 | 0 0 0]");
    expect(interchange(view, {1}, 1, 1), "S3", rows(view, "S3"));
}

TEST_F(IterationOrder, InterchangeOfOneStatementLeavesTheOthers)
{
    MatrixView result = interchange(view, {0, 1}, 0, 1);
    expect(result, "S1", rows(view, "S1"));
    schedule::Tree tree = schedule_tree(result);
    EXPECT_TRUE(is_equal(schedule_tree(matrix_view(view.program, tree)), tree));
}

TEST_F(IterationOrder, SkewAddsARow)
{
    expect(skew(view, {1}, 1, 0, 3), "S3", "k: [-1 0 | 0 0 0]; l: [-3 1 | 0 0 0]");
    expect(skew(view, {1}, 0, 1, -2), "S3", "k: [-1 -2 | 0 0 0]; l: [0 1 | 0 0 0]");
    expect(skew(view, {1}, 0, 1, 0), "S3", rows(view, "S3"));
    EXPECT_EQ(refusal([&] { skew(view, {1}, 1, 1, 2); }),
              "E111: a loop cannot be skewed by itself");
}

TEST_F(IterationOrder, ReverseNegatesARow)
{
    expect(reverse(view, {1}, 0), "S3", "k: [1 0 | 0 0 0]; l: [0 1 | 0 0 0]");
    expect(reverse(shift(view, {1}, 1, value("n - 1")), {1}, 1), "S3",
           "k: [-1 0 | 0 0 0]; l: [0 -1 | -1 0 1]");
}

TEST_F(IterationOrder, ShiftAddsToGamma)
{
    expect(shift(view, {0, 1}, 1, value("3n - 2 * m + 5")), "S2",
           "i: [1 0 | 0 0 0]; j: [0 1 | 3 -2 5]");
    expect(shift(view, {}, 0, value("-1")), "S3", "k: [-1 0 | 0 0 -1]; l: [0 1 | 0 0 0]");
}

TEST_F(IterationOrder, ShiftsByIntegersOnly)
{
    EXPECT_EQ(refusal([&] { shift(view, {1}, 0, value("floor(n/2)")); }),
              "E111: a loop can be shifted by whole multiples of symbolic constants and numbers "
              "alone, without floor and mod");
    EXPECT_EQ(refusal([&] { value("n/2"); }),
              "E111: `n/2` cannot be read as an affine expression in the names: n, m, with integer "
              "values; floor(...) rounds");
}

TEST_F(IterationOrder, EachNeedsTheRowsItNames)
{
    std::string missing = "E111: `S1` is in 1 loops; it has no loop at depth 2";
    EXPECT_EQ(refusal([&] { interchange(view, {0}, 0, 1); }), missing);
    EXPECT_EQ(refusal([&] { skew(view, {0}, 0, 1, 1); }), missing);
    EXPECT_EQ(refusal([&] { reverse(view, {0}, 1); }), missing);
    EXPECT_EQ(refusal([&] { shift(view, {0}, 1, value("1")); }), missing);
    std::string nothing = "E111: no statement has a beta vector that starts with [2]";
    EXPECT_EQ(refusal([&] { interchange(view, {2}, 0, 1); }), nothing);
    EXPECT_EQ(refusal([&] { skew(view, {2}, 0, 1, 1); }), nothing);
    EXPECT_EQ(refusal([&] { reverse(view, {2}, 0); }), nothing);
    EXPECT_EQ(refusal([&] { shift(view, {2}, 0, value("1")); }), nothing);
}

TEST_F(IterationOrder, ValuesAreAffineInTheSymbolicConstants)
{
    EXPECT_EQ(refusal([&] { value("i + 1"); }),
              "E111: `i + 1` cannot be read as an affine expression in the names: n, m");
    for (const char *text : {"", "n * m", "1), (2", "n) : n > (3", "n] -> [n", "(n", "2^2^2^2^2^2"})
        EXPECT_EQ(refusal([&] { value(text); }).substr(0, 7), "E111: `") << text;
}

} // namespace
} // namespace espalier::transform
