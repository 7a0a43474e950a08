#include "espalier/strategies/cpu_strategy.h"

#include "espalier/dependence/violations.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/node.h"
#include "espalier/schedule/text.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

/// A nest of which i and j carry dependences, in a permutable band.
class Wavefronts : public testing::Test {
protected:
    void plan_for(bool parallel)
    {
        region = test::analyzed(test::extract_program(R"(
void f(int n, int A[restrict static n][n])
{
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            A[i][j] = A[i - 1][j] + A[i][j - 1];
#pragma endscop
})",
                                                      context));
        schedule::Band band(isl::multi_union_pw_aff(
            context.get(), "[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]"));
        band.is_permutable = true;
        schedule::Tree tree(
            schedule::node(schedule::Domain{region->constraints.domain}, schedule::node(band)));
        result.emplace(tiled({{}, parallel}, region->program, region->dependences, tree));
    }

    presburger::Context context;
    std::optional<test::AnalyzedRegion> region;
    std::optional<TiledTree> result;
};

TEST_F(Wavefronts, MakeTheSecondTileLoopParallel)
{
    plan_for(true);
    EXPECT_EQ(result->wavefronts, 1U);
    const std::vector<schedule::Loop> loops = schedule::loops_with_roles(result->tree);
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops.front().depth(), 1U);
    EXPECT_TRUE(dependence::violations(region->program, region->dependences, result->tree).empty());
}

TEST_F(Wavefronts, AreNotForSequentialCode)
{
    plan_for(false);
    EXPECT_EQ(result->wavefronts, 0U);
    EXPECT_EQ(result->tiled_bands, 1U);
}

/// The sizes of the tiles of a band over two independent loops.
class TileSizes : public testing::Test {
protected:
    /// Whether tiles have some size in a direction.
    testing::AssertionResult has_tiles_of(const std::string &size, const std::string &statement,
                                          const CpuStrategy &strategy)
    {
        const test::AnalyzedRegion region = test::analyzed(test::extract_program(
            "void f(int n, double A[restrict static n][n], double B[restrict static n][n])\n"
            "{\n#pragma scop\n"
            "    for (int i = 1; i < n; i++)\n        for (int j = 1; j < n; j++)\n            " +
                statement + ";\n#pragma endscop\n}",
            context));
        schedule::Band band(isl::multi_union_pw_aff(
            context.get(), "[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]"));
        band.is_permutable = true;
        for (schedule::Member &member : band.members)
            member.is_coincident = true;
        const schedule::Tree tree(
            schedule::node(schedule::Domain{region.constraints.domain}, schedule::node(band)));
        const std::string text =
            schedule::to_text(tiled(strategy, region.program, region.dependences, tree).tree);
        return text.find(" mod " + size) != std::string::npos ? testing::AssertionSuccess()
                                                              : testing::AssertionFailure() << text;
    }

    presburger::Context context;
};

TEST_F(TileSizes, AreLongAlongRows)
{
    EXPECT_TRUE(has_tiles_of("512", "A[i][j] += B[i][j]", {{}, false}));
    EXPECT_TRUE(has_tiles_of("32", "A[i][j] += B[i][j]", {{}, false}));
    EXPECT_TRUE(has_tiles_of("512", "A[i][j] += B[i][j]", {{}, true}));
    EXPECT_TRUE(has_tiles_of("128", "A[j][i] += B[j][i]", {{}, true}));
    EXPECT_FALSE(has_tiles_of("512", "A[j][i] += B[j][i]", {{}, true}));
}

TEST_F(TileSizes, AreSmallWhereSomethingJumps)
{
    EXPECT_FALSE(has_tiles_of("512", "A[i][j] = B[j][i]", {{}, false}));
    EXPECT_TRUE(has_tiles_of("32", "A[i][j] = B[j][i]", {{}, false}));
}

TEST_F(TileSizes, AreThoseThatAreAskedFor)
{
    const Tiling asked = {Tiling::Mode::fixed, {8, 16}};
    EXPECT_TRUE(has_tiles_of("8", "A[i][j] += B[i][j]", {asked, false}));
    EXPECT_TRUE(has_tiles_of("16", "A[i][j] += B[i][j]", {asked, false}));
    EXPECT_FALSE(has_tiles_of("512", "A[i][j] += B[i][j]", {asked, false}));
}

} // namespace
} // namespace espalier::strategies
