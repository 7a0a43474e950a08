#include "espalier/strategies/work_conditions.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/node.h"
#include "espalier/schedule/queries.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::strategies {
namespace {

/// The condition of one loop around a statement of two loops.
class WorkConditionsTest : public testing::Test {
protected:
    /// \param times   "[i, j]": of the band, by iterators
    /// \param member  of the band: the loop in parallel
    std::optional<schedule::WorkCondition> condition(const std::string &times, std::size_t member)
    {
        const program::Program program = test::extract_program(
            test::in_function("for (int i = 0; i < n; i++)\n"
                              "  for (int j = 0; j < m; j++)\n    A[i][j] = 0;\n"),
            context);
        const program::Statement &statement = program.statements.front();
        std::string functions;
        for (std::size_t begin = 0; begin < times.size();) {
            const std::size_t end = std::min(times.find(';', begin), times.size());
            functions += (functions.empty() ? "{ " : ", { ") + statement.name() + "[i, j] -> [" +
                         times.substr(begin, end - begin) + "] }";
            begin = end + 1;
        }
        const schedule::Tree tree(
            schedule::node(schedule::Domain{statement.domain.to_union_set()},
                           schedule::node(schedule::Band(
                               isl::multi_union_pw_aff(context.get(), "[" + functions + "]")))));
        const ast::Values sizes = {{"n", 1L << 20}, {"m", 100}};
        const schedule::Loop loop{tree.root().child(0), member};
        return WorkConditions(program, sizes).make(loop, 1, {1e4, 1e5});
    }

    std::string factors(const schedule::WorkCondition &condition) const
    {
        std::string result;
        for (const isl::pw_aff &factor : condition.factors)
            result += presburger::to_string(factor) + "\n";
        return result;
    }

    presburger::Context context;
};

TEST_F(WorkConditionsTest, AreOfTheIterationsOfALoop)
{
    const auto outer = condition("(i);(j)", 0), inner = condition("(i);(j)", 1);
    ASSERT_TRUE(outer && inner);
    EXPECT_EQ(outer->factors.size(), 2U);
    ASSERT_EQ(inner->factors.size(), 1U);
    EXPECT_EQ(factors(*inner).find("(n)"), std::string::npos) << "it starts threads n times";
    EXPECT_EQ(outer->least, 1e4);
    EXPECT_EQ(outer->least_asleep, 1e5);
}

/// However many strips there are, threads start for each of them.
TEST_F(WorkConditionsTest, AreOfTheIterationsOfAStrip)
{
    const auto strip = condition("(i - i mod 64);(i);(j)", 1);
    ASSERT_TRUE(strip);
    ASSERT_EQ(strip->factors.size(), 2U);
    const isl::set lengths = strip->factors.front().as_map().range();
    EXPECT_TRUE(lengths.is_subset(isl::set(context.get(), "{ [v] : v <= 64 }"))) << factors(*strip);
    EXPECT_EQ(strip->least, 1e4);
}

/// With twice the length of both dimensions, a wave is twice as long.
TEST_F(WorkConditionsTest, GrowWithTheLengthOfWaves)
{
    const auto plain = condition("(i);(j)", 0), wave = condition("(i + j);(j)", 1);
    ASSERT_TRUE(plain && wave);
    ASSERT_EQ(wave->factors.size(), 2U);
    EXPECT_GT(std::abs(std::log(wave->least / plain->least)), std::log(2))
        << "what is enough is as far again from what there is";
}

} // namespace
} // namespace espalier::strategies
