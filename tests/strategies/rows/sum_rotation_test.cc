// Sums that run beside what computes their terms.

#include "espalier/strategies/rows/sum_retiming.h"

#include "tests/support/candidates.h"
#include "tests/support/inputs.h"
#include "tests/support/scops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace espalier::strategies {
namespace {

using testing::HasSubstr;

class SumRotation : public test::TransformedRegion {
protected:
    /// What becomes of a loop, which does what the source does; the empty string if nothing does.
    std::string rotated(const std::string &loop)
    {
        region_is("double s = 0, t = 1;\n#pragma scop\n" + loop + "\n#pragma endscop\nx[0] = s;");
        test::AnalyzedRegion region = test::analyzed(file->regions.front().program);
        std::optional<transform::MatrixView> result =
            test::legal_scop(region, sum_retimed(region.program, region.dependences));
        if (!result)
            return "";
        expect_same_output(*result);
        EXPECT_THAT(code(*result), HasSubstr("s = 0;"));
        return test::beta_vectors(*result);
    }
};

TEST_F(SumRotation, BesideItsTerms)
{
    EXPECT_EQ(rotated(R"(
    for (int k = 0; k < n; k++) {
    S1: s = 0;
        for (int i = 0; i < n; i++)
    S2:     s += y[i] * z[i];
    S3: t = 1 / (s + 2);
        for (int i = 0; i < n; i++)
    S4:     y[i] = y[i] * 0.5 + t * z[i];
    })"),
              "S3[0, 0] S1[0, 1] S4[0, 2, 0] S2[0, 2, 1]");
}

/// Levinson's and Durbin's recursion: the last term of a sum is what the iteration ends with.
TEST_F(SumRotation, LooksThroughCopies)
{
    EXPECT_EQ(rotated(R"(
    for (int k = 0; k < n; k++) {
    S1: s = 0;
        for (int i = 0; i < k; i++)
    S2:     s += x[k - i - 1] * y[i];
    S3: t = -(x[k] + s) * 0.01;
        for (int i = 0; i < k; i++)
    S4:     z[i] = y[i] + t * y[k - i - 1];
        for (int i = 0; i < k; i++)
    S5:     y[i] = z[i];
    S6: y[k] = t;
    })"),
              "S3[0, 0] S1[0, 1] S4[0, 2, 0] S2_copy[0, 2, 1] S5[0, 3, 0] S6[0, 4] S2[0, 5, 0]");
}

TEST_F(SumRotation, NothingWithoutTermsOfTheSameIterations)
{
    EXPECT_EQ(rotated(R"(
    for (int k = 0; k < n; k++) {
    S1: s = 0;
        for (int i = 0; i < n; i++)
    S2:     s += y[i] * z[i];
        for (int i = 1; i < n; i++)
    S3:     y[i] = s * z[i];
    })"),
              "");
    EXPECT_EQ(rotated(R"(
    for (int k = 0; k < n; k++) {
    S1: s = 0;
        for (int i = 0; i < n; i++)
    S2:     s += C[k][i];
    S3: x[k] = s;
    })"),
              "");
}

} // namespace
} // namespace espalier::strategies
