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

} // namespace
} // namespace espalier
