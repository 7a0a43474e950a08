#include "espalier/transform/iteration_domain.h"

#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/schedule_forms.h"
#include "tests/support/scops.h"

#include <isl/map.h>

#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using test::beta_vectors;
using test::refusal;
using test::rows;

/// Columns of Gamma: n, 1.
class IterationDomain : public testing::Test {
protected:
    presburger::Context context;
    MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j <= i; j++)
    S2:         x[i] += A[i][j];
    S3:     y[i] = x[i];
        }
        for (int k = n - 1; k >= 0; k--)
    S4:     x[k] = y[k];)",
                                             context);

    static void expect(const MatrixView &result, const std::string &vectors)
    {
        EXPECT_EQ(beta_vectors(result), vectors);
        EXPECT_EQ(find_irregularity(result), std::nullopt);
    }
    static void expect_instances(const MatrixView &view, const std::string &label,
                                 const char *expected)
    {
        isl::set found = test::statement(view, label).instances;
        EXPECT_TRUE(found.is_equal(isl::set(found.ctx(), expected))) << label << ": " << found;
    }
    /// The instances in their order, for n = `n`.
    static std::string execution(const MatrixView &view, long n)
    {
        std::string result;
        for (const test::Instance &one : test::execution(view, {{"n", n}, {"m", 1}}))
            result += (result.empty() ? "" : " ") + test::to_string(one);
        return result;
    }
    isl::aff value(const std::string &text) const { return constant_value(view.program, text); }
};

TEST_F(IterationDomain, ExtendAddsALoopOfOneIteration)
{
    MatrixView extended = extend(view, {1}, 1, "n + 1", "t");
    expect(extended, "S1[0, 0] S2[0, 1, 0] S3[0, 2] S4[1, 0, 0]");
    EXPECT_EQ(rows(extended, "S4"), "t: [1 0 | 0 0]; k: [0 -1 | 0 0]");
    EXPECT_EQ(test::statement(extended, "S4").iterator_names, (std::vector<std::string>{"t", "k"}));
    EXPECT_EQ(execution(extended, 3), execution(view, 3));
}

TEST_F(IterationDomain, ExtendAroundStatementsOfUnequalDepth)
{
    MatrixView extended = extend(view, {0}, 2, "0", "i");
    expect(extended, "S1[0, 0, 0] S2[0, 1, 0, 0] S3[0, 2, 0] S4[1, 0]");
    EXPECT_EQ(rows(extended, "S2"), "i: [1 0 0 | 0 0]; ii: [0 1 0 | 0 0]; j: [0 0 1 | 0 0]");
    EXPECT_EQ(execution(extended, 3), execution(view, 3));
}

TEST_F(IterationDomain, ExtendOneOfSeveralStatements)
{
    MatrixView extended = extend(view, {0, 1}, 1, "0", "t");
    expect(extended, "S1[0, 0] S2[0, 1, 0, 0] S3[0, 2] S4[1, 0]");
    EXPECT_EQ(rows(extended, "S2"), "t: [1 0 0 | 0 0]; i: [0 1 0 | 0 0]; j: [0 0 1 | 0 0]");
    expect(extend(view, {0, 2}, 1, "i", "t"), "S1[0, 0] S2[0, 1, 0] S3[0, 2, 0] S4[1, 0]");
}

TEST_F(IterationDomain, ExtendInnermost)
{
    MatrixView extended = extend(view, {0, 0}, 2, "floor(n/2)", "t");
    expect(extended, "S1[0, 0, 0] S2[0, 1, 0] S3[0, 2] S4[1, 0]");
    EXPECT_EQ(rows(extended, "S1"), "i: [1 0 | 0 0]; t: [0 1 | 0 0]");
    EXPECT_EQ(execution(extended, 3), execution(view, 3));
}

TEST_F(IterationDomain, ExtendNeedsADepth)
{
    EXPECT_EQ(refusal([&] { extend(view, {0, 0}, 3, "0", "t"); }),
              "E111: `S1` is in 1 loops; there is no depth 3 around it");
    EXPECT_EQ(refusal([&] { extend(view, {0}, 0, "0", "t"); }),
              "E111: `S1` is in 1 loops; there is no depth 0 around it");
    EXPECT_EQ(refusal([&] { extend(view, {2}, 1, "0", "t"); }),
              "E111: no statement has a beta vector that starts with [2]");
}

