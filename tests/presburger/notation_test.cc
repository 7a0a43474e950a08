#include "espalier/presburger/notation.h"

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"

#include <gtest/gtest.h>

#include <string>

namespace espalier::presburger {
namespace {

TEST(Notation, BoundsPowers)
{
    EXPECT_FALSE(why_unreadable("{ A[i] : 0 <= i < 10 }"));
    EXPECT_FALSE(why_unreadable("{ A[i] : 0 <= i < 2^10 and i < 3 ^ 20 }"));
    EXPECT_FALSE(why_unreadable("^"));
    EXPECT_TRUE(why_unreadable("{ A[77^77777777777777777777777777777] }"));
    EXPECT_TRUE(why_unreadable("{ A[((2^100)^100)^100] }"));
    EXPECT_TRUE(why_unreadable("{ A[2 ^\n 1001] }"));
}

TEST(Notation, BoundsNesting)
{
    const std::string deep(1000, '(');
    EXPECT_FALSE(why_unreadable("{ A[((i))] : ((i < 0)) }"));
    EXPECT_TRUE(why_unreadable(deep + "i" + std::string(1000, ')')));
    EXPECT_TRUE(why_unreadable("{" + deep));
    std::string wide;
    for (int k = 0; k < 1000; ++k)
        wide += "(i)";
    EXPECT_FALSE(why_unreadable(wide));
}

TEST(Notation, WhatIsReadOrNot)
{
    Context context;
    EXPECT_TRUE(read<isl::set>(context.get(), "{ A[i] : 0 <= i < 10 }"));
    EXPECT_FALSE(read<isl::set>(context.get(), "{ A[i : }"));
    EXPECT_FALSE(read<isl::set>(context.get(), "{ A[77^77777777777777777777777777777] }"));
}

TEST(Notation, AnExhaustedBudgetIsNoFaultOfTheText)
{
    Context context;
    bool has_come_back = false;
    EXPECT_FALSE(context.within_budget(1, [&] {
        for (int k = 0; k < 100; ++k)
            read<isl::set>(context.get(), "{ A[i, j] : 0 <= i < 10 and 2 i <= j <= 7 i - 3 }");
        has_come_back = true;
    }));
    EXPECT_FALSE(has_come_back);
}

TEST(Notation, RefusalNamesTheFile)
{
    refuse_unreadable("2^10", "good.st");
    try {
        refuse_unreadable("2^10000", "bad.st");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.fault(), Fault::input);
        EXPECT_EQ(error.diagnostic().place.file, "bad.st");
    }
}

} // namespace
} // namespace espalier::presburger
