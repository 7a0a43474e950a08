#include "espalier/machine/thread_division.h"

#include <gtest/gtest.h>

namespace espalier::machine {
namespace {

constexpr double little = 5'000, much = 20'000, threads = 2;

TEST(ThreadDivisionTest, EvenIterationsAreHandedOutAtOnce)
{
    const Division found = divide(2000, much, much, true, threads);
    EXPECT_EQ(found.handed_out, 0);
    EXPECT_DOUBLE_EQ(found.part, 1 / threads);
}

TEST(ThreadDivisionTest, FewUnevenIterationsAreHandedOutOneByOne)
{
    EXPECT_EQ(divide(16, little, much, true, threads).handed_out, 1);
    EXPECT_EQ(divide(16, much, little, true, threads).handed_out, 1);
}

TEST(ThreadDivisionTest, ManyUnevenIterationsAreHandedOutSeveralAtATime)
{
    EXPECT_EQ(divide(2000, little, much, true, threads).handed_out, 8);
    const long among_more = divide(2000, little, much, true, 4 * threads).handed_out;
    EXPECT_GT(among_more, 1);
    EXPECT_LE(among_more, 8);
}

TEST(ThreadDivisionTest, IterationsThatTakeLittleAreHandedOutAtOnce)
{
    EXPECT_EQ(divide(2000, 10, 40, true, threads).handed_out, 0);
    EXPECT_EQ(divide(2000, little, much, false, threads).handed_out, 0);
}

TEST(ThreadDivisionTest, LinesAreHandedOverOnce)
{
    const Machine machine;
    const auto line = double(machine.line);
    // A row of 64 lines, and one of two references to it.
    CodePart iteration;
    for (double address : {0.0, 8.0}) {
        iteration.references.push_back({0, 1e9, 8, address, false});
        iteration.references.back().moves = {{8, 8 * line}};
        iteration.origins.push_back({0, {0.0, 64 * line}});
    }
    const double once = handed_over_cycles(iteration, 100, {1}, 2, machine);
    EXPECT_GT(once, 0);
    EXPECT_DOUBLE_EQ(handed_over_cycles(iteration, 100, {1}, 1, machine), 0) << "one has all";
    EXPECT_NEAR(handed_over_cycles(iteration, 200, {1}, 2, machine), 2 * once, 0.01 * once);
    EXPECT_NEAR(handed_over_cycles(iteration, 100, {10}, 2, machine), once / 10, 0.01 * once)
        << "the loop around touches the same again";
    for (CodePart::Origin &origin : iteration.origins)
        origin.strides = {6400 * line, 64 * line};
    EXPECT_NEAR(handed_over_cycles(iteration, 100, {10}, 2, machine), once, 0.01 * once)
        << "the loop around goes on to others";
}

} // namespace
} // namespace espalier::machine
