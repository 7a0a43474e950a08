// Which nests are computed in waves of blocks, and how large these are.

#include "espalier/strategies/block_waves.h"

#include "espalier/driver/legality.h"
#include "espalier/schedule/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::strategies {
namespace {

class BlockWavesStrategy : public test::TransformedRegion {
protected:
    std::optional<Candidate> found_in(const std::string &loops)
    {
        region_is("\n#pragma scop\n" + loops + "\n#pragma endscop\n");
        return with_block_waves(file->regions.front().program, dependences);
    }

    /// One loop runs in parallel inside of one over waves, and so many nests do.
    void expect_waves(const std::string &loops, long nests = 0)
    {
        SCOPED_TRACE(loops);
        const std::optional<Candidate> candidate = found_in(loops);
        ASSERT_TRUE(candidate);
        const driver::Legality legality(file->regions.front().program, dependences, {false, false},
                                        true);
        const driver::Legality::Outcome outcome =
            legality.check(candidate->plan.program, candidate->plan.tree);
        EXPECT_TRUE(outcome.is_legal());
        const std::vector<schedule::Loop> parallel = schedule::loops_with_roles(outcome.tree);
        auto of_depth = [&](std::size_t depth) {
            return std::ranges::count(parallel, depth, &schedule::Loop::depth);
        };
        EXPECT_EQ(of_depth(1), 1);
        EXPECT_EQ(of_depth(0), nests);
    }

    /// Rows and columns of the blocks: how far apart the first waves are.
    long side_in(const std::string &loops)
    {
        const transform::MatrixView view = transform::matrix_view(found_in(loops)->plan);
        const isl::set waves =
            isl::set(outer_time(view.statements.front(), 1)
                         .intersect_domain(view.statements.front().instances)
                         .range()
                         .intersect(isl::set(view.program.context.ctx(), "{ [w] : w > 0 }")));
        return waves.dim_min_val(0).num_si();
    }
};

TEST_F(BlockWavesStrategy, SweepsOfEachKind)
{
    expect_waves("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++)\n"
                 "    C[i][j] += C[i - 1][j] * 0.5 + C[i][j - 1];");
    expect_waves("for (int i = n - 2; i >= 0; i--) for (int j = n - 2; j >= 0; j--)\n"
                 "    C[i][j] += C[i + 1][j + 1] + C[i][j + 1] + C[i + 1][j];");
    expect_waves("for (int i = 1; i < n; i++) {\n"
                 "    for (int j = 0; j < n; j++) D[i][j] = C[i - 1][j] * x[j];\n"
                 "    for (int j = 1; j < n; j++) C[i][j] = C[i][j - 1] - D[i][j];\n"
                 "}");
}

TEST_F(BlockWavesStrategy, EachIterationHasItsScalars)
{
    expect_waves("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) {\n"
                 "    double best = C[i - 1][j - 1] + D[i][j];\n"
                 "    if (C[i - 1][j] > best) best = C[i - 1][j];\n"
                 "    if (C[i][j - 1] > best) best = C[i][j - 1];\n"
                 "    C[i][j] = best;\n"
                 "}");
}

TEST_F(BlockWavesStrategy, OneNestAmongOthers)
{
    expect_waves("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) D[i][j] = x[i] * y[j];\n"
                 "for (int i = 1; i < n; i++) for (int j = 1; j < n; j++)\n"
                 "    C[i][j] = C[i - 1][j] + C[i][j - 1] * D[i][j];",
                 1);
}

TEST_F(BlockWavesStrategy, BlocksOfMuchWorkAreSmall)
{
    EXPECT_EQ(side_in("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++)\n"
                      "    C[i][j] += C[i - 1][j] * 0.5 + C[i][j - 1];"),
              128);
    EXPECT_EQ(side_in("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++)\n"
                      "    for (int k = 0; k < n; k++)\n"
                      "        C[i][j] += C[i - 1][j] * D[k][j] + C[i][j - 1];"),
              4);
}

TEST_F(BlockWavesStrategy, NothingWhereRowsOrColumnsAreFree)
{
    EXPECT_FALSE(found_in("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++)\n"
                          "    C[i][j] += C[i][j - 1];"));
    EXPECT_FALSE(found_in("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++)\n"
                          "    C[i][j] += C[i - 1][j];"));
}

TEST_F(BlockWavesStrategy, NothingWhereWhatIsBehindIsNeeded)
{
    EXPECT_FALSE(found_in("for (int i = 1; i < n; i++) for (int j = 1; j < n - 1; j++)\n"
                          "    C[i][j] += C[i - 1][j + 1] + C[i][j - 1];"));
    EXPECT_FALSE(found_in("for (int i = 1; i < n; i++) {\n"
                          "    x[i] = y[i];\n"
                          "    for (int j = 1; j < n; j++) C[i][j] = C[i - 1][j] + C[i][j - 1];\n"
                          "}"));
}

} // namespace
} // namespace espalier::strategies
