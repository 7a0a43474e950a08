#include "espalier/base/words.h"

#include <gtest/gtest.h>

namespace espalier {
namespace {

TEST(Words, AreNoPartsOfOthers)
{
    EXPECT_TRUE(contains_word("n", "n"));
    EXPECT_TRUE(contains_word("n1 + n", "n"));
    EXPECT_TRUE(contains_word("a[n]", "n"));
    EXPECT_FALSE(contains_word("n1 + an + n_", "n"));
    EXPECT_FALSE(contains_word("", "n"));
}

TEST(Words, StringsAndCommentsAreNoCode)
{
    EXPECT_FALSE(contains_word("__asm__ volatile(\"\" : \"+r\"(c0)); // of r", "r"));
    EXPECT_TRUE(contains_word("__asm__ volatile(\"\" : \"+r\"(r));", "r"));
    EXPECT_TRUE(contains_word("// of x\nr = 1;", "r"));
    EXPECT_FALSE(contains_word("f(\"\\\" r\");", "r"));
}

TEST(Words, AreNoMembers)
{
    EXPECT_FALSE(contains_word("p->n + s.n + s . n + p ->\n n", "n"));
    EXPECT_TRUE(contains_word("p->m + n", "n"));
    EXPECT_TRUE(contains_word("n.m", "n"));
    EXPECT_TRUE(contains_word("a > n", "n"));
}

} // namespace
} // namespace espalier
