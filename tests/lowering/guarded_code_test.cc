// Conditions on data in target code: where they are asked, and the check of it.

#include "tests/lowering/target_code_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

namespace espalier::lowering {
namespace {

using testing::HasSubstr;

/// What a condition on data guards, in two loops.
class GuardedCode : public TargetCode {
protected:
    void guard(const std::string &body, const std::string &statements, const std::string &order)
    {
        make("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { " + body + " }",
             "domain: \"[n] -> { " + statements + " }\"\n" + order);
    }

    void guard_one(const std::string &body)
    {
        guard(body, "S0[i, j] : 0 <= i < n and 0 <= j < n",
              "child:\n"
              "  schedule: \"[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]\"\n");
    }

    void guard_two(const std::string &body)
    {
        guard(body, "S0[i, j] : 0 <= i < n and 0 <= j < n; S1[i, j] : 0 <= i < n and 0 <= j < n",
              "child:\n"
              "  schedule: \"[{ S0[i, j] -> [(i)]; S1[i, j] -> [(i)] }, "
              "{ S0[i, j] -> [(j)]; S1[i, j] -> [(j)] }]\"\n"
              "  child:\n"
              "    sequence:\n"
              "    - filter: \"[n] -> { S0[i, j] }\"\n"
              "    - filter: \"[n] -> { S1[i, j] }\"\n");
    }

    void expect_around_guard(std::size_t loops, const std::string &body)
    {
        guard_one(body);
        EXPECT_EQ(loops_around_guard(), loops);
        EXPECT_EQ(difference(), "");
    }

    /// Puts something else in the place of the inner one of two loops.
    /// \param other  what that is, given the loop
    void replace_inner(const std::function<CodePtr(Loop)> &other)
    {
        auto outer = std::get<Loop>(code->kind);
        outer.body = other(std::get<Loop>(outer.body->kind));
        code = lowering::code(std::move(outer));
    }

    /// In loops that are around everything, if these run: how many.
    std::size_t loops_around_guard() const
    {
        std::size_t result = 0;
        const Code *here = code.get();
        if (const auto *choice = std::get_if<Choice>(&here->kind))
            here = choice->yes.get();
        for (; std::holds_alternative<Loop>(here->kind); ++result)
            here = std::get<Loop>(here->kind).body.get();
        return std::holds_alternative<Guard>(here->kind) ? result : SIZE_MAX;
    }
};

TEST_F(GuardedCode, LeavesLoopsInWhichTheConditionStaysTheSame)
{
    expect_around_guard(1, "if (x[i] > 0) C[i][j] = 1;");
}

TEST_F(GuardedCode, LeavesAllLoops) { expect_around_guard(0, "if (x[0] > 0) C[i][j] = 1;"); }

TEST_F(GuardedCode, ReadsWhatMayNotBeThereOnlyWhereLoopsRun)
{
    guard_one("if (x[0] > 0) C[i][j] = 1;");
    EXPECT_TRUE(std::holds_alternative<Choice>(code->kind));
    make("double w = x[0]; for (int i = 0; i < n; i++) if (w > 0) y[i] = 1;",
         "domain: \"[n] -> { S0[]; S1[i] : 0 <= i < n }\"\n"
         "child:\n"
         "  sequence:\n"
         "  - filter: \"{ S0[] }\"\n"
         "  - filter: \"[n] -> { S1[i] }\"\n"
         "    child:\n"
         "      schedule: \"[{ S1[i] -> [(i)] }]\"\n");
    EXPECT_TRUE(std::holds_alternative<Guard>(part<Block>().children.at(1)->kind));
}

TEST_F(GuardedCode, StaysWhereTheConditionChanges)
{
    expect_around_guard(2, "if (x[i] > 0) x[i] -= C[i][j];");
}

TEST_F(GuardedCode, LeavesLoopsByConjuncts)
{
    expect_around_guard(1, "if (x[i] > 0 && C[i][j] > 0) C[i][j] = 1;");
    const Guard &outer = part<Guard>();
    const auto &loop = std::get<Loop>(outer.yes->kind);
    EXPECT_EQ(std::get<Guard>(loop.body->kind).level, 1U);
}

/// Where the condition holds, no element that is read is one that its other side writes.
TEST_F(GuardedCode, LeavesLoopsWhoseSidesAccessWhatTheyDoNotName)
{
    guard_two("if (z[i] > 0) x[0] += x[(int)y[j]]; else x[j] += 1;");
    EXPECT_EQ(loops_around_guard(), 1U);
    EXPECT_EQ(difference(), "");
}

TEST_F(GuardedCode, OfSeveralStatementsIsOne)
{
    guard_two("if (C[i][j] > 0) { x[i] += 1; y[j] += 1; }");
    const auto &guard = part<Guard>();
    EXPECT_TRUE(std::holds_alternative<Block>(guard.yes->kind));
    EXPECT_EQ(guard.no, nullptr);
    EXPECT_EQ(difference(), "");
}

TEST_F(GuardedCode, OfOppositesIsOne)
{
    guard_two("if (C[i][j] > 0) { x[i] = 1; } else { y[j] = 1; }");
    const auto &guard = part<Guard>();
    ASSERT_NE(guard.no, nullptr);
    EXPECT_EQ(std::get<Instance>(guard.no->kind).user.statement, "S1");
    EXPECT_EQ(difference(), "");
}

TEST_F(GuardedCode, OfOppositesTheWrongWayRound)
{
    guard_two("if (C[i][j] > 0) { x[i] = 1; } else { y[j] = 1; }");
    replace_inner([](Loop inner) {
        auto guard = std::get<Guard>(inner.body->kind);
        std::swap(guard.yes, guard.no);
        inner.body = lowering::code(std::move(guard));
        return lowering::code(std::move(inner));
    });
    EXPECT_THAT(difference(), HasSubstr("x["));
}

TEST_F(GuardedCode, LeavesALoopThatChangesTheCondition)
{
    guard_one("if (x[i] > 0) x[i] -= C[i][j];");
    replace_inner([](Loop inner) {
        auto guard = std::get<Guard>(inner.body->kind);
        inner.body = guard.yes;
        guard.yes = lowering::code(std::move(inner));
        return lowering::code(std::move(guard));
    });
    EXPECT_THAT(difference(), HasSubstr("x["));
}

/// Two statements, of which one may touch any element of an array, and what it finds if they change
/// places.
class ChosenElements : public GuardedCode {
protected:
    void swap_statements()
    {
        replace_inner([](Loop inner) {
            auto block = std::get<Block>(inner.body->kind);
            std::swap(block.children.at(0), block.children.at(1));
            inner.body = lowering::code(std::move(block));
            return lowering::code(std::move(inner));
        });
    }
};

TEST_F(ChosenElements, AreWrittenBeforeAnyIsRead)
{
    guard_two("x[(int)y[i]] = 1; C[i][j] = x[j];");
    EXPECT_EQ(difference(), "");
    swap_statements();
    EXPECT_NE(difference(), "");
}

TEST_F(ChosenElements, AreReadAfterAnyIsWritten)
{
    guard_two("x[j] = i; C[i][j] = x[(int)y[i]];");
    EXPECT_EQ(difference(), "");
    swap_statements();
    EXPECT_NE(difference(), "");
}

TEST_F(ChosenElements, OfALoopThatDataEnd)
{
    guard_two("x[j] = i; for (int k = y[i]; k < n; k++) C[i][k] += x[k];");
    EXPECT_EQ(difference(), "");
    swap_statements();
    EXPECT_NE(difference(), "");
}

} // namespace
} // namespace espalier::lowering
