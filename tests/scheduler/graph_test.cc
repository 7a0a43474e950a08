#include "espalier/scheduler/graph.h"

#include "tests/support/scheduling_problem.h"

#include <gtest/gtest.h>

namespace espalier::scheduler {
namespace {

using test::SchedulingProblem;

const char *const chain = "domain: [n] -> { A[i] : 0 <= i < n; B[i, j] : 0 <= i, j < n }\n"
                          "validity: [n] -> { A[i] -> B[i, j] : 0 <= j <= 2 }\n";

/// Of A and B with the symbolic constant n: functions (c, n, i) and (c, n, i, j).
Distances between(const SchedulingProblem &problem, const Function &first, const Function &second)
{
    return distances(problem.relation("A", "B"), {first, second}, 1);
}

TEST(Distances, OfTheSameFunctionAreZero)
{
    Distances found = between(SchedulingProblem(chain), {0, 0, 1}, {0, 0, 1, 0});
    EXPECT_TRUE(found.is_zero);
    EXPECT_TRUE(found.is_constant);
    EXPECT_TRUE(found.is_nonnegative);
    EXPECT_FALSE(found.is_apart);
    EXPECT_EQ(found.bound, 0);
}

TEST(Distances, OfAShiftAreConstant)
{
    Distances found = between(SchedulingProblem(chain), {4, 0, 1}, {1, 0, 1, 0});
    EXPECT_FALSE(found.is_zero);
    EXPECT_TRUE(found.is_constant);
    EXPECT_FALSE(found.is_nonnegative);
    EXPECT_TRUE(found.is_apart);
    EXPECT_EQ(found.bound, 3);
}

TEST(Distances, MayVaryWithinABound)
{
    Distances found = between(SchedulingProblem(chain), {0, 0, 1}, {0, 0, 1, 1});
    EXPECT_FALSE(found.is_constant);
    EXPECT_TRUE(found.is_nonnegative);
    EXPECT_FALSE(found.is_apart) << "zero for j = 0";
    EXPECT_EQ(found.bound, 2);
}

TEST(Distances, MayGrowWithSymbolicConstants)
{
    Distances found = between(SchedulingProblem(chain), {0, 0, 1}, {0, 1, 0, 0});
    EXPECT_TRUE(found.is_nonnegative);
    EXPECT_TRUE(found.is_apart) << "n - i is 1 or more";
    EXPECT_FALSE(found.is_constant);
    EXPECT_EQ(found.bound, std::nullopt);
}

TEST(Distances, OfANodeWithItselfAreThoseOfDifferences)
{
    SchedulingProblem problem("domain: [n] -> { A[i, j] : 0 <= i, j < n }\n"
                              "validity: [n] -> { A[i, j] -> A[i + 1, j - 1] }\n");
    auto found = [&](const Function &function) {
        return distances(problem.relation("A", "A"), {function}, 1);
    };
    EXPECT_TRUE(found({7, 3, 1, 1}).is_zero) << "constant terms and n do not count";
    EXPECT_TRUE(found({0, 0, 1, 0}).is_nonnegative);
    EXPECT_EQ(found({0, 0, 1, -1}).bound, 2);
    EXPECT_FALSE(found({0, 0, 0, 1}).is_nonnegative);
}

TEST(Distances, FollowLines)
{
    SchedulingProblem problem("domain: { A[i]; B[i] }\nvalidity: { A[i] -> B[i] }\n");
    auto found = [&](const Function &first, const Function &second) {
        return distances(problem.relation("A", "B"), {first, second}, 0);
    };
    EXPECT_TRUE(found({0, 1}, {0, 1}).is_zero);
    EXPECT_TRUE(found({0, 1}, {2, 1}).is_apart);
    Distances opposite = found({0, 1}, {0, -1});
    EXPECT_FALSE(opposite.is_nonnegative);
    EXPECT_FALSE(opposite.is_constant);
    EXPECT_EQ(opposite.bound, std::nullopt);
}

/// Rationally, the distance varies between 1 and 3; both ends are even.
TEST(Distances, SeeStridesThatFixValues)
{
    SchedulingProblem problem(
        "domain: { A[i] : i mod 2 = 0 and 0 <= i <= 9; B[i] : i mod 2 = 0 and 0 <= i <= 9 }\n"
        "validity: { A[i] -> B[j] : i < j <= i + 3 }\n");
    Distances found = distances(problem.relation("A", "B"), {{0, 1}, {0, 1}}, 0);
    EXPECT_TRUE(found.is_constant);
    EXPECT_EQ(found.bound, 2);
}

TEST(Node, DeficitCountsIndependentMembersToCome)
{
    Node node{"A", 3, {}};
    EXPECT_EQ(node.deficit(), 3U);
    node.scheduled = {{1, 1, 0}, {2, 2, 0}};
    EXPECT_EQ(node.deficit(), 2U);
}

} // namespace
} // namespace espalier::scheduler
