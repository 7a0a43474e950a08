#include "espalier/ast/value_ranges.h"

#include "espalier/ast/expressions.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

const Interval small{-100, 100};
const Intervals constants{{"n", {-10, 10}}, {"m", {1, 20}}};

ExpressionPtr n() { return name("n"); }
ExpressionPtr m() { return name("m"); }

bool fits(Operator op, const ExpressionPtr &left, const ExpressionPtr &right, long most)
{
    return stays_within({-most, most}, apply(op, {left, right}), constants);
}

TEST(ValueRanges, SumsAndProductsTakeTheEndsOfTheirOperands)
{
    EXPECT_TRUE(fits(Operator::add, n(), m(), 30));
    EXPECT_FALSE(fits(Operator::add, n(), m(), 29));
    EXPECT_TRUE(fits(Operator::subtract, n(), m(), 30));
    EXPECT_FALSE(fits(Operator::subtract, n(), m(), 29));
    EXPECT_TRUE(fits(Operator::multiply, n(), m(), 200));
    EXPECT_FALSE(fits(Operator::multiply, n(), m(), 199));
}

TEST(ValueRanges, ExtremaOfFewValuesAreFew)
{
    EXPECT_TRUE(fits(Operator::minimum, apply(Operator::multiply, {m(), integer(5)}), n(), 100));
    EXPECT_FALSE(fits(Operator::minimum, apply(Operator::multiply, {m(), integer(6)}), n(), 100));
}

TEST(ValueRanges, QuotientsAndRemaindersAreNoLargerThanWhatIsDivided)
{
    EXPECT_TRUE(fits(Operator::divide_floor, n(), integer(3), 10));
    EXPECT_TRUE(fits(Operator::remainder_nonneg, n(), integer(100), 100));
    EXPECT_FALSE(fits(Operator::divide_floor, n(), n(), 100)) << "the divisor may be zero";
}

TEST(ValueRanges, PartsCountEvenWhereTheWholeIsSmall)
{
    ExpressionPtr large = apply(Operator::multiply, {m(), integer(6)});
    EXPECT_FALSE(
        stays_within(small, apply(Operator::divide_floor, {large, integer(6)}), constants));
    EXPECT_FALSE(stays_within(small, apply(Operator::less, {large, n()}), constants));
    EXPECT_FALSE(stays_within(
        small, apply(Operator::conditional, {apply(Operator::less, {n(), m()}), n(), large}),
        constants));
}

TEST(ValueRanges, NumbersBeyondAnyTypeDoNotFit)
{
    auto number = std::make_shared<const Expression>(
        Expression{Operator::integer, "123456789012345678901234567890", {}});
    EXPECT_FALSE(stays_within(small, number, constants));
}

TEST(ValueRanges, UnknownNamesMayBeAnything)
{
    EXPECT_FALSE(stays_within(small, name("k"), constants));
}

NodePtr loop(const std::string &iterator, ExpressionPtr first, Operator op, ExpressionPtr bound,
             long step, const ExpressionPtr &used)
{
    auto user = std::make_shared<const Node>(Node{User{"S", {}, {used}}});
    return std::make_shared<const Node>(
        Node{For{iterator, 0, std::move(first), apply(op, {name(iterator), std::move(bound)}),
                 integer(step), user}});
}

TEST(ValueRanges, LoopVariablesGoOneStepBeyondTheirBound)
{
    auto variable = name("c0");
    EXPECT_TRUE(stays_within(
        {0, 25}, loop("c0", integer(0), Operator::less_equal, m(), 5, variable), constants));
    EXPECT_FALSE(stays_within(
        {0, 24}, loop("c0", integer(0), Operator::less_equal, m(), 5, variable), constants));
    EXPECT_TRUE(
        stays_within({0, 24}, loop("c0", integer(0), Operator::less, m(), 5, variable), constants));
}

TEST(ValueRanges, BoundsMayBeOfMultiplesOfTheVariable)
{
    // c0 <= m - 3 * c0: up to 20 / 4, and one more
    const auto rest =
        apply(Operator::subtract, {m(), apply(Operator::multiply, {integer(3), name("c0")})});
    const NodePtr code = loop("c0", integer(0), Operator::less_equal, rest, 1, name("c0"));
    EXPECT_TRUE(stays_within({-17, 20}, code, constants));
    EXPECT_FALSE(stays_within({-16, 20}, code, constants));
}

TEST(ValueRanges, BodiesSeeTheValuesInsideTheLoop)
{
    auto tripled = apply(Operator::multiply, {name("c0"), integer(3)});
    EXPECT_TRUE(
        stays_within({0, 57}, loop("c0", integer(0), Operator::less, m(), 1, tripled), constants));
    EXPECT_FALSE(
        stays_within({0, 56}, loop("c0", integer(0), Operator::less, m(), 1, tripled), constants));
}

TEST(ValueRanges, LoopsWithoutAnUpperBoundDoNotFit)
{
    EXPECT_FALSE(stays_within(small, loop("c0", integer(0), Operator::greater, m(), 1, name("c0")),
                              constants));
}

TEST(ValueRanges, ValuesComputedInFrontOfLoopsHaveTheirRanges)
{
    auto user = std::make_shared<const Node>(
        Node{User{"S", {}, {apply(Operator::multiply, {name("v0"), integer(10)})}}});
    auto let = [&](const ExpressionPtr &value) {
        return std::make_shared<const Node>(Node{Let{"v0", value, user}});
    };
    EXPECT_TRUE(stays_within(small, let(n()), constants));
    EXPECT_FALSE(stays_within(small, let(m()), constants));
}

} // namespace
} // namespace espalier::ast
