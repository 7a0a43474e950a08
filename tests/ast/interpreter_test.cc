#include "espalier/ast/interpreter.h"

#include "espalier/ast/generator.h"
#include "espalier/base/error.h"
#include "espalier/presburger/context.h"

#include <gtest/gtest.h>

#include <limits>

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

    presburger::Context context;
};

TEST_F(InterpreterTest, ExecutesInOrder)
{
    auto found = interpret(generate_from("[n] -> { S[i] -> [-i] : 0 <= i < n }"), {{"n", 3}}, 100);
    EXPECT_EQ(found.end, Execution::End::complete);
    EXPECT_EQ(found.instances, (std::vector<Instance>{{"S", {2}}, {"S", {1}}, {"S", {0}}}));
}

TEST_F(InterpreterTest, StopsWhenThereAreTooMany)
{
    EXPECT_EQ(
        interpret(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n }"), {{"n", 101}}, 100).end,
        Execution::End::too_many_instances);
}

TEST_F(InterpreterTest, StopsInLoopsThatExecuteNothing)
{
    const NodePtr code =
        generate_from("[n, m] -> { S[i, j] -> [i, j] : 0 <= i < n and 0 <= j < m }");
    EXPECT_EQ(interpret(code, {{"n", 4'000'000'000}, {"m", 0}}, 100).end,
              Execution::End::too_many_iterations);
}

TEST_F(InterpreterTest, StopsWhereANumberIsTooLarge)
{
    const NodePtr code = generate_from("[n] -> { S[i] -> [i] : 4n <= i < 4n + 2 }");
    EXPECT_EQ(interpret(code, {{"n", std::numeric_limits<long>::max()}}, 100).end,
              Execution::End::number_too_large);
}

TEST_F(InterpreterTest, RefusesANameWithoutAValue)
{
    EXPECT_THROW(interpret(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n }"), {}, 100), Error);
}

} // namespace
} // namespace espalier::ast
