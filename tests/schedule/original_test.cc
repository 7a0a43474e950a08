#include "espalier/schedule/original.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/queries.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::schedule {
namespace {

TEST(OriginalSchedule, OrdersStatementsAsTheSource)
{
    presburger::Context context;
    program::Program program =
        test::extract_program(test::in_function("for (int i = 0; i < n; i++) { x[i] = 0; for (int "
                                                "j = n; j > i; j--) A[i][j - 1] = 1; }"),
                              context);
    isl::union_map expected(context.get(), "[n] -> { S0[i] -> [i, 0, 0] : 0 <= i < n; "
                                           "S1[i, j] -> [i, 1, -j] : 0 <= i < n and i < j <= n }");
    Tree tree = original_schedule(program);
    isl::union_map found = schedule_relation(tree);
    EXPECT_TRUE(found.is_equal(expected)) << presburger::to_string(found);
}

TEST(OriginalSchedule, MayLeaveKillsOut)
{
    presburger::Context context;
    program::Program program = test::extract_program(
        test::in_function("for (int i = 0; i < n; i++) { double t = x[i]; y[i] = t; }"), context);
    EXPECT_TRUE(original_schedule(program).domain().is_equal(instances(program)));
    EXPECT_TRUE(original_schedule_without_kills(program).domain().is_equal(
        instances_without_kills(program)));
}

} // namespace
} // namespace espalier::schedule
