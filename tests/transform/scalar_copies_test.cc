// Copies of scalars that what reads them does without.

#include "espalier/transform/scalar_copies.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

class ScalarCopies : public test::TransformedRegion {
protected:
    /// The code without copies of some statements in a loop over i, which does what these do;
    /// "none" if there is no such copy.
    std::string merged_code(const std::string &body)
    {
        region_is(
            fmt::format("\n#pragma scop\n    for (int i = 0; i < n; i++) {{\n        double s = "
                        "x[i];\n{}\n    }}\n#pragma endscop\n",
                        body));
        const auto merged = with_scalar_copies_merged(file->regions.front().program);
        if (!merged)
            return "none";
        expect_same_output(original_view(*merged));
        return code(original_view(*merged));
    }
};

TEST_F(ScalarCopies, OfSums)
{
    const std::string text = merged_code("        for (int j = 0; j < n; j++)\n"
                                         "            s += C[i][j];\n"
                                         "        double r = s;\n"
                                         "        y[i] = r * r;");
    EXPECT_THAT(text, HasSubstr("y[c0] = s * s;"));
    EXPECT_THAT(text, Not(HasSubstr("r = ")));
}

TEST_F(ScalarCopies, OfCopies)
{
    EXPECT_THAT(merged_code("        double r = s, q = r;\n        y[i] = q;"),
                HasSubstr("y[c0] = s;"));
}

TEST_F(ScalarCopies, InInnerLoops)
{
    EXPECT_THAT(merged_code("        double r = s;\n"
                            "        for (int j = 0; j < n; j++)\n            C[i][j] += r;"),
                HasSubstr("C[c0][c1] += s;"));
}

TEST_F(ScalarCopies, Stay)
{
    EXPECT_EQ(merged_code("        double r = s;\n        s = 2;\n        y[i] = r + s;"), "none")
        << "the value changes before it is read";
    EXPECT_EQ(merged_code("        double r = s;\n        r += 1;\n        y[i] = r + s;"), "none")
        << "the copy changes";
    EXPECT_EQ(merged_code("        float r = s;\n        y[i] = r;"), "none") << "it is rounded";
    EXPECT_EQ(merged_code("        double r = 1;\n        if (i > 2)\n            r = s;\n"
                          "        y[i] = r;"),
              "none")
        << "it is a copy in some iterations";
}

} // namespace
} // namespace espalier::transform
