#include "espalier/ast/exact_check.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

NodePtr user(const std::string &statement, std::vector<ExpressionPtr> iterators)
{
    return std::make_shared<Node>(Node{User{statement, std::move(iterators), {}}});
}

NodePtr block(std::vector<NodePtr> children)
{
    return std::make_shared<Node>(Node{Block{std::move(children)}});
}

/// for (iterator = init; condition; iterator += step) body
NodePtr loop(const std::string &iterator, ExpressionPtr init, ExpressionPtr condition, long step,
             NodePtr body)
{
    return std::make_shared<Node>(Node{
        For{iterator, 0, std::move(init), std::move(condition), integer(step), std::move(body)}});
}

class ExactCheck : public testing::Test {
protected:
    isl::union_map order(const std::string &text) const
    {
        return isl::union_map(context.get(), text);
    }

    std::optional<isl::union_map> rebuild(const NodePtr &code) const
    {
        return rebuild_order(code, parameters);
    }

    /// The verdict's reason; "" if the code is right.
    std::string difference(const NodePtr &code, const std::string &expected) const
    {
        return check_exactly(code, expectation(order(expected), parameters)).reason;
    }

    NodePtr generate_from(const std::string &text) const
    {
        Request request{isl::set(context.get(), "{ : }")};
        return generate(order(text), isl::union_map::empty(context.get()), request);
    }

    presburger::Context context;
    isl::set parameters = isl::set(context.get(), "[n] -> { : }");
};

TEST_F(ExactCheck, RebuildsLoopsWithSteps)
{
    NodePtr code = loop("i", integer(1), apply(Operator::less, {name("i"), name("n")}), 3,
                        user("S", {name("i")}));
    EXPECT_TRUE(
        rebuild(code)->is_equal(order("[n] -> { S[i] -> [i] : 1 <= i < n and i mod 3 = 1 }")));
}

TEST_F(ExactCheck, ALoopEndsAtTheFirstIterationThatFails)
{
    ExpressionPtr even = apply(
        Operator::equal, {apply(Operator::remainder_or_zero, {name("i"), integer(4)}), integer(0)});
    ExpressionPtr condition =
        apply(Operator::logical_and, {apply(Operator::less, {name("i"), name("n")}), even});
    NodePtr code = loop("i", integer(0), condition, 2, user("S", {name("i")}));
    EXPECT_TRUE(rebuild(code)->is_equal(order("[n] -> { S[0] -> [0] : n > 0 }")));
}

TEST_F(ExactCheck, DivisionsTruncateAsInC)
{
    NodePtr code = loop("i", integer(-3), apply(Operator::less_equal, {name("i"), integer(3)}), 1,
                        user("S", {apply(Operator::divide_nonneg, {name("i"), integer(2)}),
                                   apply(Operator::divide_floor, {name("i"), integer(2)}),
                                   apply(Operator::remainder_nonneg, {name("i"), integer(2)})}));
    EXPECT_TRUE(rebuild(code)->domain().is_equal(isl::union_set(
        context.get(),
        "{ S[-1, -2, -1]; S[-1, -1, 0]; S[0, -1, -1]; S[0, 0, 0]; S[0, 0, 1]; S[1, 1, 0]; "
        "S[1, 1, 1] }")));
}

TEST_F(ExactCheck, BlocksAndConditionsAreCoordinates)
{
    NodePtr guarded = std::make_shared<Node>(
        Node{If{apply(Operator::greater, {name("n"), integer(5)}), user("A", {}), user("B", {})}});
    NodePtr code = block({guarded, user("C", {name("n")})});
    EXPECT_TRUE(rebuild(code)->is_equal(
        order("[n] -> { A[] -> [0] : n > 5; B[] -> [0] : n <= 5; C[n] -> [1] }")));
}

TEST_F(ExactCheck, CodeThatIsNotAffineIsLeftAlone)
{
    ExpressionPtr square = apply(Operator::multiply, {name("n"), name("n")});
    EXPECT_FALSE(rebuild(user("S", {square})));
    EXPECT_FALSE(rebuild(user("S", {apply(Operator::divide_floor, {integer(7), name("n")})})));
    EXPECT_FALSE(rebuild(loop("i", integer(0), apply(Operator::less, {name("i"), name("n")}), -1,
                              user("S", {name("i")}))));
}

TEST_F(ExactCheck, AcceptsGeneratedCodeForAllParameters)
{
    for (const char *text :
         {"[n] -> { S[i, j] -> [i, j] : 0 <= j <= i < n; T[i] -> [i, i + 1] : 0 <= i < n }",
          "[n] -> { S[i] -> [i] : 0 <= i < n and (i mod 5 = 2 or i mod 3 = 0) }",
          "[n] -> { S[i] -> [floor(i/32), i] : 0 <= i < n }",
          "[n] -> { S[i] -> [0] : 0 <= i < n }"})
        EXPECT_EQ(difference(generate_from(text), text), "") << text;
}

TEST_F(ExactCheck, SeesWhatTheCodeDoesOtherwise)
{
    const char *forward = "[n] -> { S[i] -> [i] : 0 <= i < n }";
    EXPECT_EQ(
        difference(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n and i != 1000 }"), forward),
        "the code does not run [n = 1001] -> { S[1000] }");
    EXPECT_EQ(difference(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n or i = 7 }"), forward),
              "the code runs [n = 7] -> { S[7] }, which the schedule does not have");
    EXPECT_EQ(difference(generate_from("[n] -> { S[i] -> [-i] : 0 <= i < n }"), forward),
              "the code runs [n = 2] -> { S[1] } before [n = 2] -> { S[0] }, against the schedule");
    NodePtr once = generate_from(forward);
    EXPECT_EQ(difference(block({once, once}), forward),
              "the code runs [n = 1] -> { S[0] } more than once");
}

TEST_F(ExactCheck, EmptyCodeIsRightWhereNothingRuns)
{
    EXPECT_EQ(difference(block({}), "{ S[i] -> [i] : 1 = 0 }"), "");
}

} // namespace
} // namespace espalier::ast
