// A region that is one loop, taken apart and put together again.

#include "espalier/transform/loop_body.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

class LoopBody : public test::TransformedRegion {
protected:
    void loops_are(const std::string &loops)
    {
        region_is("\ndouble s = 0;\n#pragma scop\n" + loops + "\n#pragma endscop\nx[0] += s;");
    }

    const program::Program &program() const { return file->regions.front().program; }
};

/// The body's own order makes the source's code again.
TEST_F(LoopBody, InItsLoopIsWhatItWas)
{
    for (const char *loops :
         {"for (int t = 0; t < 3; t++)\n for (int i = t; i < n - 1; i++)\n x[i] = x[i + 1] / 2;",
          "for (int t = n - 1; t >= 0; t -= 2) {\n y[t] += 1;\n"
          "for (int i = 0; i < n; i++)\n for (int j = i; j < n; j++)\n C[t][j] += D[i][j] * t;\n}",
          "for (int t = 1; t < n; t++) {\n for (int i = n - 1; i > 0; i--)\n"
          "if (i % 3 != t % 3) x[i] += C[t - 1][i];\n}",
          "for (int k = 0; k < n; k++) {\n for (int i = 0; i < k; i++)\n s += x[i];\n x[k] = s;\n"
          "for (int i = k; i < n; i += 3)\n y[i] = s;\n}"}) {
        loops_are(loops);
        std::optional<program::Program> body = body_of_loop(program());
        ASSERT_TRUE(body) << loops;
        for (const program::Statement &statement : body->statements)
            EXPECT_EQ(statement.iterators.size(), presburger::dimensions(statement.domain))
                << loops;
        MatrixView whole = in_loop(original_view(*body), program());
        EXPECT_EQ(code(whole), code(original_view(program()))) << loops;
        expect_same_output(whole);
    }
}

TEST_F(LoopBody, OnlyOfOneLoopWithOthersInside)
{
    loops_are("for (int i = 0; i < n; i++)\n x[i] = 0;");
    EXPECT_FALSE(body_of_loop(program()));
    loops_are(
        "for (int i = 0; i < n; i++)\n for (int j = 0; j < n; j++)\n C[i][j] = 0;\n x[1] = 2;");
    EXPECT_FALSE(body_of_loop(program()));
}

} // namespace
} // namespace espalier::transform