TEST_F(IterationDomain, CutDomainKeepsWhatSatisfies)
{
    MatrixView cut = cut_domain(view, {0}, "i >= 2 and i < n - 1");
    expect(cut, beta_vectors(view));
    expect_instances(cut, "S1", "[n] -> { S1[i] : 2 <= i < n - 1 }");
    expect_instances(cut, "S2", "[n] -> { S2[i, j] : 0 <= j <= i and 2 <= i < n - 1 }");
    expect_instances(cut, "S4", "[n] -> { S4[k] : 0 <= k < n }");
}

TEST_F(IterationDomain, ConditionsAreAboutLoopsAsTheyAre)
{
    MatrixView cut = cut_domain(strip_mine(reverse(view, {1}, 0), {1}, 4), {1}, "kk = 4 or k == 1");
    expect_instances(cut, "S4", "[n] -> { S4[k] : (4 <= k < 8 or k = 1) and 0 <= k < n }");
}

TEST_F(IterationDomain, CutDomainMayLeaveNothing)
{
    MatrixView cut = cut_domain(view, {0, 1}, "j > n");
    expect(cut, beta_vectors(view));
    EXPECT_EQ(execution(cut, 1), "S1[0] S3[0] S4[0]");
    schedule::Tree tree = schedule_tree(cut_domain(cut, {}, "1 = 0"));
    EXPECT_TRUE(tree.domain().is_empty());
}

TEST_F(IterationDomain, ConditionsThatCannotBeRead)
{
    EXPECT_EQ(refusal([&] { cut_domain(view, {0, 1}, "k < 2"); }),
              "E111: `k < 2` cannot be read as an affine expression in the names: n, i, j");
    for (const char *text : {"i <", "i * j > 2", "i < 3) or (i > 5", "i } ; { S[]", "exists e : i"})
        EXPECT_EQ(refusal([&] { cut_domain(view, {0}, text); }).substr(0, 7), "E111: `") << text;
    EXPECT_EQ(refusal([&] { cut_domain(view, {5}, "n > 2"); }),
              "E111: no statement has a beta vector that starts with [5]");
}

TEST_F(IterationDomain, SplitMakesTwoLoops)
{
    MatrixView parts = split(view, {0}, "i mod 2 = 0");
    expect(parts, "S1_1[0, 0] S2_1[0, 1, 0] S3_1[0, 2] S1_2[1, 0] S2_2[1, 1, 0] S3_2[1, 2] "
                  "S4[2, 0]");
    EXPECT_EQ(execution(parts, 3), "S1[0] S2[0, 0] S3[0] S1[2] S2[2, 0] S2[2, 1] S2[2, 2] S3[2] "
                                   "S1[1] S2[1, 0] S2[1, 1] S3[1] S4[2] S4[1] S4[0]");
}

TEST_F(IterationDomain, SplitOfAnInnerLoop)
{
    MatrixView parts = split(view, {0, 1}, "j < 1");
    expect(parts, "S1[0, 0] S2_1[0, 1, 0] S2_2[0, 2, 0] S3[0, 3] S4[1, 0]");
    EXPECT_EQ(execution(parts, 3), execution(view, 3));
}

TEST_F(IterationDomain, PartsSplitAgain)
{
    MatrixView parts = split(split(view, {1}, "k < -3"), {1}, "k < -5");
    EXPECT_EQ(beta_vectors(parts).substr(30), "S4_1_1[1, 0] S4_1_2[2, 0] S4_2[3, 0]");
    EXPECT_EQ(find_irregularity(parts), std::nullopt);
    expect_instances(parts, "S4_1_2", "[n] -> { S4[k] : k < n and 3 < k <= 5 }");
}

TEST_F(IterationDomain, LabelsOfPartsAreTheirOwn)
{
    MatrixView twice = test::scop_in_function(R"(
        for (int i = 0; i < n; i++)
    S:      x[i] = 0;
    S_1: y[0] = 1;)",
                                              context);
    expect(split(twice, {0}, "i < 3"), "S__1[0, 0] S__2[1, 0] S_1[2]");
}

