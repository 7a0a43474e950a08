#include "espalier/machine/alias_checks.h"

#include <gtest/gtest.h>

namespace espalier::machine {
namespace {

MovingAccess reading(std::size_t array, double address) { return {array, false, address, 8, 8}; }

MovingAccess writing(std::size_t array, double address) { return {array, true, address, 8, 8}; }

TEST(AliasChecks, RowsOfOtherArraysAreCheckedOnceEach)
{
    const BodyCost cost;
    const std::vector<MovingStatement> body = {
        {&cost, {reading(0, 0), reading(0, 8), reading(0, 8000), reading(0, -8000), writing(1, 0)}},
        {&cost, {reading(1, 0), reading(2, 0), writing(2, 0)}}};
    EXPECT_EQ(alias_checks(body, {}), 0U);
    EXPECT_EQ(alias_checks(body, {{0, 1}}), 3U);
    EXPECT_EQ(alias_checks(body, {{0, 1}, {1, 2}, {0, 2}}), 3U + 1U + 3U);
    EXPECT_EQ(alias_checks(body, {{0, 3}}), 0U);
}

TEST(AliasChecks, ReadsNeedNone)
{
    const BodyCost cost;
    EXPECT_EQ(alias_checks({{&cost, {reading(0, 0), reading(1, 0)}}}, {{0, 1}}), 0U);
}

} // namespace
} // namespace espalier::machine
