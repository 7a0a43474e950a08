// Which loops run in parallel with copies of work arrays, and with what else.

#include "espalier/strategies/own_copies.h"

#include "espalier/driver/legality.h"
#include "espalier/schedule/loops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using testing::HasSubstr;

class OwnCopyStrategy : public test::TransformedRegion {
protected:
    const program::Program &program() const { return file->regions.front().program; }

    std::optional<Candidate> found() const
    {
        return with_own_copies(program(), dependences, false);
    }

    /// The candidate as it is checked.
    driver::Legality::Outcome checked(const Candidate &candidate) const
    {
        return driver::Legality(program(), dependences, {false, false}, true)
            .check(candidate.plan.program, candidate.plan.tree);
    }
};

constexpr const char *static_row = "static double row[100];\nstatic long count;\n";

TEST_F(OwnCopyStrategy, OutermostLoopWithASum)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < n; j++)
                row[j] = C[i][j] * x[k];
            for (int j = 0; j < n; j++) {
                D[i][j] += row[j] + row[n - 1 - j];
                count += j;
            }
        }
#pragma endscop
)",
              static_row);
    const std::optional<Candidate> candidate = found();
    ASSERT_TRUE(candidate);
    EXPECT_THAT(candidate->description, HasSubstr("copies of `row` for each thread"));
    const driver::Legality::Outcome outcome = checked(*candidate);
    EXPECT_TRUE(outcome.is_legal());
    const std::vector<schedule::Loop> loops = schedule::loops_with_roles(outcome.tree);
    ASSERT_EQ(loops.size(), 1);
    EXPECT_EQ(loops.front().depth(), 0);
    EXPECT_EQ(loops.front().role()->own.private_arrays.size(), 1);
    EXPECT_EQ(loops.front().role()->own.reductions.size(), 1);
}

TEST_F(OwnCopyStrategy, LoopInsideOfOneThatCarriesValues)
{
    region_is(R"(
#pragma scop
    for (int t = 0; t < n; t++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                row[j] = C[i][j] * 0.5;
            for (int j = 0; j < n; j++)
                C[i][j] += row[j] * row[n - 1 - j] + x[t];
        }
#pragma endscop
)",
              static_row);
    const std::optional<Candidate> candidate = found();
    ASSERT_TRUE(candidate);
    const driver::Legality::Outcome outcome = checked(*candidate);
    EXPECT_TRUE(outcome.is_legal());
    const std::vector<schedule::Loop> loops = schedule::loops_with_roles(outcome.tree);
    ASSERT_EQ(loops.size(), 1);
    EXPECT_EQ(loops.front().depth(), 1);
}

TEST_F(OwnCopyStrategy, OnConditionThatBoundsOfLoopsAreAsTheyAre)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int l = 0; l < n; l++) {
            for (int j = 0; j < made; j++)
                row[j] = C[i][j] * x[l];
            for (int j = first; j < last; j++)
                D[i][j] += row[j + 1] - row[j - 1];
        }
#pragma endscop
)",
              "static double row[100];\nint first, last, made;\n");
    const std::optional<Candidate> candidate = found();
    ASSERT_TRUE(candidate);
    EXPECT_TRUE(checked(*candidate).is_legal());
    const isl::set &assumptions = candidate->plan.program.assumptions;
    const isl::set inside(assumptions.ctx(),
                          "[first, last, made] -> { : first > 0 and last < made }"),
        outside(assumptions.ctx(), "[first, last, made] -> { : last > first and last >= made }");
    EXPECT_TRUE(inside.intersect(program().assumptions).is_subset(assumptions));
    EXPECT_TRUE(outside.is_disjoint(assumptions));
}

TEST_F(OwnCopyStrategy, NothingWhereTheConditionIsNotToBeExpected)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            D[i][j] += row[j] * row[n - 1 - j];
        for (int j = 0; j < made; j++)
            row[j] = C[i][j];
    }
#pragma endscop
)",
              "static double row[100];\nint made;\n");
    EXPECT_FALSE(found());
}

TEST_F(OwnCopyStrategy, NothingWhereValuesAreCarried)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            row[j] = row[j] * 0.5 + C[i][j];
        for (int j = 0; j < n; j++)
            D[i][j] += row[n - 1 - j];
    }
#pragma endscop
)",
              static_row);
    EXPECT_FALSE(found());
}

TEST_F(OwnCopyStrategy, NothingWhereTheFirstIterationFillsTheArray)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (i == 0)
                row[j] = C[0][j];
        for (int j = 0; j < n; j++)
            D[i][j] += row[n - 1 - j];
    }
#pragma endscop
)",
              static_row);
    EXPECT_FALSE(found());
}

TEST_F(OwnCopyStrategy, NothingWhereNoCopiesAreNeeded)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            D[i][j] += C[j][i];
#pragma endscop
)",
              static_row);
    EXPECT_FALSE(found());
}

} // namespace
} // namespace espalier::strategies
