#include "espalier/ast/evaluate.h"

#include "espalier/ast/expressions.h"
#include "espalier/base/checked.h"
#include "espalier/base/error.h"

#include <gtest/gtest.h>

#include <limits>

namespace espalier::ast {
namespace {

/// max(a, b - 3) if a < b, otherwise floor(a / -4) + 7 a.
ExpressionPtr example()
{
    const ExpressionPtr a = name("a"), b = name("b");
    const ExpressionPtr larger =
        apply(Operator::maximum, {a, apply(Operator::subtract, {b, integer(3)})});
    const ExpressionPtr other =
        apply(Operator::add, {apply(Operator::divide_floor, {a, integer(-4)}),
                              apply(Operator::multiply, {integer(7), a})});
    return apply(Operator::conditional, {apply(Operator::less, {a, b}), larger, other});
}

TEST(Valuation, AgreesWithEvaluateWhileValuesChange)
{
    const ExpressionPtr expression = example();
    Valuation valuation({{"a", 0}, {"b", 0}});
    const std::size_t a = valuation.number("a"), b = valuation.number("b");
    for (long x = -9; x < 9; ++x)
        for (long y = -9; y < 9; ++y) {
            valuation.define(a, x);
            valuation.define(b, y);
            EXPECT_EQ(valuation.value(*expression), evaluate(*expression, {{"a", x}, {"b", y}}))
                << x << ", " << y;
        }
}

TEST(Valuation, TakesOnlyOperandsThatAreNeeded)
{
    const ExpressionPtr guarded =
        apply(Operator::and_then, {apply(Operator::less, {integer(0), name("a")}),
                                   apply(Operator::less, {integer(0), name("unknown")})});
    Valuation valuation({{"a", 0}});
    EXPECT_EQ(valuation.value(*guarded), 0);
    valuation.define(valuation.number("a"), 1);
    EXPECT_THROW(valuation.value(*guarded), Error);
    EXPECT_THROW(evaluate(*guarded, {{"a", 1}}), Error);
    valuation.define(valuation.number("unknown"), 1);
    EXPECT_EQ(valuation.value(*guarded), 1);
}

TEST(Valuation, SaysWhichNameHasNoValue)
{
    Valuation valuation({{"n", 1}});
    valuation.number("m");
    try {
        valuation.value(*name("m"));
        FAIL() << "m has no value";
    } catch (const Error &error) {
        EXPECT_NE(std::string(error.what()).find("uses m,"), std::string::npos) << error.what();
    }
}

TEST(Valuation, ThrowsWhereNumbersAreTooLarge)
{
    const ExpressionPtr twice = apply(Operator::multiply, {integer(2), name("n")});
    Valuation valuation({{"n", std::numeric_limits<long>::max()}});
    EXPECT_THROW(valuation.value(*twice), NumberTooLarge);
}

} // namespace
} // namespace espalier::ast
