#include "espalier/ast/invariants.h"

#include "espalier/ast/equality.h"
#include "espalier/ast/expressions.h"
#include "tests/support/generated_code.h"

namespace espalier::ast {
namespace {

class InvariantsTest : public test::GeneratedCode {
protected:
    std::string hoisted(const std::string &text)
    {
        return print(with_invariants_hoisted(make(text, request()), "v"));
    }
};

TEST_F(InvariantsTest, AreComputedOnce)
{
    EXPECT_EQ(hoisted(tree("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= j < n and 3j <= m }",
                           "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]", "{ }",
                           "[n, m] -> { : m >= 0 }")),
              R"(
{
  const long v0 = min(n - 1, m / 3);
  for (long c0 = 0; c0 < n; c0++) {
    for (long c1 = 0; c1 <= v0; c1++)
      S(c0, c1);
  }
}
)");
}

/// The bound of the innermost loop changes with the outermost one alone.
TEST_F(InvariantsTest, StayInTheLoopsThatChangeThem)
{
    EXPECT_EQ(hoisted(tree("[n] -> { S[i, j, k] : 0 <= i, j < n and 0 <= 3k <= i }",
                           "[{ S[i, j, k] -> [(i)] }, { S[i, j, k] -> [(j)] }, "
                           "{ S[i, j, k] -> [(k)] }]")),
              R"(
for (long c0 = 0; c0 < n; c0++) {
  const long v0 = c0 / 3;
  for (long c1 = 0; c1 < n; c1++) {
    for (long c2 = 0; c2 <= v0; c2++)
      S(c0, c1, c2);
  }
}
)");
}

TEST_F(InvariantsTest, EqualOnesAreOne)
{
    std::string two = tree("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= 3j <= m; "
                           "T[i, j] : 0 <= i < n and 0 <= 3j <= m }",
                           "[{ S[i, j] -> [(i)]; T[i, j] -> [(i)] }, "
                           "{ S[i, j] -> [(0)]; T[i, j] -> [(1)] }, "
                           "{ S[i, j] -> [(j)]; T[i, j] -> [(j)] }]",
                           "{ }", "[n, m] -> { : m >= 0 }");
    EXPECT_EQ(hoisted(two), R"(
{
  const long v0 = m / 3;
  for (long c0 = 0; c0 < n; c0++) {
    for (long c2 = 0; c2 <= v0; c2++)
      S(c0, c2);
    for (long c2 = 0; c2 <= v0; c2++)
      T(c0, c2);
  }
}
)");
}

TEST_F(InvariantsTest, GuardsWithDivisionsAreHoisted)
{
    EXPECT_EQ(hoisted(tree("[n, m] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n and m mod 2 = 0 }",
                           "[{ S[i] -> [(i)]; T[i] -> [(i)] }]", "{ atomic[0] }")),
              R"(
{
  const long v0 = m % 2 == 0;
  for (long c0 = 0; c0 < n; c0++) {
    S(c0);
    if (v0) {
      T(c0);
    }
  }
}
)");
}

/// for c0: { S[c0 < n ? c0 : 0]; for c1: S[(c0 < n ? c0 : 0) + (c1 < n ? c1 : 0)]; }
TEST_F(InvariantsTest, ChoicesInSubscriptsAreMadeInTheLoopsThatChangeThem)
{
    auto choice = [](const std::string &variable) {
        return apply(Operator::select, {apply(Operator::less, {name(variable), name("n")}),
                                        name(variable), integer(0)});
    };
    auto node = [](auto kind) { return std::make_shared<const Node>(Node{std::move(kind)}); };
    auto loop = [&](const std::string &variable, std::size_t depth, NodePtr body) {
        return node(For{variable, depth, integer(0),
                        apply(Operator::less, {name(variable), name("m")}), integer(1), body});
    };
    const NodePtr inner = node(User{"S", {}, {apply(Operator::add, {choice("c0"), choice("c1")})}});
    const NodePtr hoisted = with_invariants_hoisted(
        loop("c0", 0, node(Block{{node(User{"S", {}, {choice("c0")}}), loop("c1", 1, inner)}})),
        "v");
    const auto &let = std::get<Let>(std::get<For>(hoisted->node).body->node);
    EXPECT_TRUE(is_equal(*let.value, *choice("c0")));
    const auto &block = std::get<Block>(let.body->node);
    EXPECT_EQ(std::get<User>(block.children[0]->node).values[0]->text, let.name);
    const auto &innermost = std::get<For>(block.children[1]->node);
    const Expression &sum = *std::get<User>(innermost.body->node).values[0];
    EXPECT_EQ(sum.operands[0]->text, let.name);
    EXPECT_TRUE(is_equal(*sum.operands[1], *choice("c1"))) << "changes in each iteration";
}

TEST_F(InvariantsTest, WhatIsCheapStaysWhereItIs)
{
    std::string cheap = tree("[n, m] -> { S[i, j] : 0 <= i < n and i <= j < n + m }",
                             "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]");
    EXPECT_EQ(hoisted(cheap), code(cheap));
}

} // namespace
} // namespace espalier::ast
