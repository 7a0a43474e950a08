#include "tests/support/generated_code.h"

/// The examples of Polyhedral AST Generation (2015), section 5.
namespace espalier::ast {
namespace {

/// How often a word occurs in a text.
int count(const std::string &text, const std::string &word)
{
    int result = 0;
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++result;
    return result;
}

using PaperExamples = test::GeneratedCode;

/// Section 3, figure 3, with the schedule (2). The paper has no listing; this is the program
/// itself.
TEST_F(PaperExamples, E01Overview)
{
    EXPECT_EQ(code(tree("[n] -> { S1[i] : 0 <= i < n; S2[i, j] : 0 <= j < i < n; "
                        "S3[i] : 0 <= i < n }",
                        "[{ S1[i] -> [(i)]; S2[i, j] -> [(i)]; S3[i] -> [(i)] }, "
                        "{ S1[i] -> [(0)]; S2[i, j] -> [(1)]; S3[i] -> [(2)] }, "
                        "{ S1[i] -> [(0)]; S2[i, j] -> [(j)]; S3[i] -> [(0)] }]")),
              R"(
for (long c0 = 0; c0 < n; c0++) {
  S1(c0);
  for (long c2 = 0; c2 < c0; c2++)
    S2(c0, c2);
  S3(c0);
}
)");
}

/// Section 3, the schedule (3). The paper has no listing. The outermost dimension is constant in
/// each of two components.
TEST_F(PaperExamples, E01AlternativeSchedule)
{
    // The paper's, with the loop variable on the left.
    EXPECT_EQ(code(tree("[n] -> { S1[i] : 0 <= i < n; S2[i, j] : 0 <= j < i < n; "
                        "S3[i] : 0 <= i < n }",
                        "[{ S1[i] -> [(0)]; S2[i, j] -> [(1)]; S3[i] -> [(1)] }, "
                        "{ S1[i] -> [(i)]; S2[i, j] -> [(i)]; S3[i] -> [(i + 1)] }, "
                        "{ S1[i] -> [(0)]; S2[i, j] -> [(1)]; S3[i] -> [(0)] }, "
                        "{ S1[i] -> [(0)]; S2[i, j] -> [(j)]; S3[i] -> [(0)] }]")),
              R"(
for (long c1 = 0; c1 < n; c1++)
  S1(c1);
for (long c1 = 1; c1 <= n; c1++) {
  S3(c1 - 1);
  if (c1 < n) {
    for (long c3 = 0; c3 < c1; c3++)
      S2(c1, c3);
  }
}
)");
}

/// Section 6.1, figure 5: the same order as figure 3's as a tree.
TEST_F(PaperExamples, Figure5)
{
    EXPECT_EQ(code(tree("[n] -> { S1[i] : 0 <= i < n; S2[i, j] : 0 <= j < i < n; "
                        "S3[i] : 0 <= i < n }",
                        "[{ S1[i] -> [(i)]; S2[i, j] -> [(i)]; S3[i] -> [(i)] }]", "{ }", "{ : }",
                        R"(
      sequence:
      - filter: "{ S1[i] }"
      - filter: "{ S2[i, j] }"
        child:
          schedule: "[{ S2[i, j] -> [(j)] }]"
      - filter: "{ S3[i] }")")),
              R"(
for (long c0 = 0; c0 < n; c0++) {
  S1(c0);
  for (long c1 = 0; c1 < c0; c1++)
    S2(c0, c1);
  S3(c0);
}
)");
}

/// Fourier-Motzkin elimination of the inner dimension: one outer loop. The paper shows the outer
/// loops alone.
TEST_F(PaperExamples, E02Elimination)
{
    std::string found =
        code(tree("[N] -> { S[t, a] : a >= -1 + t and 2a >= 1 + t and a <= t and 4a <= N + 2t }",
                  "[{ S[t, a] -> [(t)] }, { S[t, a] -> [(a)] }]"));
    EXPECT_EQ(found.substr(0, found.find('{')),
              "\nfor (long c0 = 1; c0 <= floord(N, 2) + 2; c0++) ");
}

TEST_F(PaperExamples, E03QuasiAffineConstraint)
{
    EXPECT_EQ(
        code(tree("{ S[i] : 3 * floor((i + 1)/3) <= i and 0 <= i <= 3 }", "[{ S[i] -> [(i)] }]")),
        R"(
for (long c0 = 0; c0 <= 3; c0++) {
  if ((c0 + 1) % 3 >= 1) {
    S(c0);
  }
}
)");
}

/// The listing consists of the initialization in example 5.9 and the constraint in (22).
TEST_F(PaperExamples, E04And09CombinedStrides)
{
    // The paper's, with one operation less in the first value: the ceiling as a floor of the
    // negated dividend.
    EXPECT_EQ(code(tree("[n, m] -> { S[i] : exists a, b : 0 <= i <= 100 and n - i + 6a = 0 and "
                        "m - i + 10b = 0 }",
                        "[{ S[i] -> [(i)] }]")),
              R"(
if ((n + m) % 2 == 0) {
  for (long c0 = 6 * m - 5 * n - 30 * floord(6 * m - 5 * n, 30); c0 <= 100; c0 += 30)
    S(c0);
}
)");
}

/// The single value of (23) with the guard (24), in the form that section 5.10 gives both; the same
/// as the end of figure 7.
TEST_F(PaperExamples, E05EliminatedLoop)
{
    // As good as the paper's: n % 4 >= 2 makes n >= 0 do for n >= 2.
    EXPECT_EQ(code(tree("[n] -> { S[i] : i >= 1 and n - 1 <= i <= n and (i - 2) mod 4 = 0 }",
                        "[{ S[i] -> [(i)] }]")),
              R"(
if (n >= 0 && n % 4 >= 2) {
  S(n - n % 4 + 2);
}
)");
}

TEST_F(PaperExamples, E06EnforcedConstraints)
{
    EXPECT_EQ(code(tree("[m, n] -> { S[i, j] : 0 <= i < m and 0 <= j < n }",
                        "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]")),
              R"(
for (long c0 = 0; c0 < m; c0++) {
  for (long c1 = 0; c1 < n; c1++)
    S(c0, c1);
}
)");
}

TEST_F(PaperExamples, E07ImpliedByAStride)
{
    // As good as the paper's: one floor division, of a dividend with fewer operations.
    EXPECT_EQ(code(tree("[n] -> { S[t] : exists a : 2t - n = 4a and 0 <= t <= 100 }",
                        "[{ S[t] -> [(t)] }]")),
              R"(
if (n % 2 == 0) {
  for (long c0 = 2 * floord(n + 3, 4) - n / 2; c0 <= 100; c0 += 2)
    S(c0);
}
)");
}

constexpr const char *domain_of_8 = "[M] -> { S1[i] : 0 <= i <= M; S2[] }";
constexpr const char *schedule_of_8 =
    "[{ S1[i] -> [(i)]; S2[] -> [(0)] }, { S1[i] -> [(0)]; S2[] -> [(1)] }]";

/// The paper writes S2(0) for S2().
TEST_F(PaperExamples, E08BoundFromTheDomain)
{
    // Better than the paper's: the bound is recognised as a maximum.
    EXPECT_EQ(code(tree(domain_of_8, schedule_of_8, "{ atomic[0] }")), R"(
for (long c0 = 0; c0 <= max(0, M); c0++) {
  if (c0 <= M) {
    S1(c0);
  }
  if (c0 == 0) {
    S2();
  }
}
)");
}

/// The upper bound is the example; the rest is chosen.
TEST_F(PaperExamples, E10SingleUpperBound)
{
    // The paper's, with the constants in the division; what does not depend on the outer loop
    // first.
    EXPECT_EQ(code(tree("[M, N] -> { S[j, k] : 0 <= j < N and 0 <= k and M >= k + 1 and "
                        "j >= 3k + 8 }",
                        "[{ S[j, k] -> [(0)] }, { S[j, k] -> [(j)] }, { S[j, k] -> [(0)] }, "
                        "{ S[j, k] -> [(k)] }]")),
              R"(
for (long c1 = 8; c1 < N; c1++) {
  for (long c3 = 0; c3 < min(M, (c1 - 5) / 3); c3++)
    S(c1, c3);
}
)");
}

/// The paper writes S2(0) for S2().
TEST_F(PaperExamples, E11Separation)
{
    // As good as the paper's: the last loop has no iteration where M is negative, and needs no
    // guard.
    EXPECT_EQ(code(tree(domain_of_8, schedule_of_8, "{ separate[0] }")), R"(
if (M >= 0) {
  S1(0);
  S2();
} else {
  S2();
}
for (long c0 = 1; c0 <= M; c0++)
  S1(c0);
)");
}

TEST_F(PaperExamples, E12UnrollingWithAStride)
{
    EXPECT_EQ(code(tree("{ S[i] : 0 <= i < 1024 and i mod 256 = 0 }", "[{ S[i] -> [(i)] }]",
                        "{ unroll[0] }")),
              R"(
S(0);
S(256);
S(512);
S(768);
)");
}

/// Four slices from the lower bound N. The paper has no listing.
TEST_F(PaperExamples, E13LowerBoundForUnrolling)
{
    std::string found = code(tree("[N] -> { S[i] : 0 <= i < 1000 and N <= i < N + 4 }",
                                  "[{ S[i] -> [(i)] }]", "{ unroll[0] }"));
    EXPECT_EQ(count(found, "S("), 4) << found;
    EXPECT_EQ(count(found, "for"), 0) << found;
}

TEST_F(PaperExamples, E14Isolation)
{
    // Better than the paper's: the first and the last part do the work of the part for a small n -
    // m, and need no guard that says that n - m is large.
    EXPECT_EQ(code(tree("[m, n] -> { S[i] : m <= i < n }",
                        "[{ S[i] -> [(4 * floor(i/4))] }, { S[i] -> [(i)] }]",
                        "[m, n] -> { isolate[[] -> [t, i]] : m <= t and t + 3 < n }")),
              R"(
if (m > 4 * floord(m, 4)) {
  for (long c1 = m; c1 <= min(n - 1, 4 * floord(m, 4) + 3); c1++)
    S(c1);
}
for (long c0 = 4 * floord(m + 3, 4); c0 < n - 3; c0 += 4) {
  for (long c1 = c0; c1 <= c0 + 3; c1++)
    S(c1);
}
if (4 * floord(n, 4) >= m) {
  for (long c1 = 4 * floord(n, 4); c1 < n; c1++)
    S(c1);
}
)");
}

TEST_F(PaperExamples, E15IsolationOnTwoDimensions)
{
    // Better than the paper's: the loops over partial tiles are empty where there are none, and
    // need no guards.
    EXPECT_EQ(code(tree("[n, m] -> { S[i, j] : 0 <= i < n and 0 <= j < m }",
                        "[{ S[i, j] -> [(3 * floor(i/3))] }, { S[i, j] -> [(4 * floor(j/4))] }, "
                        "{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]",
                        "[n, m] -> { isolate[[] -> [a, b, i, j]] : 0 <= a and a + 2 < n and 0 <= b "
                        "and b + 3 < m }",
                        "[n, m] -> { : n > 2 and m > 3 }")),
              R"(
for (long c0 = 0; c0 < n - 2; c0 += 3) {
  for (long c1 = 0; c1 < m - 3; c1 += 4) {
    for (long c2 = c0; c2 <= c0 + 2; c2++) {
      for (long c3 = c1; c3 <= c1 + 3; c3++)
        S(c2, c3);
    }
  }
  for (long c2 = c0; c2 <= c0 + 2; c2++) {
    for (long c3 = m - m % 4; c3 < m; c3++)
      S(c2, c3);
  }
}
for (long c1 = 0; c1 < m; c1 += 4) {
  for (long c2 = n - n % 3; c2 < n; c2++) {
    for (long c3 = c1; c3 <= min(m - 1, c1 + 3); c3++)
      S(c2, c3);
  }
}
)");
}

TEST_F(PaperExamples, E16Components)
{
    EXPECT_EQ(code(tree("{ S0[]; S1[i] : 0 <= i < 10 }", "[{ S0[] -> [(0)]; S1[i] -> [(i)] }]")),
              R"(
S0();
for (long c0 = 0; c0 <= 9; c0++)
  S1(c0);
)");
}

/// The paper has no listing. The loop counts the multiples of the stride, so that nothing is
/// divided.
TEST_F(PaperExamples, E17And18ShiftedStrides)
{
    EXPECT_EQ(code(tree("{ A[i] : 0 <= i < 10; B[i] : 0 <= i < 10 }",
                        "[{ A[i] -> [(2i)]; B[i] -> [(2i + 1)] }]")),
              R"(
for (long c0 = 0; c0 <= 9; c0++) {
  A(c0);
  B(c0);
}
)");
}

/// What the guards and enforced constraints of (56) come from. The paper has no listing: t >= 2 is
/// enforced by the first loop, and shared by the next two.
TEST_F(PaperExamples, E19HoistedGuards)
{
    EXPECT_EQ(
        code(tree("{ A[t, i] : 1 <= t <= 6 and 2 <= i <= t; B[t, i] : 2 <= t and t <= i <= 5; "
                  "C[t, i] : 2 <= t and t <= i <= 8; D[t, i] : 1 <= t <= 8 and 1 <= i <= t }",
                  "[{ A[t, i] -> [(t)]; B[t, i] -> [(t)]; C[t, i] -> [(t)]; "
                  "D[t, i] -> [(t)] }, "
                  "{ A[t, i] -> [(0)]; B[t, i] -> [(1)]; C[t, i] -> [(2)]; "
                  "D[t, i] -> [(3)] }, "
                  "{ A[t, i] -> [(i)]; B[t, i] -> [(i)]; C[t, i] -> [(i)]; "
                  "D[t, i] -> [(i)] }]",
                  "{ atomic[0] }")),
        R"(
for (long c0 = 1; c0 <= 8; c0++) {
  if (c0 <= 6) {
    for (long c2 = 2; c2 <= c0; c2++)
      A(c0, c2);
  }
  if (c0 >= 2) {
    for (long c2 = c0; c2 <= 5; c2++)
      B(c0, c2);
    for (long c2 = c0; c2 <= 8; c2++)
      C(c0, c2);
  }
  for (long c2 = 1; c2 <= c0; c2++)
    D(c0, c2);
}
)");
}

/// The paper shows the body.
TEST_F(PaperExamples, E20TreeOfIfNodes)
{
    // The paper's, with strict comparisons and the loop variables on the left.
    EXPECT_EQ(code(tree("[lb, ub, n] -> { "
                        "s0[i, j] : 1 <= i <= ub and i <= j <= n and lb <= i and i + 1 <= j; "
                        "s3[i, j, lb, i, j] : 1 <= i <= ub and i <= j <= n and i < lb; "
                        "s2[i, j] : 1 <= i <= ub and i <= j <= n and lb <= i and i + 1 <= j and "
                        "ub < n; "
                        "s1[i, j, k] : 1 <= i <= ub and i <= j <= n and k <= ub and k >= lb and "
                        "k >= i }",
                        "[{ s0[i, j] -> [(i)]; s3[i, j, l, a, b] -> [(i)]; s2[i, j] -> [(i)]; "
                        "s1[i, j, k] -> [(i)] }, "
                        "{ s0[i, j] -> [(j)]; s3[i, j, l, a, b] -> [(j)]; s2[i, j] -> [(j)]; "
                        "s1[i, j, k] -> [(j)] }, "
                        "{ s0[i, j] -> [(0)]; s3[i, j, l, a, b] -> [(1)]; s2[i, j] -> [(2)]; "
                        "s1[i, j, k] -> [(3)] }, "
                        "{ s0[i, j] -> [(0)]; s3[i, j, l, a, b] -> [(0)]; s2[i, j] -> [(0)]; "
                        "s1[i, j, k] -> [(k)] }]",
                        "{ }", "[lb, ub, n] -> { : 1 <= lb <= ub <= n }")),
              R"(
for (long c0 = 1; c0 <= ub; c0++) {
  for (long c1 = c0; c1 <= n; c1++) {
    if (c0 >= lb && c1 > c0) {
      s0(c0, c1);
      if (n > ub) {
        s2(c0, c1);
      }
    } else if (c0 < lb) {
      s3(c0, c1, lb, c0, c1);
    }
    for (long c3 = max(lb, c0); c3 <= ub; c3++)
      s1(c0, c1, c3);
  }
}
)");
}

} // namespace
} // namespace espalier::ast
