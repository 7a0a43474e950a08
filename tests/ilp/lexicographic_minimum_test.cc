#include "espalier/ilp/lexicographic_minimum.h"

#include "espalier/presburger/context.h"
#include "tests/support/ilp_problems.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace espalier::ilp {
namespace {

using testing::ElementsAre;

LinearFunction function(std::vector<long> coefficients, long constant = 0)
{
    return {std::vector<Integer>(coefficients.begin(), coefficients.end()), constant};
}

TEST(LexicographicMinimum, OfNoConstraintsIsTheOrigin)
{
    EXPECT_THAT(LexicographicMinimum(3).solve()->point, ElementsAre(0, 0, 0));
    EXPECT_TRUE(LexicographicMinimum(0).solve()->point.empty());
}

TEST(LexicographicMinimum, PrefersSmallFirstVariables)
{
    LexicographicMinimum problem(2);
    problem.add_inequality(function({1, 1}, -5));
    EXPECT_THAT(problem.solve()->point, ElementsAre(0, 5));
    problem.add_inequality(function({0, -1}, 3));
    EXPECT_THAT(problem.solve()->point, ElementsAre(2, 3));
}

TEST(LexicographicMinimum, PrefersSmallObjectivesToSmallVariables)
{
    LexicographicMinimum problem(2, {function({1, 2}), function({0, 1}, 3)});
    problem.add_inequality(function({1, 1}, -5));
    auto solution = problem.solve();
    EXPECT_THAT(solution->objectives, ElementsAre(5, 3));
    EXPECT_THAT(solution->point, ElementsAre(5, 0));
}

TEST(LexicographicMinimum, CutsOffFractions)
{
    LexicographicMinimum problem(2);
    problem.add_equality(function({2, -3}, -1)); // 2x = 3y + 1
    EXPECT_THAT(problem.solve()->point, ElementsAre(2, 1));
    problem.add_inequality(function({1, 0}, -3));
    EXPECT_THAT(problem.solve()->point, ElementsAre(5, 3));
}

TEST(LexicographicMinimum, FindsThatThereIsNoPoint)
{
    LexicographicMinimum bounded(1);
    bounded.add_inequality(function({-1}, 3));
    bounded.add_inequality(function({1}, -4));
    EXPECT_FALSE(bounded.solve());
    LexicographicMinimum never(1);
    never.add_inequality(function({0}, -1));
    EXPECT_FALSE(never.solve());
    LexicographicMinimum nowhere(2);
    nowhere.add_equality(function({0, 0}, 1));
    EXPECT_FALSE(nowhere.solve());
}

TEST(LexicographicMinimum, FindsThatThereIsNoIntegerPoint)
{
    LexicographicMinimum problem(2);
    problem.add_equality(function({6, -4}, -7));
    EXPECT_FALSE(problem.solve());
    LexicographicMinimum triangle(2); // 1/3 <= x <= 2/3 above y = 0, by two sides
    triangle.add_inequality(function({3, -1}, -1));
    triangle.add_inequality(function({-3, -1}, 2));
    EXPECT_FALSE(triangle.solve());
}

TEST(LexicographicMinimum, TakesEqualitiesThatSayNothingNew)
{
    LexicographicMinimum problem(3);
    problem.add_equality(function({1, 1, 1}, -6));
    problem.add_equality(function({2, 2, 2}, -12));
    problem.add_equality(function({0, 0, 0}));
    problem.add_equality(function({1, 0, -1}));
    EXPECT_THAT(problem.solve()->point, ElementsAre(0, 6, 0));
    problem.add_equality(function({1, 0, 0}, -2));
    EXPECT_THAT(problem.solve()->point, ElementsAre(2, 2, 2));
}

TEST(LexicographicMinimum, ForgetsWhatCameAfterAMark)
{
    LexicographicMinimum problem(2);
    problem.add_inequality(function({1, 1}, -5));
    problem.push();
    problem.add_inequality(function({1, 0}, -1));
    EXPECT_THAT(problem.solve()->point, ElementsAre(1, 4));
    problem.push();
    problem.add_equality(function({1, 0}));
    EXPECT_FALSE(problem.solve());
    problem.pop();
    EXPECT_THAT(problem.solve()->point, ElementsAre(1, 4));
    problem.pop();
    EXPECT_THAT(problem.solve()->point, ElementsAre(0, 5));
}

TEST(LexicographicMinimum, StopsAtALimit)
{
    LexicographicMinimum problem(2, {function({1, 1})});
    problem.add_inequality(function({1, 1}, -5));
    auto solves_below = [&](const std::vector<Integer> &limit) {
        return problem.solve(limit).has_value();
    };
    EXPECT_FALSE(solves_below({4}));
    EXPECT_FALSE(solves_below({5}));
    EXPECT_TRUE(solves_below({6}));
    EXPECT_FALSE(solves_below({5, 0}));
    EXPECT_TRUE(solves_below({5, 1}));
    EXPECT_TRUE(problem.solve());
}

TEST(LexicographicMinimum, WidensNumbersOfAnySize)
{
    Integer large("1000000000000000000000000000007");
    LexicographicMinimum problem(2);
    problem.add_inequality({{1, 0}, -large});
    problem.add_equality({{3, -7}, 1}); // 7y = 3x + 1
    std::vector<Integer> point = problem.solve()->point;
    EXPECT_GE(point[0], large);
    EXPECT_LT(point[0], large + 7);
    EXPECT_EQ(7 * point[1], 3 * point[0] + 1);
}

void expect_solution(isl::ctx ctx, const Problem &problem, bool &is_feasible)
{
    auto expected = test::minimum_by_isl(ctx, problem);
    EXPECT_TRUE(LexicographicMinimum(problem).solve() == expected) << to_string(problem);
    is_feasible = expected.has_value();
}

/// How many of some problems have a solution; expects ours to be isl's.
template <class Make>
unsigned count_feasible(unsigned seeds, Make make)
{
    unsigned result = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        presburger::Context context;
        bool is_feasible = false;
        expect_solution(context.get(), make(seed), is_feasible);
        result += is_feasible;
    }
    return result;
}

