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

} // namespace
} // namespace espalier::machine
