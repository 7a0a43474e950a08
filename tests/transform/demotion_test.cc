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
        expect_same_output(original_scop(*found));
        return code(original_scop(*found));
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

TEST_F(Demotions, RefusedWhereTheElementKeepsItsValue)
{
    sum_is("if (i > 3) C[i][j] = t;");
    EXPECT_EQ(demoted_code(), "none") << "in some iterations";
    sum_is("x[i] += t;");
    EXPECT_EQ(demoted_code(), "none");
    sum_is("C[j][i] = t;");
    EXPECT_EQ(demoted_code(), "none") << "another one ends as the scalar";
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