TEST(LexicographicMinimumProperty, IsThatOfIslForSmallNumbers)
{
    unsigned feasible =
        count_feasible(3000, [](unsigned seed) { return test::random_problem(seed, 7, 1000); });
    EXPECT_GT(feasible, 600U);
    EXPECT_LT(feasible, 2400U);
}

TEST(LexicographicMinimumProperty, IsThatOfIslForTightBounds)
{
    unsigned feasible =
        count_feasible(1000, [](unsigned seed) { return test::random_problem(seed, 30, 5); });
    EXPECT_GT(feasible, 150U);
}

TEST(LexicographicMinimumProperty, IsThatOfIslNearTheLimitsOf64Bits)
{
    for (long shift : {31, 62, 63, 64, 90}) {
        SCOPED_TRACE(shift);
        unsigned feasible = count_feasible(
            300, [&](unsigned seed) { return test::random_large_problem(seed, shift); });
        EXPECT_GT(feasible, 50U);
    }
}

TEST(LexicographicMinimumProperty, IsThatOfIslForSchedules)
{
    unsigned feasible = count_feasible(200, [](unsigned seed) {
        auto [problem, regions] = test::random_scheduling_problem(
            seed, {.statements = 1 + seed % 2, .depth = 1 + seed / 2 % 2, .dependences = 3});
        for (const NontrivialRegion &region : regions) {
            problem.inequalities.push_back(region.functions[seed % region.functions.size()]);
            problem.inequalities.back().constant = -1;
        }
        return problem;
    });
    EXPECT_GT(feasible, 150U);
}

/// Constraints come in any order, with solutions in between, and others that go again.
TEST(LexicographicMinimumProperty, DoesNotDependOnWhatWasThereBefore)
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Problem problem = test::random_problem(seed, 7, 20),
                other = test::random_problem(seed + 1, 7, 20);
        LexicographicMinimum minimum(problem.variables, problem.objectives);
        auto add = [&](const LinearFunction &one, bool is_equality) {
            minimum.push();
            for (LinearFunction more : other.inequalities) {
                more.coefficients.resize(problem.variables);
                minimum.add_inequality(more);
            }
            minimum.solve();
            minimum.pop();
            if (is_equality)
                minimum.add_equality(one);
            else
                minimum.add_inequality(one);
            minimum.solve();
        };
        for (const LinearFunction &one : problem.inequalities)
            add(one, false);
        for (const LinearFunction &one : problem.equalities)
            add(one, true);
        EXPECT_TRUE(minimum.solve() == LexicographicMinimum(problem).solve());
    }
}

} // namespace
} // namespace espalier::ilp
