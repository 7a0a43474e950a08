#include "espalier/ast/innermost_guards.h"

#include "tests/support/generated_code.h"

namespace espalier::ast {
namespace {

class InnermostGuardsTest : public test::GeneratedCode {
protected:
    std::vector<InnermostGuard> guards(const std::string &text)
    {
        return innermost_guards(make(text, request()));
    }
};

TEST_F(InnermostGuardsTest, AreFoundWithTheirStatements)
{
    auto found = guards(tree("[n] -> { S[i] : 0 <= i < n; T[i] : 5 <= i < n }",
                             "[{ S[i] -> [(i)]; T[i] -> [(i)] }]", "{ atomic[0] }"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].loop, "c0");
    EXPECT_EQ(found[0].condition->op, Operator::greater_equal);
    EXPECT_EQ(found[0].statements, std::vector<std::string>{"T"});
}

TEST_F(InnermostGuardsTest, BoundsAndStridesTakeNone)
{
    EXPECT_TRUE(guards(tree("[n, m] -> { S[i] : 0 <= i < n and i < m and i mod 2 = 0 }",
                            "[{ S[i] -> [(i)] }]"))
                    .empty());
}

/// Left of the blocks on a diagonal: the number of a strip is the only one that its rows can have.
TEST_F(InnermostGuardsTest, StripsThatBoundOtherLoopsTakeNone)
{
    EXPECT_TRUE(guards(tree("[n] -> { S[i, j] : 0 <= i < n and 0 <= j < 8 * floor(i/8) }",
                            "[{ S[i, j] -> [(8 * floor(i/8))] }, { S[i, j] -> [(j)] }, "
                            "{ S[i, j] -> [(i)] }]"))
                    .empty());
}

/// A guard in a loop around others is evaluated less often, also if it is around no loop itself.
TEST_F(InnermostGuardsTest, ThoseOfOuterLoopsDoNotCount)
{
    auto found = guards(tree("[n] -> { S[i, j] : 0 <= i, j < n; T[i] : 5 <= i < n }",
                             "[{ S[i, j] -> [(i)]; T[i] -> [(i)] }]", "{ atomic[0] }", "{ : }",
                             "{ sequence: [ { filter: '{ T[i] }' }, { filter: '{ S[i, j] }', "
                             "child: { schedule: '[{ S[i, j] -> [(j)] }]' } } ] }"));
    EXPECT_TRUE(found.empty());
}

TEST_F(InnermostGuardsTest, AStatementIsNamedOnce)
{
    auto found = guards(tree("[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= 1 and i mod 3 > 0 }",
                             "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]", "{ unroll[1] }"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].statements, std::vector<std::string>{"S"});
}

} // namespace
} // namespace espalier::ast
