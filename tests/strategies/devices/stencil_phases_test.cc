// Which loops over time are of stencils, and how far around a tile these have to compute.

#include "espalier/strategies/devices/stencil_phases.h"

#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/original.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

class StencilPhases : public testing::Test {
protected:
    /// The stencils of a loop over t, around loops whose iterations are independent.
    std::optional<StencilLoop> stencils(const std::string &body)
    {
        const test::AnalyzedRegion region = test::analyzed(test::extract_program(
            "void f(int n, int steps, double a[restrict n][n], double b[restrict n][n], "
            "double *restrict x, double *restrict y)\n{\n#pragma scop\n"
            "for (int t = 0; t < steps; t++) {" +
                body + "}\n#pragma endscop\n}\n",
            context));
        const schedule::Tree tree = schedule::original_schedule_without_kills(region.program);
        const schedule::Cursor band = tree.root().child(0);
        return stencil_loop(region.program, region.dependences, coincident(band).root().child(0));
    }

    /// With the bands below in one for each statement, of coincident members.
    static schedule::Tree coincident(const schedule::Cursor &band)
    {
        schedule::Cursor sequence = band.child(0);
        for (std::size_t k = 0; k < sequence.child_count(); ++k) {
            schedule::Cursor here = sequence.child(k).child(0);
            if (here.child(0).is<schedule::Band>())
                here = schedule::combine(here);
            for (std::size_t m = 0; m < here.as<schedule::Band>().size(); ++m)
                here = schedule::with_coincident(here, m, true);
            sequence = here.parent().parent();
        }
        return sequence.tree();
    }

    presburger::Context context;
};

constexpr const char *jacobi =
    "for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++)"
    " b[i][j] = a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j];"
    "for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] = b[i][j];";

TEST_F(StencilPhases, ArraysPassValuesOnOrNot)
{
    const auto loop = stencils(jacobi);
    ASSERT_TRUE(loop);
    EXPECT_EQ(loop->members, 2U);
    EXPECT_EQ(loop->phases.size(), 2U);
    ASSERT_EQ(loop->states.size(), 2U);
    EXPECT_FALSE(loop->states[0].is_passed_on) << "b";
    EXPECT_TRUE(loop->states[1].is_passed_on) << "a";
}

TEST_F(StencilPhases, MarginsGrowByWhatAnIterationReads)
{
    const auto loop = stencils(jacobi);
    const auto margins = stencil_margins(*loop, 4);
    ASSERT_TRUE(margins);
    EXPECT_EQ(margins->last, (std::vector<Reaches>{{{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}}));
    EXPECT_EQ(margins->growth, (Reaches{{1, 1}, {1, 1}}));
    EXPECT_EQ(margins->load, (Reaches{{4, 4}, {4, 4}}));
}

TEST_F(StencilPhases, MarginsHaveSides)
{
    const auto loop = stencils("for (int i = 3; i < n - 1; i++) y[i] = x[i - 3] + x[i + 1];"
                               "for (int i = 3; i < n - 1; i++) x[i] = y[i] + y[i - 1];");
    ASSERT_TRUE(loop);
    const auto margins = stencil_margins(*loop, 2);
    EXPECT_EQ(margins->last, (std::vector<Reaches>{{{1, 0}}, {{0, 0}}}));
    EXPECT_EQ(margins->growth, (Reaches{{4, 1}}));
    EXPECT_EQ(margins->load, (Reaches{{8, 2}}));
}

TEST_F(StencilPhases, SubscriptsCountFromWhereAnElementIsAtHome)
{
    const auto loop = stencils("for (int i = 3; i < n; i++) y[i - 3] = x[i];"
                               "for (int i = 3; i < n - 3; i++) x[i] = y[i];");
    ASSERT_TRUE(loop);
    const auto margins = stencil_margins(*loop, 1);
    EXPECT_EQ(margins->last, (std::vector<Reaches>{{{0, 3}}, {{0, 0}}}));
}

TEST_F(StencilPhases, OtherLoopsAreLeftAlone)
{
    EXPECT_FALSE(stencils("for (int i = t; i < n - 1; i++) y[i] = x[i + 1];"
                          "for (int i = t; i < n - 1; i++) x[i] = y[i];"))
        << "points change";
    EXPECT_FALSE(stencils("for (int i = 1; i < n - 1; i++) y[i] = x[n - i];"
                          "for (int i = 1; i < n - 1; i++) x[i] = y[i];"))
        << "no constant distance";
    EXPECT_FALSE(stencils("for (int i = 1; i < n - 1; i++) y[i] = x[i];"
                          "for (int i = 1; i < n - 1; i++) x[2 * i] = y[i];"))
        << "not each point has an element";
    EXPECT_FALSE(stencils("for (int i = 1; i < n - 1; i++) y[i] = x[i];"
                          "for (int i = 1; i < n - 1; i++) if (y[i] > 0) x[i] = y[i];"))
        << "data decide";
}

} // namespace
} // namespace espalier::strategies
