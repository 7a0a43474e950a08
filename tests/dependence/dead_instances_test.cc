#include "espalier/dependence/dead_instances.h"

#include "espalier/dependence/violations.h"
#include "espalier/schedule/original.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::dependence {
namespace {

class DeadInstances : public testing::Test {
protected:
    presburger::Context context;
    /// S2 reads all but the last element of a local array.
    program::Program program =
        test::extract_program(test::in_function("double t[100];"
                                                "for (int i = 0; i < 100; i++) S1: t[i] = x[i];"
                                                "for (int i = 0; i < 99; i++) S2: y[i] = t[i];"),
                              context);
    Dependences dependences = analyze(program, schedule::original_schedule(program));

    isl::union_set set(const char *text) const
    {
        return isl::union_set(program.context.ctx(), text);
    }
};

TEST_F(DeadInstances, WhatNothingReadsIsNotNeeded)
{
    EXPECT_TRUE(needed(dependences, set("{ S1[99] }")).is_empty());
    EXPECT_TRUE(needed(dependences, set("{ S1[i] : 98 <= i <= 99 }")).is_equal(set("{ S1[98] }")));
}

TEST_F(DeadInstances, WhatOnlyTheDeadReadIsNotNeeded)
{
    EXPECT_TRUE(needed(dependences, set("{ S1[98]; S2[98] }")).is_equal(set("{ S2[98] }")));
}

TEST_F(DeadInstances, WhatStaysBehindIsNeeded)
{
    EXPECT_TRUE(needed(dependences, set("{ S2[5] }")).is_equal(set("{ S2[5] }")));
}

TEST_F(DeadInstances, RestrictionLeavesALegalProgram)
{
    isl::union_set kept = program::instances_without_kills(program).subtract(set("{ S1[99] }"));
    program::Program smaller = restricted(program, kept);
    Dependences left = restricted(dependences, kept);
    schedule::Tree order = schedule::original_schedule_without_kills(smaller);
    EXPECT_TRUE(order.domain().is_equal(kept));
    EXPECT_TRUE(violations(smaller, left, order).empty());
    EXPECT_FALSE(violations(program, dependences, order).empty());
}

} // namespace
} // namespace espalier::dependence
