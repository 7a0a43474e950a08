#include "espalier/ast/invariants.h"

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

TEST_F(InvariantsTest, WhatIsCheapStaysWhereItIs)
{
    std::string cheap = tree("[n, m] -> { S[i, j] : 0 <= i < n and i <= j < n + m }",
                             "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]");
    EXPECT_EQ(hoisted(cheap), code(cheap));
}

} // namespace
} // namespace espalier::ast
