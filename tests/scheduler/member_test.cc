#include "espalier/scheduler/member.h"

#include "tests/support/scheduling_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

namespace espalier::scheduler {
namespace {

using test::SchedulingProblem;
using testing::ElementsAre;

/// Functions are (c, i, j), or (c, i): the problems have no symbolic constants.
const char *const stencil =
    "domain: { A[i, j] }\n"
    "validity: { A[i, j] -> A[i + 1, j - 1]; A[i, j] -> A[i + 1, j + 1] }\n"
    "proximity: { A[i, j] -> A[i + 1, j - 1]; A[i, j] -> A[i + 1, j + 1] }\n"
    "coincidence: { A[i, j] -> A[i + 1, j - 1] }\n";

std::optional<Functions> smallest(const Graph &graph, const RelationSet &zero)
{
    return smallest_distances_member(graph, zero, {});
}

TEST(SmallestDistancesMember, KeepsRelatedInstancesClose)
{
    auto found = smallest(SchedulingProblem(stencil).graph(), {});
    ASSERT_TRUE(found);
    EXPECT_THAT(*found, ElementsAre(Vector{0, 1, 0}));
}

TEST(SmallestDistancesMember, IsIndependentOfWhatIsScheduled)
{
    Graph graph = SchedulingProblem(stencil).graph();
    graph.nodes.front().scheduled = {{1, 0}};
    auto found = smallest(graph, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(std::abs(found->front()[2]), 1) << "j, skewed";
    EXPECT_EQ(found->front()[1], 1);
}

TEST(SmallestDistancesMember, MeetsDemands)
{
    SchedulingProblem problem(stencil);
    auto coincident = smallest(problem.graph(), relations_with(problem.graph(), Role::coincidence));
    ASSERT_TRUE(coincident);
    EXPECT_THAT(*coincident, ElementsAre(Vector{0, 1, 1}));
    Graph both = problem.graph();
    EXPECT_FALSE(smallest(both, {0, 1})) << "only constant functions are local to both";
}

/// Where one node has more members to come than another, that one may repeat itself.
TEST(SmallestDistancesMember, LeavesSlackToShallowNodes)
{
    SchedulingProblem problem("domain: { A[i, j]; B[i] }\n"
                              "validity: { A[i, j] -> B[i] }\n"
                              "proximity: { A[i, j] -> B[i] }\n");
    auto found = smallest(problem.graph(), {});
    ASSERT_TRUE(found);
    EXPECT_THAT(*found, ElementsAre(Vector{0, 1, 0}, Vector{0, 1}));
}

TEST(CarryingMember, CarriesAllThatItCan)
{
    SchedulingProblem problem("domain: { A[i, j] }\n"
                              "validity: { A[i, j] -> A[i + 1, j']; A[i, j] -> A[i, j + 1] }\n");
    const Graph &graph = problem.graph();
    auto found = carrying_member(graph, {}, relations_with(graph, Role::validity), {});
    ASSERT_TRUE(found);
    EXPECT_THAT(*found, ElementsAre(Vector{0, 1, 0}));
}

TEST(CarryingMember, IsNoneWhereNothingCanBeCarried)
{
    SchedulingProblem problem("domain: { A[]; B[] }\nvalidity: { A[] -> B[]; B[] -> A[] }\n");
    const Graph &graph = problem.graph();
    EXPECT_FALSE(carrying_member(graph, {}, relations_with(graph, Role::validity), {}));
}

} // namespace
} // namespace espalier::scheduler