TEST_F(IterationDomain, PeelSplitsAtAValue)
{
    MatrixView peeled = peel(view, {0}, "n - 1");
    expect(peeled, "S1_1[0, 0] S2_1[0, 1, 0] S3_1[0, 2] S1_2[1, 0] S2_2[1, 1, 0] S3_2[1, 2] "
                   "S4[2, 0]");
    expect_instances(peeled, "S1_2", "[n] -> { S1[i] : i = n - 1 and n > 0 }");
    EXPECT_EQ(execution(peeled, 3), execution(view, 3));
    EXPECT_EQ(execution(peel(view, {0, 1}, "i"), 3), execution(view, 3));
    EXPECT_EQ(execution(peel(view, {1}, "-1"), 3), execution(view, 3));
}

TEST_F(IterationDomain, LoopsOfOtherNamesAreSplitTogether)
{
    MatrixView fused = fusion(view, {}, 0);
    const char *parts = "S1_1[0, 0] S2_1[0, 1, 0] S3_1[0, 2] S4_1[0, 3] S1_2[1, 0] S2_2[1, 1, 0] "
                        "S3_2[1, 2] S4_2[1, 3]";
    expect(peel(fused, {0}, "-2"), parts);
    expect_instances(peel(fused, {0}, "-2"), "S4_1", "[n] -> { S4[k] : 2 < k < n }");
    expect(split(fused, {0}, "i < -2"), parts);
    expect_instances(split(fused, {0}, "i < -2"), "S4_1", "[n] -> { S4[k] : 2 < k < n }");
}

TEST_F(IterationDomain, ValuesAreIntegers)
{
    std::string hint = ", with integer values; floor(...) rounds";
    EXPECT_EQ(refusal([&] { extend(view, {1}, 1, "n/2", "t"); }),
              "E111: `n/2` cannot be read as an affine expression in the names: n, k" + hint);
    EXPECT_EQ(refusal([&] { peel(view, {1}, "n/2"); }),
              "E111: `n/2` cannot be read as an affine expression in the names: n, k" + hint);
}

TEST_F(IterationDomain, SplitNeedsALoop)
{
    EXPECT_EQ(refusal([&] { split(view, {0, 0}, "i < 2"); }),
              "E111: [0, 0] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { split(view, {}, "i < 2"); }),
              "E111: [] is no loop: it names the whole region");
    EXPECT_EQ(refusal([&] { peel(view, {}, "2"); }),
              "E111: [] is no loop: it names the whole region");
    EXPECT_EQ(refusal([&] { peel(view, {0}, "i <"); }),
              "E111: `i <` cannot be read as an affine expression in the names: n, i");
}

TEST_F(IterationDomain, StripMineKeepsTheOrder)
{
    MatrixView stripped = strip_mine(view, {0}, 2);
    expect(stripped, "S1[0, 0, 0] S2[0, 0, 1, 0] S3[0, 0, 2] S4[1, 0]");
    EXPECT_EQ(rows(stripped, "S2"), "ii: [1 0 0 | 0 0]; i: [0 1 0 | 0 0]; j: [0 0 1 | 0 0]");
    EXPECT_EQ(execution(stripped, 5), execution(view, 5));
    EXPECT_EQ(execution(strip_mine(view, {1}, 3, "strip"), 5), execution(view, 5));
    EXPECT_EQ(rows(strip_mine(view, {1}, 3, "strip"), "S4"), "strip: [1 0 | 0 0]; k: [0 -1 | 0 0]");
    EXPECT_EQ(execution(strip_mine(view, {1}, 1), 5), execution(view, 5));
}

TEST_F(IterationDomain, StripsStartAtMultiples)
{
    MatrixView stripped = strip_mine(shift(view, {1}, 0, value("1")), {1}, 4);
    const Statement &s4 = test::statement(stripped, "S4");
    isl::map printed(context.get(), "{ S4[k] -> [t] : t = 4*floor((1 - k)/4) }");
    EXPECT_TRUE(s4.time(0).as_map().is_equal(printed));
}

TEST_F(IterationDomain, StripMineNeedsASize)
{
    for (long size : {0, -2})
        EXPECT_EQ(refusal([&] { strip_mine(view, {0}, size); }),
                  "E111: " + std::to_string(size) +
                      " is no size of a strip or tile: it has to be at least 1");
    EXPECT_EQ(refusal([&] { strip_mine(view, {0, 2}, 4); }),
              "E111: [0, 2] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { strip_mine(view, {}, 4); }),
              "E111: [] is no loop: it names the whole region");
}

