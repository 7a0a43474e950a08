#include "espalier/base/checked_integer.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

TEST(CheckedInteger, KeepsWhatFits)
{
    CheckedInteger number = greatest - 1;
    number += 1;
    EXPECT_EQ(number, greatest);
    EXPECT_EQ(-number, -greatest);
    EXPECT_EQ(CheckedInteger(3037000499) * 3037000499, 9223372030926249001);
    EXPECT_EQ(gcd(CheckedInteger(-12), 18), 6);
    EXPECT_EQ(CheckedInteger(mpz_class("-9223372036854775807")), -greatest);
}

TEST(CheckedInteger, RefusesWhatDoesNot)
{
    EXPECT_THROW(CheckedInteger(greatest) + 1, NumberTooLarge);
    EXPECT_THROW(CheckedInteger(-greatest) + -1, NumberTooLarge);
    EXPECT_THROW(CheckedInteger(3037000500) * 3037000500, NumberTooLarge);
    EXPECT_THROW(CheckedInteger(mpz_class("9223372036854775808")), NumberTooLarge);
    EXPECT_THROW(CheckedInteger(mpz_class("-9223372036854775808")), NumberTooLarge);
}

} // namespace
} // namespace espalier
