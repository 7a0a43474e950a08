// Which loops run in parallel with what they collect behind them, and what they collect so.

#include "espalier/strategies/sums_behind.h"

#include "espalier/driver/legality.h"
#include "espalier/schedule/loops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace espalier::strategies {
namespace {

using testing::HasSubstr;

class SumsBehindStrategy : public test::TransformedRegion {
protected:
    std::optional<Candidate> found_in(const std::string &loops)
    {
        region_is("\n#pragma scop\n" + loops + "\n#pragma endscop\n",
                  "static double sum, other;\nstatic long count;\n");
        return with_sums_behind(file->regions.front().program, dependences, machine::Machine(),
                                false);
    }

    /// The loops with roles, as they are checked.
    static std::vector<schedule::Loop> loops_of(const Candidate &candidate)
    {
        const driver::Legality legality(candidate.reference->program,
                                        candidate.reference->dependences, {false, false}, true);
        const driver::Legality::Outcome outcome =
            legality.check(candidate.plan.program, candidate.plan.tree);
        EXPECT_TRUE(outcome.is_legal());
        return schedule::loops_with_roles(outcome.tree);
    }
};

TEST_F(SumsBehindStrategy, LoopInsideOfStrips)
{
    const std::optional<Candidate> candidate =
        found_in("for (int i = 0; i < n; i++) { y[i] = x[i] * x[i]; sum += y[i]; }");
    ASSERT_TRUE(candidate);
    EXPECT_THAT(candidate->description, HasSubstr("`sum` is collected behind them"));
    const std::vector<schedule::Loop> loops = loops_of(*candidate);
    ASSERT_EQ(loops.size(), 1);
    EXPECT_EQ(loops.front().depth(), 1);
    EXPECT_TRUE(loops.front().role()->own.reductions.empty());
}

TEST_F(SumsBehindStrategy, OuterLoopWithSeveralSumsAndACounter)
{
    const std::optional<Candidate> candidate =
        found_in("for (int i = 0; i < n; i++)\n"
                 "    for (int j = 0; j < n; j++) {\n"
                 "        sum += C[i][j] * x[j];\n"
                 "        if (C[i][j] > 0) other = fmax(other, C[i][j]);\n"
                 "        D[i][j] = C[j][i];\n"
                 "        sum -= x[i];\n"
                 "        count += j;\n"
                 "    }");
    ASSERT_TRUE(candidate);
    EXPECT_THAT(candidate->description, HasSubstr("`sum`"));
    const std::vector<schedule::Loop> loops = loops_of(*candidate);
    ASSERT_EQ(loops.size(), 1);
    EXPECT_EQ(loops.front().depth(), 1);
    ASSERT_EQ(loops.front().role()->own.reductions.size(), 1);
}

TEST_F(SumsBehindStrategy, RecurrencesInsideRunSideBySide)
{
    const std::optional<Candidate> candidate =
        found_in("for (int i = 0; i < n; i++)\n"
                 "    for (int j = 0; j < n; j++) {\n"
                 "        double one = 0;\n"
                 "        for (int k = 0; k < n; k++) one += C[i][k] * D[k][j];\n"
                 "        if (one > other) other = one;\n"
                 "    }");
    ASSERT_TRUE(candidate);
    std::multiset<schedule::LoopKind> kinds;
    for (const schedule::Loop &loop : loops_of(*candidate))
        kinds.insert(loop.role()->kind);
    EXPECT_EQ(kinds.count(schedule::LoopKind::parallel), 1);
    EXPECT_GE(kinds.count(schedule::LoopKind::vector), 1);
}

TEST_F(SumsBehindStrategy, NothingWhereTheLoopLooksAtTheSum)
{
    EXPECT_FALSE(found_in("for (int i = 0; i < n; i++) { sum += x[i]; y[i] = sum; }"));
    EXPECT_FALSE(found_in("for (int i = 0; i < n; i++) { y[i] = x[i]; sum += sum * x[i] * sum + "
                          "y[i]; other = sum; }"));
}

TEST_F(SumsBehindStrategy, NothingWhereOthersAreCarried)
{
    EXPECT_FALSE(found_in("for (int i = 1; i < n; i++) { y[i] = y[i - 1] * x[i]; sum += y[i]; }"));
}

TEST_F(SumsBehindStrategy, NothingWithoutSums)
{
    EXPECT_FALSE(found_in("for (int i = 0; i < n; i++) y[i] = x[i];"));
    EXPECT_FALSE(found_in("for (int i = 0; i < n; i++) count += i;"));
}

} // namespace
} // namespace espalier::strategies