TEST_F(IterationDomain, SinkMovesIntoTheFirstOrLastIteration)
{
    MatrixView first = sink(view, {0, 0}, {0, 1});
    expect(first, "S1[0, 0, 0] S2[0, 0, 1] S3[0, 1] S4[1, 0]");
    EXPECT_EQ(execution(first, 3), execution(view, 3));
    MatrixView last = sink(view, {0, 2}, {0, 1});
    expect(last, "S1[0, 0] S2[0, 1, 0] S3[0, 1, 1] S4[1, 0]");
    EXPECT_EQ(execution(last, 3), execution(view, 3));
    isl::set times = test::statement(last, "S3").time(1).as_map().range();
    EXPECT_FALSE(times.is_empty());
}

TEST_F(IterationDomain, SinkIntoALoopThatDoesNotAlwaysRun)
{
    MatrixView guarded = cut_domain(view, {0, 1}, "i > 0");
    MatrixView sunk = sink(sink(guarded, {0, 0}, {0, 1}), {0, 1}, {0, 0});
    expect(sunk, "S1[0, 0, 0] S2[0, 0, 1] S3[0, 0, 2] S4[1, 0]");
    EXPECT_EQ(execution(sunk, 3), execution(guarded, 3));
}

TEST_F(IterationDomain, SinkIntoAnEmptyLoop)
{
    MatrixView sunk = sink(cut_domain(view, {0, 1}, "i < 0"), {0, 0}, {0, 1});
    expect(sunk, "S1[0, 0, 0] S2[0, 0, 1] S3[0, 1] S4[1, 0]");
    EXPECT_EQ(execution(sunk, 2), "S1[0] S3[0] S1[1] S3[1] S4[1] S4[0]");
}

TEST_F(IterationDomain, SinkALoopIntoAnother)
{
    MatrixView sunk = sink(view, {1}, {0});
    expect(sunk, "S1[0, 0] S2[0, 1, 0] S3[0, 2] S4[0, 3, 0]");
    EXPECT_EQ(execution(sunk, 3), execution(view, 3));
}

TEST_F(IterationDomain, SinkNeedsNeighbours)
{
    EXPECT_EQ(refusal([&] { sink(view, {0, 0}, {1}); }),
              "E111: [0, 0] does not stand beside the loop [1]");
    EXPECT_EQ(refusal([&] { sink(view, {0}, {0}); }),
              "E111: [0] does not stand beside the loop [0]");
    EXPECT_EQ(refusal([&] { sink(view, {0, 0}, {0, 2}); }),
              "E111: [0, 2] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { sink(view, {4}, {0}); }),
              "E111: no statement has a beta vector that starts with [4]");
}

TEST_F(IterationDomain, TileIsAboutAsManyLoopsAsSizes)
{
    MatrixView tiled = tile(view, {0, 1}, {2, 3});
    expect(tiled, "S1[0, 0, 0, 0, 0] S2[0, 0, 0, 0, 1] S3[0, 0, 0, 0, 2] S4[1, 0]");
    EXPECT_EQ(rows(tiled, "S2"), "ii: [1 0 0 0 | 0 0]; jj: [0 0 1 0 | 0 0]; i: [0 1 0 0 | 0 0]; "
                                 "j: [0 0 0 1 | 0 0]");
    EXPECT_EQ(execution(tiled, 2), "S1[0] S2[0, 0] S3[0] S1[1] S2[1, 0] S2[1, 1] S3[1] S4[1] "
                                   "S4[0]");
    MatrixView inner = tile(view, {0, 1}, {3});
    expect(inner, "S1[0, 0] S2[0, 1, 0, 0] S3[0, 2] S4[1, 0]");
    EXPECT_EQ(execution(inner, 4), execution(view, 4));
}

TEST_F(IterationDomain, TileNeedsLoopsAndSizes)
{
    EXPECT_EQ(refusal([&] { tile(view, {0, 1}, {2, 3, 4}); }),
              "E111: 3 sizes of tiles do not suit 2 loops around each other");
    EXPECT_EQ(refusal([&] { tile(view, {0, 1}, {}); }),
              "E111: 0 sizes of tiles do not suit 2 loops around each other");
    EXPECT_EQ(refusal([&] { tile(view, {0, 1}, {2, 0}); }),
              "E111: 0 is no size of a strip or tile: it has to be at least 1");
    EXPECT_EQ(refusal([&] { tile(view, {0, 0}, {2}); }),
              "E111: [0, 0] is no loop: it names a statement");
}

} // namespace
} // namespace espalier::transform
