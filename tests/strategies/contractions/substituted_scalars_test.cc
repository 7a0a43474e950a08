// Contractions of which a part was computed beforehand.

#include "espalier/strategies/contractions/substituted_scalars.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SubstitutedScalars : public test::TransformedRegion {
protected:
    /// The code of a product without its scalars, which does what the source does.
    std::string substituted(const std::string &steps)
    {
        region_is(fmt::format(R"(
    double t = 0, s = 2;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {{
            {}
        }}
#pragma endscop
)",
                              steps));
        auto found = with_scalars_substituted(file->regions.front().program, dependences);
        if (!found)
            return "none";
        expect_same_output(transform::original_view(*found));
        return code(transform::original_view(*found));
    }
};

TEST_F(SubstitutedScalars, CopiesOfElements)
{
    EXPECT_THAT(substituted("double a = D[i][k];\n"
                            "for (int j = 0; j < n; j++) C[i][j] += a * E[k][j];"),
                AllOf(HasSubstr("C[c0][c2] += D[c0][c1] * E[c1][c2];"), Not(HasSubstr("a = "))));
}

TEST_F(SubstitutedScalars, Arithmetic)
{
    EXPECT_THAT(substituted("double a = s * D[i][k] - x[i];\n"
                            "for (int j = 0; j < n; j++) C[i][j] += a * E[k][j] * a;"),
                HasSubstr("C[c0][c2] += (s * D[c0][c1] - x[c0]) * E[c1][c2] * "
                          "(s * D[c0][c1] - x[c0]);"));
}

TEST_F(SubstitutedScalars, StayWhereOthersUseThem)
{
    EXPECT_THAT(substituted("double a = D[i][k];\n"
                            "for (int j = 0; j < n; j++) C[i][j] += a * E[k][j];\n"
                            "x[k] = a;"),
                AllOf(HasSubstr("a = D[c0][c1];"), HasSubstr("+= D[c0][c1] * E[c1][c2];")));
    EXPECT_THAT(substituted("t = D[i][k];\n"
                            "for (int j = 0; j < n; j++) C[i][j] += t * E[k][j];"),
                HasSubstr("+= D[c0][c1] * E[c1][c2];"));
}

TEST_F(SubstitutedScalars, OfIterationsBefore)
{
    EXPECT_THAT(substituted("if (k % 2 == 0) t = D[i][k];\n"
                            "for (int j = 0; j < n; j++) C[i][j] += t * E[k][j];"),
                HasSubstr("C[c0][c2] += D[c0][c1 - c1 % 2] * E[c1][c2];"));
}

TEST_F(SubstitutedScalars, ThatAreStoredNext)
{
    EXPECT_THAT(substituted("double a = D[i][k] / s; D[i][k] = a;\n"
                            "for (int j = 0; j < n; j++) C[i][j] += a * E[k][j];"),
                AllOf(HasSubstr("D[c0][c1] = D[c0][c1] / s;"),
                      HasSubstr("C[c0][c2] += D[c0][c1] * E[c1][c2];"), Not(HasSubstr("a = "))));
    EXPECT_EQ(substituted("double a = D[i][k] / s; D[i][k] = a;\n"
                          "for (int j = 0; j < n; j++) { D[i][j] += a * E[k][j]; }"),
              "none")
        << "D[i][k] is updated for j = k";
}

TEST_F(SubstitutedScalars, RefusedWhereTheValueChanges)
{
    EXPECT_EQ(substituted("double a = C[i][k];\n"
                          "for (int j = 0; j < n; j++) C[i][j] += a * E[k][j];"),
              "none")
        << "C[i][k] is updated for j = k";
    EXPECT_EQ(substituted("if (k % 2 == 1) t = D[i][k];\n"
                          "for (int j = 0; j < n; j++) C[i][j] += t * E[k][j];"),
              "none")
        << "t may be from before";
    EXPECT_EQ(substituted("float a = D[i][k];\n"
                          "for (int j = 0; j < n; j++) C[i][j] += a * E[k][j];"),
              "none")
        << "the scalar is rounded";
}

} // namespace
} // namespace espalier::strategies
