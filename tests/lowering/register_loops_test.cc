// Loops through registers have bounds that are constants.

#include "espalier/lowering/register_loops.h"

#include "espalier/ast/expressions.h"
#include "espalier/lowering/elements.h"

#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

using ast::Operator;

/// for (r = init; condition; r++), through four registers.
ast::For loop(const ast::ExpressionPtr &init, const ast::ExpressionPtr &condition)
{
    return {.iterator = "r",
            .depth = 0,
            .init = init,
            .condition = condition,
            .step = condition ? ast::integer(1) : nullptr,
            .body = nullptr,
            .role = schedule::loop_role({.kind = schedule::LoopKind::sequential, .registers = 4})};
}

ast::ExpressionPtr less(const ast::ExpressionPtr &one, const ast::ExpressionPtr &other)
{
    return ast::apply(Operator::less, {one, other});
}

TEST(RegisterLoops, OtherBoundsAreConditions)
{
    const auto first = less(name_of("r"), ast::integer(4)),
               second = less(name_of("r"), name_of("n"));
    const RegisterLoop bounded = register_loop(
        loop(ast::integer(0), ast::apply(Operator::logical_and, {first, second})), {});
    EXPECT_EQ(bounded.condition, second);
    const RegisterLoop begun = register_loop(loop(name_of("m"), first), {});
    ASSERT_TRUE(begun.condition);
    EXPECT_EQ(begun.condition->op, Operator::greater_equal);
    EXPECT_FALSE(register_loop(loop(ast::integer(0), first), {}).condition);
}

TEST(RegisterLoops, SingleIterationsAreConditions)
{
    const RegisterLoop single = register_loop(loop(name_of("m"), nullptr), {});
    ASSERT_TRUE(single.condition);
    EXPECT_EQ(single.condition->op, Operator::equal);
}

TEST(RegisterLoops, WhatNumbersOfThreadsDecideIsNoCondition)
{
    const auto sum = ast::apply(Operator::add, {name_of("l"), name_of("r")});
    const auto bound = less(sum, ast::integer(19));
    EXPECT_FALSE(register_loop(loop(ast::integer(0), bound), {{"l", {0, 15}}}).condition);
    EXPECT_TRUE(register_loop(loop(ast::integer(0), bound), {{"l", {0, 16}}}).condition);
}

} // namespace
} // namespace espalier::lowering
