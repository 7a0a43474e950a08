#include "espalier/targets/c/rewriter.h"

#include <gtest/gtest.h>

namespace espalier::targets {
namespace {

TEST(Rewriter, KeepsAllOtherBytes)
{
    EXPECT_EQ(rewrite("0123456789", {{7, 8, "B"}, {2, 4, "A"}}), "01A456B89");
    EXPECT_EQ(rewrite("text", {}), "text");
}

TEST(Rewriter, InsertsAtEmptyRanges)
{
    EXPECT_EQ(rewrite("ab", {{1, 1, "-"}}), "a-b");
    EXPECT_EQ(rewrite("ab", {{1, 2, "c"}, {1, 1, "1"}, {1, 1, "2"}, {0, 1, "d"}}), "d12c");
}

TEST(Rewriter, TakesTheLineEndsOfTheFile)
{
    EXPECT_EQ(rewrite("a\r\nb\r\n", {{3, 4, "x\ny"}}), "a\r\nx\r\ny\r\n");
    EXPECT_EQ(rewrite("a\r\nb\r\n", {{3, 4, "x\r\ny"}}), "a\r\nx\r\ny\r\n");
    EXPECT_EQ(rewrite("a\nb\n", {{2, 3, "x\ny"}}), "a\nx\ny\n");
}

} // namespace
} // namespace espalier::targets
