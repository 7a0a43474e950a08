#include "espalier/scheduler/scheduler.h"

#include "espalier/dependence/constraints_file.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "tests/support/schedule_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::scheduler {
namespace {

using testing::Contains;
using testing::HasSubstr;

class SchedulerTest : public testing::Test {
protected:
    /// The schedule of constraints in the form of `.sc` files, checked for n = 4.
    std::string schedule(const std::string &text, const Options &options = {})
    {
        dependence::Constraints constraints =
            dependence::read_constraints_file(context.get(), text, "a.sc");
        lines.clear();
        result = compute_schedule(constraints, {}, options, Trace(lines));
        if (!result.tree)
            return result.reason;
        EXPECT_EQ(test::wrong_with(*result.tree, constraints, {{"n", 4}}), "");
        std::string all = schedule::to_text(*result.tree);
        std::size_t below = all.find("\n  ", all.find("}\n")) + 1;
        return all.substr(below);
    }

    presburger::Context context;
    std::vector<std::string> lines;
    Result result;
};

TEST_F(SchedulerTest, NothingToScheduleIsALeaf)
{
    schedule("domain: { }");
    ASSERT_TRUE(result.tree);
    EXPECT_TRUE(result.tree->root().child(0).is<schedule::Leaf>());
}

TEST_F(SchedulerTest, StatementsWithoutTiesHaveAnyOrder)
{
    EXPECT_EQ(schedule("domain: [n] -> { A[i] : 0 <= i < n; B[] }"),
              "  set\n"
              "    filter { A[i] }\n"
              "      band A[i] -> (i)  permutable, coincident (1)\n"
              "    filter { B[] }\n");
}

TEST_F(SchedulerTest, CyclesAreSaid)
{
    EXPECT_THAT(schedule("domain: { A[]; B[] }\nvalidity: { A[] -> B[]; B[] -> A[] }"),
                HasSubstr("they form a cycle"));
}

/// Nothing is to be carried, and no member can be coincident.
TEST_F(SchedulerTest, CoincidenceAloneOrdersNothing)
{
    EXPECT_THAT(schedule("domain: [n] -> { A[i] : 0 <= i < n }\n"
                         "coincidence: [n] -> { A[i] -> A[j] : 0 <= i < j < n }"),
                HasSubstr("band A[i] -> (i)  permutable\n"));
}

const char *const rows_and_columns =
    "domain: [n] -> { A[i, j] : 0 <= i, j < n }\n"
    "validity: [n] -> { A[i, j] -> A[i + 1, j']; A[i, j] -> A[i, j + 1] }\n"
    "coincidence: [n] -> { A[i, j] -> A[i + 1, j'] }\n";

/// A loop that carries what is not coincident leaves parallel ones inside.
TEST_F(SchedulerTest, OuterCoincidenceIsWorthAStepOfFeautriers)
{
    EXPECT_THAT(schedule(rows_and_columns), HasSubstr("coincident"));
    EXPECT_THAT(lines, Contains(HasSubstr("a step of Feautrier's")));
    Options inner;
    inner.outer_coincidence = false;
    schedule(rows_and_columns, inner);
    EXPECT_THAT(lines, testing::Not(Contains(HasSubstr("a step of Feautrier's"))));
}

const char *const transposed =
    "domain: [n] -> { A[i, j] : 0 <= i, j < n; B[i, j] : 0 <= i, j < n }\n"
    "validity: [n] -> { A[i, j] -> B[j, i] }\n"
    "proximity: [n] -> { A[i, j] -> B[j, i] }\n";

/// Of functions that are equally good, the last statement gets the first loop for its own.
TEST_F(SchedulerTest, FusionMatchesLoops)
{
    EXPECT_EQ(schedule(transposed), "  band A[i, j] -> (j, i)\n"
                                    "       B[i, j] -> (i, j)\n"
                                    "       permutable, coincident (1, 1)\n"
                                    "    sequence\n"
                                    "      filter { A[i, j] }\n"
                                    "      filter { B[i, j] }\n");
}

/// Shared loops would have to run in order, own ones not.
TEST_F(SchedulerTest, FusionKeepsCoincidentMembers)
{
    std::string text = "domain: [n] -> { A[i] : 0 <= i < n; B[i] : 1 <= i < n }\n"
                       "validity: [n] -> { A[i] -> B[i]; A[i] -> B[i + 1] }\n"
                       "proximity: [n] -> { A[i] -> B[i]; A[i] -> B[i + 1] }\n"
                       "coincidence: [n] -> { A[i] -> B[i]; A[i] -> B[i + 1] }\n";
    EXPECT_THAT(schedule(text), HasSubstr("  sequence\n    filter { A[i] }"));
    Options fused;
    fused.maximize_coincidence = fused.outer_coincidence = false;
    EXPECT_THAT(schedule(text, fused), HasSubstr("  band A[i] -> (i)\n       B[i] -> (i)\n"));
}

/// The second member of (i, j) would violate conditioned pairs of which the live ranges are not
/// local to it: it makes a band of its own, in which these pairs are in order.
TEST_F(SchedulerTest, BandsBeginAnewForLiveRangesThatAreNotLocal)
{
    EXPECT_EQ(schedule("domain: [n] -> { W[i, j] : 0 <= i, j < n; R[i, j] : 0 <= i, j < n }\n"
                       "validity: [n] -> { W[i, j] -> R[i, j]; W[i, j] -> R[i, j + 1] }\n"
                       "proximity: [n] -> { W[i, j] -> R[i, j]; W[i, j] -> R[i, j + 1] }\n"
                       "condition: [n] -> { [W[i, j] -> t[]] -> [R[i, j] -> t[]];\n"
                       "  [W[i, j] -> t[]] -> [R[i, j + 1] -> t[]] }\n"
                       "conditional_validity: [n] -> { [R[i, j] -> t[]] -> [W[i', j'] -> t[]] :\n"
                       "  i' > i or (i' = i and j' > j) }\n"),
              "  band R[i, j] -> (i)\n"
              "       W[i, j] -> (i)\n"
              "       permutable, coincident (1)\n"
              "    band R[i, j] -> (j)\n"
              "         W[i, j] -> (j)\n"
              "         permutable, coincident (1)\n"
              "      sequence\n"
              "        filter { W[i, j] }\n"
              "        filter { R[i, j] }\n");
    EXPECT_EQ(result.counts.localized, 2U);
    EXPECT_EQ(result.counts.non_local, 1U);
    EXPECT_EQ(result.counts.resets, 1U);
}

TEST_F(SchedulerTest, ConstantTermsHaveALimit)
{
    std::string text = "domain: { A[i] : 0 <= i <= 99; B[i] : 0 <= i <= 99 }\n"
                       "validity: { A[99] -> B[i] }\nproximity: { A[i] -> B[i] }\n";
    EXPECT_THAT(schedule(text), testing::Not(HasSubstr("99 + i")));
    EXPECT_THAT(schedule(text), HasSubstr("sequence"));
}

/// Spaces tell statements apart, not their names alone.
TEST_F(SchedulerTest, StatementsMayShareTheirNames)
{
    dependence::Constraints constraints = dependence::read_constraints_file(
        context.get(),
        "domain: [n] -> { A[i] : 0 <= i < n; A[i, j] : 0 <= i, j < n;\n"
        "  [A[i] -> B[j]] : 0 <= i, j < n }\n"
        "validity: [n] -> { A[i] -> A[i, j]; A[i, j] -> [A[i] -> B[j]] }\n",
        "a.sc");
    result = compute_schedule(constraints, {}, {});
    ASSERT_TRUE(result.tree) << result.reason;
    EXPECT_TRUE(constraints.validity.is_subset(
        schedule::precedes(*result.tree, constraints.domain, constraints.domain)))
        << schedule::to_text(*result.tree);
}

} // namespace
} // namespace espalier::scheduler
