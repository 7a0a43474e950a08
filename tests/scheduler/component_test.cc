#include "espalier/scheduler/component.h"

#include "tests/support/scheduling_problem.h"

#include <gtest/gtest.h>

namespace espalier::scheduler {
namespace {

using test::SchedulingProblem;

TEST(SchedulingModel, KnowsWhatTheDomainFixes)
{
    SchedulingProblem problem("domain: [n] -> { A[i, j] : j = 2 i + n; B[i] : 0 <= i < n }\n");
    EXPECT_EQ(problem.graph().nodes[0].deficit(), 1U);
    EXPECT_EQ(problem.graph().nodes[1].deficit(), 1U);
}

TEST(SchedulingModel, JoinsTheRolesOfTheSamePairs)
{
    SchedulingProblem problem("domain: { A[i] : 0 <= i <= 9; B[i] : 0 <= i <= 9 }\n"
                              "validity: { A[i] -> B[i] }\nproximity: { A[i] -> B[i] }\n"
                              "condition: { [A[i] -> r[]] -> [B[i] -> w[]] }\n");
    EXPECT_EQ(problem.relation("A", "B").roles,
              Role::validity | Role::proximity | Roles(Role::condition));
}

TEST(SchedulingModel, LeavesOutPairsWithoutInstances)
{
    SchedulingProblem problem("domain: { A[i] : 0 <= i <= 9 }\n"
                              "validity: { A[i] -> A[i + 20] }\n");
    EXPECT_TRUE(problem.graph().relations.empty());
}

const char *const live_ranges =
    "domain: [n] -> { W[i] : 0 <= i < n; R[i] : 0 <= i < n }\n"
    "validity: [n] -> { W[i] -> R[i] }\n"
    "condition: [n] -> { [W[i] -> w[]] -> [R[i] -> r[]] }\n"
    "conditional_validity: [n] -> { [R[i] -> r[]] -> [W[j] -> w[]] : j > i }\n";

/// Nodes are in the order of names, R before W.
TEST(AdjacentConditions, AreThoseOfViolatedPairs)
{
    SchedulingProblem problem(live_ranges);
    auto found = [&](const Function &read, const Function &write) {
        return adjacent_conditions(problem.model(), problem.all(), problem.graph(), {read, write});
    };
    EXPECT_EQ(found({0, 0, 1}, {0, 0, 1}).size(), 0U);
    ASSERT_EQ(found({0, 0, -1}, {0, 0, -1}).size(), 1U);
    const Relation &condition = problem.graph().relations[found({0, 0, -1}, {0, 0, -1}).front()];
    EXPECT_TRUE(condition.roles.has(Role::condition));
    EXPECT_EQ(found({0, 0, -1}, {}).size(), 0U) << "nodes without a function do not count";
}

TEST(AdjacentConditions, HaveTheSameTags)
{
    SchedulingProblem problem(
        "domain: { W[i] : 0 <= i <= 9; R[i] : 0 <= i <= 9 }\n"
        "condition: { [W[i] -> w[]] -> [R[i] -> other[]] }\n"
        "conditional_validity: { [R[i] -> r[]] -> [W[j] -> another[]] : j > i }\n");
    EXPECT_EQ(
        adjacent_conditions(problem.model(), problem.all(), problem.graph(), {{0, -1}, {0, -1}})
            .size(),
        0U);
}

TEST(Uncarried, ArePairsWithTheSameValues)
{
    SchedulingProblem problem("domain: { A[i, j] : 0 <= i, j <= 9 }\n"
                              "validity: { A[i, j] -> A[i', j + 2] : i <= i' <= i + 1 }\n"
                              "proximity: { A[i, j] -> A[i, j + 1] }\n");
    auto left = [&](const std::vector<Functions> &members) {
        return uncarried(problem.model(), problem.all(), problem.graph(), members).size();
    };
    EXPECT_EQ(left({{{0, 1, 0}}}), 2U) << "pairs with i' = i, and all others";
    EXPECT_EQ(left({{{0, 0, 1}}}), 0U);
    EXPECT_EQ(left({{{0, 1, 0}}, {{0, 0, 1}}}), 0U);
}

TEST(MadeUnconditional, AreThoseAdjacentToBrokenConditions)
{
    SchedulingProblem problem(live_ranges);
    auto broken = problem.model().dependences;
    std::erase_if(broken,
                  [](const DependencePtr &one) { return !one->roles.has(Role::condition); });
    ASSERT_EQ(broken.size(), 1U);
    auto validity_count = [&](const std::vector<DependencePtr> &broken) {
        std::size_t result = 0;
        for (const auto &one : made_unconditional(problem.model().dependences, broken))
            result += one->roles.has(Role::conditioned) && one->roles.has(Role::validity);
        return result;
    };
    EXPECT_EQ(validity_count({}), 0U);
    EXPECT_EQ(validity_count(broken), 1U);
}

} // namespace
} // namespace espalier::scheduler
