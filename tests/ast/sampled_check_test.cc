#include "espalier/ast/sampled_check.h"

#include "espalier/ast/generator.h"
#include "espalier/presburger/context.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class SampledCheck : public testing::Test {
protected:
    isl::set parameters() const { return isl::set(context.get(), "{ : }"); }
    isl::union_map order(const std::string &text) const
    {
        return isl::union_map(context.get(), text);
    }

    NodePtr generate_from(const std::string &text) const
    {
        return generate(order(text), isl::union_map::empty(context.get()), Request{parameters()});
    }

    /// The verdict's reason; "" if the code is right.
    std::string difference(const NodePtr &code, const std::string &expected) const
    {
        return check_samples(code, expectation(order(expected), parameters())).reason;
    }

    presburger::Context context;
};

const char *const forward = "[n] -> { S[i] -> [i] : 0 <= i < n }";

TEST_F(SampledCheck, AgreesWithTheScheduleThatTheCodeWasMadeFrom)
{
    for (const char *text :
         {"[n] -> { S[i, j] -> [i, j] : 0 <= j <= i < n; T[i] -> [i, i + 1] : 0 <= i < n }",
          "[n] -> { S[i] -> [i] : 0 <= i < n and (i mod 5 = 2 or i mod 3 = 0) }"})
        EXPECT_EQ(difference(generate_from(text), text), "");
}

TEST_F(SampledCheck, SeesAMissingInstance)
{
    EXPECT_EQ(difference(generate_from("[n] -> { S[i] -> [i] : 0 <= i < n - 1 }"), forward),
              "the code does not run S[0], n = 1");
}

TEST_F(SampledCheck, SeesAnInstanceTooMany)
{
    EXPECT_EQ(difference(generate_from("[n] -> { S[i] -> [i] : 0 <= i <= n }"), forward),
              "the code runs S[0], which the schedule does not have, n = 0");
}

TEST_F(SampledCheck, SeesAnInstanceThatIsRunTwice)
{
    NodePtr once = generate_from(forward);
    NodePtr twice = std::make_shared<Node>(Node{Block{{once, once}}});
    EXPECT_EQ(difference(twice, forward), "the code runs S[0] more than once, n = 1");
}

TEST_F(SampledCheck, SeesAWrongOrder)
{
    EXPECT_EQ(difference(generate_from("[n] -> { S[i] -> [-i] : 0 <= i < n }"), forward),
              "the code runs S[0] after S[1], against the schedule, n = 2");
}

TEST_F(SampledCheck, TriesValuesAroundNumbersInTheSchedule)
{
    EXPECT_EQ(difference(generate_from("[n] -> { S[] -> [] : n >= 50 }"),
                         "[n] -> { S[] -> [] : n > 50 }"),
              "the code runs S[], which the schedule does not have, n = 50");
    EXPECT_EQ(difference(generate_from("[n] -> { S[] -> [] : n >= -20 }"),
                         "[n] -> { S[] -> [] : n >= -21 }"),
              "the code does not run S[], n = -21");
}

TEST_F(SampledCheck, TriesEqualConstants)
{
    EXPECT_EQ(
        difference(generate_from("[n, m] -> { S[] -> [] : n != m }"), "[n, m] -> { S[] -> [] }"),
        "the code does not run S[], m = 0, n = 0");
}

TEST_F(SampledCheck, LeavesOutLoopsThatTakeLongAroundNothing)
{
    const char *const text =
        "[n] -> { S[i, j] -> [i, j] : 0 <= i < 5000000000 and 0 <= j < n; T[] -> [-1, 0] }";
    const NodePtr code = generate_from(text);
    EXPECT_FALSE(check_samples(code, expectation(order(text), parameters())).is_wrong());
}

TEST_F(SampledCheck, IsUndecidedWhereThereAreManyInstancesAlways)
{
    const char *many = "{ S[i] -> [i] : 0 <= i <= 1000000 }";
    EXPECT_TRUE(
        check_samples(generate_from(many), expectation(order(many), parameters())).is_undecided());
}

} // namespace
} // namespace espalier::ast
