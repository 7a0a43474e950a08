#include "espalier/transform/statement_order.h"

#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/normal_form.h"
#include "tests/support/schedule_forms.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using test::beta_vectors;
using test::refusal;

/// Statements of unequal depth in imperfect nests, and a loop that counts down.
class StatementOrder : public testing::Test {
protected:
    presburger::Context context;
    MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j < n; j++)
    S2:         x[i] += A[i][j];
    S3:     y[i] = x[i];
        }
        for (int k = n - 1; k >= 0; k--)
    S4:     x[k] = y[k];
    S5: y[0] = 1;)",
                                             context);

    static void expect(const MatrixView &result, const std::string &vectors)
    {
        EXPECT_EQ(beta_vectors(result), vectors);
        EXPECT_EQ(find_irregularity(result), std::nullopt);
    }
};

TEST_F(StatementOrder, StartsAsInTheSource)
{
    expect(view, "S1[0, 0] S2[0, 1, 0] S3[0, 2] S4[1, 0] S5[2]");
}

TEST_F(StatementOrder, FusionAppendsToTheFirstLoop)
{
    expect(fusion(view, {}, 0), "S1[0, 0] S2[0, 1, 0] S3[0, 2] S4[0, 3] S5[1]");
}

TEST_F(StatementOrder, FusionLeavesRowsAsTheyAre)
{
    EXPECT_EQ(test::rows(fusion(view, {}, 0), "S4"), test::rows(view, "S4"));
}

TEST_F(StatementOrder, FusionNeedsTwoLoops)
{
    EXPECT_EQ(refusal([&] { fusion(view, {}, 1); }), "E111: [2] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { fusion(view, {0}, 0); }),
              "E111: [0, 0] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { fusion(view, {}, 2); }), "E111: [2] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { fusion(view, {}, -1); }),
              "E111: no statement has a beta vector that starts with [-1]");
    EXPECT_EQ(refusal([&] { fusion(view, {7}, 0); }),
              "E111: no statement has a beta vector that starts with [7, 0]");
}

TEST_F(StatementOrder, FissionSplitsBeforeAChild)
{
    expect(fission(view, {}, 0, 1), "S1[0, 0] S2[1, 0, 0] S3[1, 1] S4[2, 0] S5[3]");
    expect(fission(view, {}, 0, 2), "S1[0, 0] S2[0, 1, 0] S3[1, 0] S4[2, 0] S5[3]");
}

TEST_F(StatementOrder, FissionNeedsAChildOnBothSides)
{
    for (long start : {-1, 0, 3, 4})
        EXPECT_EQ(refusal([&] { fission(view, {}, 0, start); }),
                  "E111: the loop [0] has 3 children; it cannot be split before child " +
                      std::to_string(start));
    EXPECT_EQ(refusal([&] { fission(view, {}, 2, 1); }),
              "E111: [2] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { fission(view, {}, 3, 1); }),
              "E111: no statement has a beta vector that starts with [3]");
}

TEST_F(StatementOrder, MotionTakesAStatementToAnotherPlace)
{
    expect(motion(view, {0, 2}, {0, 0}), "S3[0, 0] S1[0, 1] S2[0, 2, 0] S4[1, 0] S5[2]");
    expect(motion(view, {0, 0}, {1, 0}), "S2[0, 0, 0] S3[0, 1] S1[1, 0] S4[1, 1] S5[2]");
    expect(motion(view, {0, 0}, {0, 3}), "S2[0, 0, 0] S3[0, 1] S1[0, 2] S4[1, 0] S5[2]");
    expect(motion(view, {2}, {0}), "S5[0] S1[1, 0] S2[1, 1, 0] S3[1, 2] S4[2, 0]");
}

TEST_F(StatementOrder, MotionTakesTheContentsOfALoopIntoAnother)
{
    expect(motion(view, {1}, {0, 1}), "S1[0, 0] S4[0, 1] S2[0, 2, 0] S3[0, 3] S5[1]");
    expect(motion(view, {0}, {1, 1}), "S4[0, 0] S1[0, 1] S2[0, 2, 0] S3[0, 3] S5[1]");
}

