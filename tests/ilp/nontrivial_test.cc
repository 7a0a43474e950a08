#include "espalier/ilp/nontrivial.h"

#include "tests/support/ilp_problems.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace espalier::ilp {
namespace {

using testing::ElementsAre;
using Solution = LexicographicMinimum::Solution;

LinearFunction function(std::vector<long> coefficients, long constant = 0)
{
    return {std::vector<Integer>(coefficients.begin(), coefficients.end()), constant};
}

/// x = b - a for variables a and b.
const NontrivialRegion difference{{function({-1, 1})}};

TEST(SmallestNontrivial, IsTheMinimumWithoutRegions)
{
    LexicographicMinimum minimum(2);
    minimum.add_inequality(function({1, 1}, -3));
    EXPECT_THAT(smallest_nontrivial(minimum, {}, 2)->point, ElementsAre(0, 3));
}

TEST(SmallestNontrivial, PrefersPositiveSigns)
{
    LexicographicMinimum minimum(2, {function({1, 1})});
    EXPECT_THAT(smallest_nontrivial(minimum, {difference}, 1)->point, ElementsAre(0, 1));
    minimum.add_inequality(function({1, -1})); // b <= a
    EXPECT_THAT(smallest_nontrivial(minimum, {difference}, 1)->point, ElementsAre(1, 0));
}

TEST(SmallestNontrivial, PrefersTheFirstFunctions)
{
    LexicographicMinimum minimum(2, {function({1, 1})});
    NontrivialRegion both{{function({1, 0}), function({0, 1})}};
    EXPECT_THAT(smallest_nontrivial(minimum, {both}, 1)->point, ElementsAre(1, 0));
}

TEST(SmallestNontrivial, PrefersTheSmallestPrefixToAll)
{
    LexicographicMinimum minimum(2, {function({3, 1})});
    NontrivialRegion both{{function({1, 0}), function({0, 1})}};
    EXPECT_THAT(smallest_nontrivial(minimum, {both}, 1)->point, ElementsAre(0, 1));
    EXPECT_THAT(smallest_nontrivial(minimum, {both}, 0)->point, ElementsAre(1, 0));
}

TEST(SmallestNontrivial, TakesTheBestSoFarWhenTheBudgetIsUsedUp)
{
    LexicographicMinimum minimum(2, {function({3, 1})});
    NontrivialRegion both{{function({1, 0}), function({0, 1})}};
    EXPECT_THAT(smallest_nontrivial(minimum, {both}, 1, 1)->point, ElementsAre(1, 0));
    EXPECT_FALSE(smallest_nontrivial(minimum, {both}, 1, 0));
}

TEST(SmallestNontrivial, IsNothingIfARegionHasNoSign)
{
    LexicographicMinimum minimum(2);
    minimum.add_equality(function({1, -1}));
    EXPECT_FALSE(smallest_nontrivial(minimum, {difference}, 2));
}

TEST(SmallestNontrivial, GivesUpAtOnceIfTheLastRegionHasNoSign)
{
    constexpr std::size_t regions = 40, variables = 2 * regions;
    LexicographicMinimum minimum(variables);
    std::vector<NontrivialRegion> all;
    for (std::size_t k = 0; k < regions; ++k) {
        LinearFunction one{std::vector<Integer>(variables)};
        one.coefficients[2 * k] = -1;
        one.coefficients[2 * k + 1] = 1;
        all.push_back({{one}});
    }
    minimum.add_equality(all.back().functions.front());
    EXPECT_FALSE(smallest_nontrivial(minimum, all, 1, std::size_t(-1)));
}

TEST(SmallestNontrivial, LeavesTheMinimumAsItWas)
{
    LexicographicMinimum minimum(2, {function({1, 1})});
    auto before = minimum.solve();
    smallest_nontrivial(minimum, {difference}, 1);
    EXPECT_TRUE(minimum.solve() == before);
}

Integer value(const LinearFunction &function, const std::vector<Integer> &point)
{
    Integer result = function.constant;
    for (std::size_t k = 0; k < point.size(); ++k)
        result += function.coefficients[k] * point[k];
    return result;
}

bool is_solution(const Problem &problem, const std::vector<NontrivialRegion> &regions,
                 const std::vector<Integer> &point)
{
    auto is_zero = [&](const LinearFunction &one) { return value(one, point) == 0; };
    return std::ranges::all_of(problem.equalities, is_zero) &&
           std::ranges::all_of(problem.inequalities,
                               [&](const LinearFunction &one) { return value(one, point) >= 0; }) &&
           std::ranges::none_of(regions, [&](const NontrivialRegion &region) {
               return std::ranges::all_of(region.functions, is_zero);
           });
}

/// The first `size` of the values of the objectives and of the point.
std::vector<Integer> prefix(const Problem &problem, const std::vector<Integer> &point,
                            std::size_t size)
{
    std::vector<Integer> result;
    for (const LinearFunction &objective : problem.objectives)
        result.push_back(value(objective, point));
    result.insert(result.end(), point.begin(), point.end());
    result.resize(size);
    return result;
}

/// The smallest prefix of all points up to a bound; nothing if none is a solution.
std::optional<std::vector<Integer>> smallest_prefix(const Problem &problem,
                                                    const std::vector<NontrivialRegion> &regions,
                                                    std::size_t size, long bound)
{
    std::optional<std::vector<Integer>> best;
    std::vector<Integer> point(problem.variables);
    while (true) {
        if (is_solution(problem, regions, point)) {
            auto current = prefix(problem, point, size);
            if (!best || current < *best)
                best = current;
        }
        auto next = std::ranges::find_if(point, [&](const Integer &one) { return one < bound; });
        std::fill(point.begin(), next, 0);
        if (next == point.end())
            return best;
        *next += 1;
    }
}

TEST(SmallestNontrivialProperty, HasTheSmallestPrefixOfAllPoints)
{
    unsigned found = 0;
    for (unsigned seed = 0; seed < 1500; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        constexpr long bound = 2;
        Problem problem = test::random_problem(seed, 2, bound);
        const auto regions = test::random_regions(seed, problem.variables);
        std::size_t size = seed % (problem.objectives.size() + problem.variables + 1);
        LexicographicMinimum minimum(problem);
        auto solution = smallest_nontrivial(minimum, regions, size);
        auto expected = smallest_prefix(problem, regions, size, bound);
        ASSERT_EQ(solution.has_value(), expected.has_value()) << to_string(problem);
        if (!solution)
            continue;
        ++found;
        EXPECT_TRUE(is_solution(problem, regions, solution->point)) << to_string(problem);
        EXPECT_EQ(prefix(problem, solution->point, size), *expected) << to_string(problem);
    }
    EXPECT_GT(found, 200U);
}

} // namespace
} // namespace espalier::ilp
