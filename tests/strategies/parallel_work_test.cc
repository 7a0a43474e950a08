#include "espalier/strategies/parallel_work.h"

#include "espalier/lowering/loops.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/loops.h"
#include "tests/support/parallel_trees.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

namespace espalier::strategies {
namespace {

class ParallelWorkTest : public testing::Test {
protected:
    /// What a tree takes for sizes that are each taken for usual.
    std::vector<SizedEstimate> sized_estimates(const program::Program &program,
                                               const schedule::Tree &tree,
                                               const std::vector<long> &usual)
    {
        const ast::NodePtr code = lowering::loops({program, tree}, "c");
        std::vector<SizedEstimate> result;
        for (long size : usual) {
            ast::Values sizes = machine::AssumedSizes(program).values(size).value();
            result.push_back({machine::estimate(program, code, processor, sizes).value(), sizes});
        }
        return result;
    }

    /// The condition of the one parallel loop of a tree.
    static schedule::WorkCondition only_condition(const schedule::Tree &tree)
    {
        const std::vector<schedule::Loop> loops = schedule::loops_with_roles(tree);
        EXPECT_EQ(loops.size(), 1U);
        return loops.at(0).role()->condition.value();
    }

    /// The least work for which the one parallel loop of a program in its own order pays, by
    /// estimates for such sizes.
    double least(const program::Program &program, const std::vector<long> &usual)
    {
        const schedule::Tree tree = test::in_order_of_source(program, true);
        const auto found = sized_estimates(program, tree, usual);
        return only_condition(with_loops_that_pay(program, tree, found)).least;
    }

    presburger::Context context;
    machine::Machine processor;
};

const std::string matrices = "int n, double A[restrict n][n], double B[restrict n][n]";

TEST_F(ParallelWorkTest, LoopsPayUnderAConditionOnTheirParameters)
{
    program::Program program = test::extract_program(
        test::function("int n, int m, double A[restrict n][m]",
                       "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i][j] *= 2;"),
        context);
    schedule::Tree tree = test::in_order_of_source(program, true);
    const std::vector<SizedEstimate> found = sized_estimates(program, tree, {1000});
    schedule::Tree paying = with_loops_that_pay(program, tree, found);
    const schedule::WorkCondition condition = only_condition(paying);
    EXPECT_EQ(condition.factors.size(), 2U);
    EXPECT_GT(condition.least, 1000);
    EXPECT_LT(condition.least, 1000000);
}

TEST_F(ParallelWorkTest, LoopsPayFromWhereTheirDataAreInNearerCaches)
{
    program::Program program = test::extract_program(
        test::function(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                                 " A[i][j] = B[j][i];"),
        context);
    EXPECT_GT(least(program, {1000, 250}), least(program, {1000}))
        << "columns of 1000 rows miss the nearest cache";
    const double between = least(program, {1000, 250, 10});
    EXPECT_GT(between, 10 * 10) << "threads do not pay for these";
    EXPECT_LT(between, 250 * 250) << "but for these";
}

TEST_F(ParallelWorkTest, LoopsThatNeverPayForUsualSizesDoSoForLargerOnes)
{
    program::Program program =
        test::extract_program(test::function("int n, double a[restrict n], double b[restrict n]",
                                             "for (int i = 0; i < n; i++) a[i] += b[i];"),
                              context);
    EXPECT_LT(least(program, {1000, 250'000}), 0.7 * least(program, {1000}))
        << "they are no longer near";
    EXPECT_GT(least(program, {1000, 250'000}), 1000);
}

TEST_F(ParallelWorkTest, WorkWithoutAnEstimateIsCountedInInstances)
{
    program::Program program = test::extract_program(
        test::function(matrices, "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                                 " A[i][j] += B[i][j];"),
        context);
    schedule::Tree tree = test::in_order_of_source(program, true);
    ast::Values sizes = machine::assumed_sizes(program).value();
    const schedule::WorkCondition condition =
        only_condition(with_work_conditions(program, tree, 0.5, processor, sizes));
    EXPECT_EQ(condition.factors.size(), 2U);
    EXPECT_EQ(condition.least, machine::clear_gain * double(processor.thread_start) / 0.5);
    EXPECT_EQ(condition.least_asleep, machine::clear_gain * double(processor.thread_wake) / 0.5);
}

TEST_F(ParallelWorkTest, WorkThatIsTooLargeToCountHasNoCondition)
{
    program::Program program = test::extract_program(
        test::function("int n, long m, double A[restrict n][8]",
                       "for (int i = 0; i < n; i++) for (long j = 0; j <= m; j++)"
                       " for (long k = 0; k <= m; k++) A[i][0] += j;"),
        context);
    schedule::Tree tree = test::in_order_of_source(program, true);
    const ast::Values sizes = {{"n", 1000}, {"m", std::numeric_limits<long>::max()}};
    const std::vector<schedule::Loop> loops =
        schedule::loops_with_roles(with_work_conditions(program, tree, 0.5, processor, sizes));
    ASSERT_FALSE(loops.empty());
    EXPECT_FALSE(loops.front().role()->condition);
}

TEST_F(ParallelWorkTest, WorkThatIsTheSameAlwaysMayBeTooLittleForThreadsThatSleep)
{
    auto roles = [&](const char *extent) {
        program::Program program = test::extract_program(
            fmt::format("double A[{0}][{0}];\nvoid f(void)\n{{\n#pragma scop\n"
                        "    for (int i = 0; i < {0}; i++) for (int j = 0; j < {0}; j++)"
                        " A[i][j] *= 2;\n#pragma endscop\n}}\n",
                        extent),
            context);
        schedule::Tree tree = test::in_order_of_source(program, true);
        const std::vector<SizedEstimate> found = sized_estimates(program, tree, {1000});
        return schedule::loops_with_roles(with_loops_that_pay(program, tree, found));
    };
    const std::vector<schedule::Loop> some = roles("500"), much = roles("5000");
    ASSERT_EQ(some.size(), 1U);
    ASSERT_TRUE(some.front().role()->condition);
    const schedule::WorkCondition &condition = *some.front().role()->condition;
    EXPECT_EQ(condition.factors.size(), 1U);
    EXPECT_LT(condition.least, condition.least_asleep);
    ASSERT_EQ(much.size(), 1U);
    EXPECT_FALSE(much.front().role()->condition);
    EXPECT_TRUE(roles("10").empty() || !roles("10").front().role()->is_unordered());
}

} // namespace
} // namespace espalier::strategies