TEST_F(StatementOrder, MotionToItsOwnPlaceIsNothing)
{
    expect(motion(view, {0, 1}, {0, 1}), beta_vectors(view));
    expect(motion(view, {0, 1}, {0, 2}), beta_vectors(view));
}

TEST_F(StatementOrder, MotionTakesLoopsAlong)
{
    expect(motion(view, {0, 0}, {1}), "S2[0, 0, 0] S3[0, 1] S1[1, 0] S4[2, 0] S5[3]");
    expect(motion(view, {0, 1}, {0}), "S2[0, 0, 0] S1[1, 0] S3[1, 1] S4[2, 0] S5[3]");
    expect(motion(view, {0, 0}, {3, 0}), "S2[0, 0, 0] S3[0, 1] S4[1, 0] S5[2] S1[3, 0]");
}

TEST_F(StatementOrder, MotionKeepsTheDepth)
{
    EXPECT_EQ(refusal([&] { motion(view, {0, 0}, {1, 0, 0, 0}); }),
              "E111: [0, 0] cannot move to [1, 0, 0, 0], which is at another depth: the target has "
              "at most one entry more");
    EXPECT_EQ(refusal([&] { motion(view, {}, {0}); }).substr(0, 29),
              "E111: [] cannot move to [0], ");
    EXPECT_EQ(refusal([&] { motion(view, {0, 0}, {0, 1, 0}); }),
              "E111: [0, 0] is the statement `S1`; only what is in a loop can move to [0, 1, 0]");
}

TEST_F(StatementOrder, MotionNeedsAPlace)
{
    EXPECT_EQ(refusal([&] { motion(view, {0}, {0, 1}); }),
              "E111: [0] cannot move into itself, to [0, 1]");
    EXPECT_EQ(refusal([&] { motion(view, {0, 0}, {2, 0}); }),
              "E111: [2, 0] is no place: [2] is the statement `S5`");
    EXPECT_EQ(refusal([&] { motion(view, {9}, {0}); }),
              "E111: no statement has a beta vector that starts with [9]");
}

TEST_F(StatementOrder, ReorderPermutesChildren)
{
    expect(reorder(view, {}, {2, 0, 1}), "S5[0] S1[1, 0] S2[1, 1, 0] S3[1, 2] S4[2, 0]");
    expect(reorder(view, {0}, {1, 2, 0}), "S2[0, 0, 0] S3[0, 1] S1[0, 2] S4[1, 0] S5[2]");
}

TEST_F(StatementOrder, ReorderNeedsEachChildOnce)
{
    EXPECT_EQ(refusal([&] { reorder(view, {0}, {0, 1}); }),
              "E111: [0, 1] is no order of the 3 children of [0]");
    EXPECT_EQ(refusal([&] { reorder(view, {0}, {0, 1, 1}); }),
              "E111: [0, 1, 1] is no order of the 3 children of [0]");
    EXPECT_EQ(refusal([&] { reorder(view, {2}, {0}); }),
              "E111: [0] is no order of the 0 children of [2]");
    EXPECT_EQ(refusal([&] { reorder(view, {5}, {}); }),
              "E111: no statement has a beta vector that starts with [5]");
}

TEST_F(StatementOrder, EmptyPartsMoveLikeOthers)
{
    MatrixView empty = cut_domain(view, {0, 1}, "j < 0");
    EXPECT_TRUE(test::statement(empty, "S2").instances.is_empty());
    expect(fusion(empty, {}, 0), "S1[0, 0] S2[0, 1, 0] S3[0, 2] S4[0, 3] S5[1]");
    expect(motion(empty, {0, 1}, {0, 0}), "S2[0, 0, 0] S1[0, 1] S3[0, 2] S4[1, 0] S5[2]");
}

} // namespace
} // namespace espalier::transform
