// Scalars that give way to the element that they stand for.

#include "espalier/transform/demotion.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

class Demotions : public test::TransformedRegion {
protected:
    /// A scalar that starts as `C[i][j]` where a condition holds, collects a sum, and ends as some
    /// statements say.
    void sum_is(const std::string &end, const std::string &condition = "i >= 0")
    {
        region_is(fmt::format(R"(
    double t;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {{
            if ({})
                t = C[i][j];
            for (int k = 0; k < n; k++)
                t -= D[i][k] * E[k][j];
            {}
        }}
#pragma endscop
)",
                              condition, end));
    }

    /// The code without scalars, which does what the source does.
    std::string demoted_code()
    {
        auto found = with_scalars_demoted(file->regions.front().program, dependences);
        if (!found)
            return "none";
        expect_same_output(original_view(*found));
        return code(original_view(*found));
    }
};

TEST_F(Demotions, OfASum)
{
    sum_is("C[i][j] = t / 3;");
    std::string text = demoted_code();
    EXPECT_THAT(text, HasSubstr("C[c0][c1] -= D[c0][c2] * E[c2][c1];"));
    EXPECT_THAT(text, HasSubstr("C[c0][c1] = C[c0][c1] / 3;"));
    EXPECT_THAT(text, Not(HasSubstr("t = ")));
}

/// A scalar that starts as some value, collects a sum, and ends as some statements say.
TEST_F(Demotions, OfASumThatStartsAsAnyValue)
{
    auto sum_from = [&](const std::string &start, const std::string &end) {
        region_is(fmt::format(R"(
    double t;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {{
            t = {};
            for (int k = 0; k < n; k++)
                t -= D[i][k] * E[k][j];
            {}
        }}
#pragma endscop
)",
                              start, end));
        return demoted_code();
    };
    std::string text = sum_from("0", "C[i][j] = t;");
    EXPECT_THAT(text, HasSubstr("C[c0][c1] = 0;"));
    EXPECT_THAT(text, HasSubstr("C[c0][c1] -= D[c0][c2] * E[c2][c1];"));
    EXPECT_THAT(text, Not(HasSubstr("C[c0][c1] = C[c0][c1]"))) << "copies to itself go";
    EXPECT_THAT(text, Not(HasSubstr("t = ")));
    EXPECT_THAT(sum_from("x[i] * 2", "C[i][j] = t / x[j];"),
                HasSubstr("C[c0][c1] = C[c0][c1] / x[c1];"));
    EXPECT_THAT(sum_from("2 * C[i][j]", "C[i][j] = t;"), HasSubstr("C[c0][c1] = 2 * C[c0][c1];"));
    EXPECT_THAT(sum_from("C[i][j]", "C[j][i] = t;"), HasSubstr("C[c1][c0] = C[c0][c1];"));
    EXPECT_EQ(sum_from("0", "C[i][j] += t;"), "none") << "the element's own value is needed";
    EXPECT_EQ(sum_from("0", "C[i][j] = t + C[j][i];"), "none") << "the same one on the diagonal";
    EXPECT_EQ(sum_from("0", "D[i][j] = t;"), "none") << "the sum reads the element";
    EXPECT_EQ(sum_from("0", "if (i < j) C[i][j] = t;"), "none") << "elsewhere it keeps its value";
}

TEST_F(Demotions, OfEachOfTwoSums)
{
    region_is(R"(
    double t;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t = 0;
            for (int k = 0; k < n; k++)
                t += D[i][k] * E[k][j];
            C[i][j] = t;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t = 1;
            for (int k = 0; k < n; k++)
                t += C[i][k] * E[k][j];
            D[i][j] = t;
        }
#pragma endscop
)");
    std::string text = demoted_code();
    EXPECT_THAT(text, HasSubstr("C[c0][c1] += D[c0][c2] * E[c2][c1];"));
    EXPECT_THAT(text, HasSubstr("D[c0][c1] += C[c0][c2] * E[c2][c1];"));
}

/// Factors of matrices with the diagonal in an array of its own.
TEST_F(Demotions, WhereTheElementIsOverwrittenLater)
{
    auto diagonal_apart = [&](const std::string &behind) {
        region_is(fmt::format(R"(
    double t;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {{
            t = C[i][j];
            for (int k = 0; k < n; k++)
                t -= D[i][k] * E[k][j];
            if (i == j)
                x[i] = t;
            else
                C[i][j] = t / 3;
        }}
    for (int i = 0; i < n; i++)
        {}
#pragma endscop
)",
                              behind));
        return demoted_code();
    };
    const std::string text = diagonal_apart("C[i][i] = x[i];");
    EXPECT_THAT(text, HasSubstr("C[c0][c1] -= D[c0][c2] * E[c2][c1];"));
    EXPECT_THAT(text, HasSubstr("x[c0] = C[c0][c0];"));
    EXPECT_EQ(diagonal_apart("C[i][i] += x[i];"), "none") << "its value is read before";
    EXPECT_EQ(diagonal_apart("if (i > 0) C[i][i] = x[i];"), "none") << "one of them stays";
}

/// As calls that were expanded leave them.
TEST_F(Demotions, ThroughCopiesOfScalars)
{
    sum_is("double r = t;\n            C[i][j] = r / 3;");
    const std::string text = demoted_code();
    EXPECT_THAT(text, HasSubstr("C[c0][c1] = C[c0][c1] / 3;"));
    EXPECT_THAT(text, Not(HasSubstr("r = ")));
}

TEST_F(Demotions, RefusedWhereTheElementKeepsItsValue)
{
    sum_is("if (i > 3) C[i][j] = t;");
    EXPECT_EQ(demoted_code(), "none") << "in some iterations";
    sum_is("x[i] += t;");
    EXPECT_EQ(demoted_code(), "none");
}

TEST_F(Demotions, RefusedWhereTheScalarIsUsedBehindTheEnd)
{
    sum_is("C[i][j] = t / 3;\n            x[i] += t;");
    EXPECT_EQ(demoted_code(), "none");
    sum_is("C[i][j] = t * 2;\n            t += 1;\n            x[i] += t;");
    EXPECT_EQ(demoted_code(), "none");
    sum_is("for (int l = 0; l < 2; l++)\n                C[i][j] = t * 2;");
    EXPECT_EQ(demoted_code(), "none") << "the end would be repeated on its own result";
}

TEST_F(Demotions, RefusedWhereTheScalarKeepsItsValue)
{
    sum_is("C[i][j] = t;", "j % 2 == 0");
    EXPECT_EQ(demoted_code(), "none") << "from one iteration to the next";
}

TEST_F(Demotions, RefusedWhereOthersAccessTheElement)
{
    sum_is("x[j] = C[i][j];\n            C[i][j] = t;");
    EXPECT_EQ(demoted_code(), "none");
    sum_is("C[i][j] = t + C[i][0];");
    EXPECT_EQ(demoted_code(), "none");
}

} // namespace
} // namespace espalier::transform
