#include "espalier/ast/interpreter.h"

#include "espalier/ast/generator.h"
#include "espalier/presburger/context.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class InterpreterTest : public testing::Test {
protected:
    NodePtr generate_from(const std::string &order)
    {
        Request request{isl::set(context.get(), "{ : }")};
        return generate(isl::union_map(context.get(), order), isl::union_map::empty(context.get()),
                        request);
    }

    std::optional<std::string> difference(const NodePtr &code, const std::string &order)
    {
        return find_difference(code, isl::union_map(context.get(), order),
                               isl::set(context.get(), "{ : }"));
    }

    presburger::Context context;
};

const char *const triangle =
    "[n] -> { S[i, j] -> [i, j] : 0 <= j <= i < n; T[i] -> [i, i + 1] : 0 <= i < n }";

TEST_F(InterpreterTest, ExecutesInOrder)
{
    auto found = interpret(generate_from("[n] -> { S[i] -> [-i] : 0 <= i < n }"), {{"n", 3}}, 100);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, (std::vector<Instance>{{"S", {2}}, {"S", {1}}, {"S", {0}}}));
}

TEST_F(InterpreterTest, StopsWhenThereAreTooMany)
{
    EXPECT_FALSE(
        interpret(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n }"), {{"n", 101}}, 100));
}

TEST_F(InterpreterTest, AgreesWithTheScheduleThatTheCodeWasMadeFrom)
{
    EXPECT_EQ(difference(generate_from(triangle), triangle), std::nullopt);
    const char *strided = "[n] -> { S[i] -> [i] : 0 <= i < n and (i mod 5 = 2 or i mod 3 = 0) }";
    EXPECT_EQ(difference(generate_from(strided), strided), std::nullopt);
}

TEST_F(InterpreterTest, SeesAMissingInstance)
{
    auto found = difference(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n - 1 }"),
                            "[n] -> { S[i] -> [i] : 0 <= i < n }");
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, "the code does not run S[0], n = 1");
}

TEST_F(InterpreterTest, SeesAnInstanceTooMany)
{
    auto found = difference(generate_from("[n] -> { S[i] -> [i] : 0 <= i <= n }"),
                            "[n] -> { S[i] -> [i] : 0 <= i < n }");
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, "the code runs S[0], which the schedule does not have, n = 0");
}

TEST_F(InterpreterTest, SeesAWrongOrder)
{
    auto found = difference(generate_from("[n] -> { S[i] -> [-i] : 0 <= i < n }"),
                            "[n] -> { S[i] -> [i] : 0 <= i < n }");
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, "the code runs S[0] after S[1], against the schedule, n = 2");
}

} // namespace
} // namespace espalier::ast
