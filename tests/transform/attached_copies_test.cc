// Copies to scratch memory and from it that run along with what else writes there: which instances
// do, when, and what is left as it is.

#include "espalier/transform/attached_copies.h"

#include "espalier/transform/arrays.h"
#include "espalier/transform/normal_form.h"
#include "tests/support/scops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class AttachedCopies : public test::TransformedRegion {
protected:
    /// \param loops  in a loop over i, with `double line[100]`
    void lines_are(const std::string &loops)
    {
        region_is("\n#pragma scop\n    for (int i = 0; i < n; i++) {\n" + loops +
                      "\n    }\n#pragma endscop\n",
                  "static double line[100];\n");
    }

    std::optional<MatrixView> attached(const std::string &copy, const std::string &writer) const
    {
        const MatrixView all = view();
        return with_copy_attached(all, test::statement(all, copy).beta,
                                  test::statement(all, writer).beta,
                                  find_array(all.program, "line"));
    }
};

TEST_F(AttachedCopies, ToALine)
{
    lines_are("for (int j = 0; j < n; j++)\nS1: line[j] = C[i][j];\n"
              "S2: line[0] *= 2;\n"
              "for (int j = 1; j < n; j++)\nS3: line[j] += line[j - 1] / 2;\n"
              "for (int j = 0; j < n; j++)\nS4: D[i][j] = line[j] + line[n - 1 - j];");
    const std::optional<MatrixView> result = attached("S1", "S3");
    ASSERT_TRUE(result);
    EXPECT_EQ(find_irregularity(*result), std::nullopt);
    EXPECT_THAT(explanations(*result), IsEmpty());
    EXPECT_THAT(code(*result), HasSubstr("double x0 = C[c0][c1];\n"
                                         "            x0 += line[c1 - 1] / 2;\n"
                                         "            line[c1] = x0;"));
    expect_same_output(*result);
    EXPECT_FALSE(attached("S4", "S3")) << "it reads the line twice";
}

TEST_F(AttachedCopies, FromALineThatIsWrittenBackwards)
{
    lines_are("for (int j = 0; j < n; j++)\nS1: line[j] = C[i][j];\n"
              "for (int j = n - 2; j >= 0; j--)\nS2: line[j] += line[j + 1] / 2;\n"
              "for (int j = 0; j < n; j++)\nS3: D[i][j] = line[j];");
    const std::optional<MatrixView> result = attached("S3", "S2");
    ASSERT_TRUE(result);
    EXPECT_THAT(explanations(*result), IsEmpty());
    EXPECT_THAT(code(*result), AllOf(HasSubstr("line[-c1] += line[1 - c1] / 2;\n"
                                               "            D[c0][-c1] = line[-c1];"),
                                     HasSubstr("D[c0][(long)n - 1] = line[(long)n - 1];")));
    expect_same_output(*result);
}

/// What the writer reads has to be there by then: that is for the check to tell.
TEST_F(AttachedCopies, TooLate)
{
    lines_are("for (int j = 0; j < n; j++)\nS1: line[j] = C[i][j];\n"
              "for (int j = 0; j < n - 1; j++)\nS2: line[j] += line[j + 1];\n"
              "for (int j = 0; j < n; j++)\nS3: D[i][j] = line[j];");
    const std::optional<MatrixView> result = attached("S1", "S2");
    ASSERT_TRUE(result);
    EXPECT_THAT(explanations(*result), Not(IsEmpty()));
}

TEST_F(AttachedCopies, OfOtherElementsNone)
{
    lines_are("for (int j = 0; j < n; j++)\nS1: line[j] = C[i][j];\n"
              "for (int j = 0; j < n; j++)\nS2: line[2] += D[i][j];\n"
              "for (int j = 0; j < n; j++)\nS3: line[j + n] = line[j];\n");
    EXPECT_FALSE(attached("S1", "S2")) << "several write the element";
    EXPECT_FALSE(attached("S1", "S3")) << "none does";
}

} // namespace
} // namespace espalier::transform
