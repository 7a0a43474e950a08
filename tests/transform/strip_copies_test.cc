// Copies of a variable for the iterations of a strip: what the code does.

#include "espalier/transform/strip_copies.h"

#include "espalier/transform/arrays.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class StripCopies : public test::TransformedRegion {
protected:
    /// The first loop of the region in strips of four iterations, with copies of `t`, or without.
    MatrixView strips(bool has_copies) const
    {
        MatrixView result = view();
        if (has_copies)
            result = with_strip_copies(result, find_array(result.program, "t"), {0}, 4);
        return strip_mine_inwards(std::move(result), {0}, 4, {});
    }
};

TEST_F(StripCopies, OfAScalarThatCarriesARecurrence)
{
    region_is(R"(
    double t;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = x[i];
        for (int j = 0; j < n; j++) {
            C[i][j] = D[i][j] - t;
            t = C[i][j] / 2;
        }
    }
    for (int i = 0; i < n; i++) {
        t = y[i] / 2;
        z[i] = t;
    }
#pragma endscop
)");
    EXPECT_THAT(explanations(strips(false)), Not(IsEmpty()));
    EXPECT_THAT(explanations(strips(true)), IsEmpty());
    expect_same_output(strips(true));
    std::string text = code(strips(true));
    EXPECT_THAT(text, HasSubstr("double t_strip[4];"));
    EXPECT_THAT(text, HasSubstr("C[c2][c1] = D[c2][c1] - t_strip[c2 - c0];"));
    EXPECT_THAT(text, HasSubstr("t = y[c0] / 2;")) << "what is outside keeps the variable";
}

TEST_F(StripCopies, DoNotHelpWhereValuesGoFromOneIterationToTheNext)
{
    region_is(R"(
    double t = 1;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = D[i][j] - t;
            t = C[i][j] / 2;
        }
#pragma endscop
    x[0] = t;
)");
    EXPECT_THAT(explanations(strips(true)), Not(IsEmpty()));
}

TEST_F(StripCopies, LeaveNoUnusedVariable)
{
    region_is(R"(
    double t;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = x[i];
        y[i] = t;
    }
#pragma endscop
)");
    EXPECT_THAT(code(view()), Not(HasSubstr("(void)t;")));
    EXPECT_THAT(code(strips(true)), HasSubstr("(void)t;"));
}

} // namespace
} // namespace espalier::transform
