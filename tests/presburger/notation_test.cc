#include "espalier/presburger/notation.h"

#include "espalier/base/error.h"

#include <gtest/gtest.h>

namespace espalier::presburger {
namespace {

TEST(Notation, HasReadablePowers)
{
    EXPECT_TRUE(has_readable_powers("{ A[i] : 0 <= i < 10 }"));
    EXPECT_TRUE(has_readable_powers("{ A[i] : 0 <= i < 2^10 and i < 3 ^ 20 }"));
    EXPECT_TRUE(has_readable_powers("^"));
    EXPECT_FALSE(has_readable_powers("{ A[77^77777777777777777777777777777] }"));
    EXPECT_FALSE(has_readable_powers("{ A[((2^100)^100)^100] }"));
    EXPECT_FALSE(has_readable_powers("{ A[2 ^\n 1001] }"));
}

TEST(Notation, RefusalNamesTheFile)
{
    refuse_unreadable_powers("2^10", "good.st");
    try {
        refuse_unreadable_powers("2^10000", "bad.st");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.fault(), Fault::input);
        EXPECT_EQ(error.diagnostic().place.file, "bad.st");
    }
}

} // namespace
} // namespace espalier::presburger
