#include "tests/support/generated_code.h"

/// The figures of Polyhedral AST Generation (2015), section 7.
namespace espalier::ast {
namespace {

using GenerationFigures = test::GeneratedCode;

/// Examples 5.21 and 5.22 are about the condition of the epilogue.
TEST_F(GenerationFigures, Figure7AndE21And22)
{
    // The guard n >= 0 that both parts share is checked once, which leaves n % 4 >= 2 for the
    // second; the paper checks n >= 2 there.
    EXPECT_EQ(code(tree("[n] -> { S0[i] : exists a : 1 <= i <= n and i = 4a; "
                        "S1[i] : exists a : 1 <= i <= n and i = 4a + 2 }",
                        "[{ S0[i] -> [(i)]; S1[i] -> [(i)] }]", "{ separate[0] }")),
              R"(
if (n >= 0) {
  for (long c0 = 2; c0 < n - 1; c0 += 4) {
    S1(c0);
    S0(c0 + 2);
  }
  if (n % 4 >= 2) {
    S1(n - n % 4 + 2);
  }
}
)");
}

/// The input is the one of isl's tests, with the statements of the listing.
TEST_F(GenerationFigures, Figure8)
{
    EXPECT_EQ(
        code(tree("[n, m] -> { S0[i, i] : 1 <= i <= n; S1[i, j] : 1 <= i <= n and i <= j <= n; "
                  "S2[i, n] : 1 <= i <= m }",
                  "[{ S0[i, j] -> [(i)]; S1[i, j] -> [(i)]; S2[i, j] -> [(i)] }, "
                  "{ S0[i, j] -> [(j)]; S1[i, j] -> [(j)]; S2[i, j] -> [(j)] }, "
                  "{ S0[i, j] -> [(0)]; S1[i, j] -> [(1)]; S2[i, j] -> [(2)] }]",
                  "{ separate[0] }", "[n, m] -> { : n >= 2 and m >= n }")),
        R"(
for (long c0 = 1; c0 <= n; c0++) {
  S0(c0, c0);
  for (long c1 = c0; c1 <= n; c1++)
    S1(c0, c1);
  S2(c0, n);
}
for (long c0 = n + 1; c0 <= m; c0++)
  S2(c0, n);
)");
}

TEST_F(GenerationFigures, Figure9Simple)
{
    EXPECT_EQ(code(tree("[n] -> { S[i] : i = n mod 128 }", "[{ S[i] -> [(i)] }]", "{ }",
                        "[n] -> { : n >= 0 }")),
              "\nS(n % 128);\n");
}

TEST_F(GenerationFigures, Figure9Shifted)
{
    // As good as the paper's: one remainder, of a dividend that is never negative.
    EXPECT_EQ(code(tree("[t1] -> { S[i] : 7 <= i <= 134 and i mod 128 = t1 }",
                        "[{ S[i] -> [(i)] }]", "{ }", "[t1] -> { : 0 <= t1 < 128 }")),
              R"(
S(134 - (134 - t1) % 128);
)");
}

TEST_F(GenerationFigures, Figure9Conditional)
{
    // Better than the paper's: condition and coordinate share one remainder, which is computed
    // once.
    EXPECT_EQ(code(tree("[t1] -> { S[i] : 7 <= i <= 130 and i mod 128 = t1 }",
                        "[{ S[i] -> [(i)] }]", "{ }", "[t1] -> { : 0 <= t1 < 128 }")),
              R"(
if ((134 - t1) % 128 >= 4) {
  S(134 - (134 - t1) % 128);
}
)");
}

constexpr const char *two_existentials =
    "{ S[i] : exists a, b : i = 2a + 3b and 0 <= a < 3 and 0 <= b and 0 <= i < 8 }";

TEST_F(GenerationFigures, Figure10TwoExistentials)
{
    // As good as the paper's: one division.
    EXPECT_EQ(code(tree(two_existentials, "[{ S[i] -> [(i)] }]")), R"(
for (long c0 = 0; c0 <= 7; c0++) {
  if (c0 >= 2 * ((c0 + 2) / 3)) {
    S(c0);
  }
}
)");
}

TEST_F(GenerationFigures, Figure10TwoExistentialsUnrolled)
{
    EXPECT_EQ(code(tree(two_existentials, "[{ S[i] -> [(i)] }]", "{ unroll[0] }")), R"(
S(0);
S(2);
S(3);
S(4);
S(5);
S(6);
S(7);
)");
}

constexpr const char *multiple_bounds =
    "[t1, t2] -> { S[i, j] : exists a, b : 0 <= i <= 1 and t1 = j + 128a and 0 <= j + 2b < 128 and "
    "510 <= t2 + 2b <= 514 and 0 <= 2b - t2 <= 5 }";
constexpr const char *threads = "[t1, t2] -> { : 0 <= t1 < 128 and 254 <= t2 <= 256 }";

/// The paper does not show its context; this is where its unrolled code is right.
TEST_F(GenerationFigures, Figure10MultipleBounds)
{
    // Faster than the paper's: the stride of 128 is found, so that the loop runs twice at most and
    // not some 130 times, which takes an eighth of the instructions (gcc -O3). But the conditions
    // are longer, and so is the code: it takes unrolling to get the short one.
    EXPECT_EQ(
        code(tree(multiple_bounds, "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]", "{ }", threads)),
        R"(
for (long c0 = 0; c0 <= 1; c0++) {
  for (long c1 = max(t2 - (t2 - t1 - 3) % 128 - 387, 122 - t2 - (506 - t1 - t2) % 128); c1 <= min(127 - t2, t2 - 383); c1 += 128) {
    if ((t2 + c1 < 0 && c1 <= t2 - 510 && t1 + 63 * c1 >= -16128) || (t2 >= 255 && t1 + t2 >= 256 && c1 == t1 - 256) || (t2 == 254 && t1 >= 1 && c1 == t1 - 256)) {
      S(c0, c1);
    }
  }
}
)");
}

TEST_F(GenerationFigures, Figure10MultipleBoundsUnrolled)
{
    EXPECT_EQ(code(tree(multiple_bounds, "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]",
                        "{ unroll[x] }", threads)),
              R"(
if (t1 >= 126) {
  S(0, t1 - 384);
}
S(0, t1 - 256);
if (t1 >= 126) {
  S(1, t1 - 384);
}
S(1, t1 - 256);
)");
}

/// Figures 11 and 12.
TEST_F(GenerationFigures, Figure12IndexSetSplitting)
{
    EXPECT_EQ(code(tree("[T, N] -> { S[t, i] : 0 <= t < T and 0 <= i < 2N }",
                        "[T, N] -> [{ S[t, i] -> [(t)] }, "
                        "{ S[t, i] -> [(i)] : i < N; S[t, i] -> [(2N - i - 1)] : i >= N }, "
                        "{ S[t, i] -> [(0)] : i < N; S[t, i] -> [(1)] : i >= N }]",
                        "{ unroll[2] }")),
              R"(
for (long c0 = 0; c0 < T; c0++) {
  for (long c1 = 0; c1 < N; c1++) {
    S(c0, c1);
    S(c0, 2 * N - c1 - 1);
  }
}
)");
}

} // namespace
} // namespace espalier::ast
