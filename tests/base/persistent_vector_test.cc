#include "espalier/base/persistent_vector.h"

#include <gtest/gtest.h>

#include <numeric>

namespace espalier {
namespace {

/// 0, 1, 2, ...
std::vector<int> numbers(std::size_t count)
{
    std::vector<int> result(count);
    std::iota(result.begin(), result.end(), 0);
    return result;
}

TEST(PersistentVector, HasItsElementsAtAllHeights)
{
    for (std::size_t count : {0, 1, 31, 32, 33, 1023, 1024, 1025, 32768, 40000}) {
        PersistentVector<int> vector(numbers(count));
        ASSERT_EQ(vector.size(), count);
        EXPECT_EQ(vector.elements(), numbers(count));
    }
}

TEST(PersistentVector, WithChangesOneElementOfACopy)
{
    for (std::size_t count : {1, 33, 1025, 2000}) {
        PersistentVector<int> before(numbers(count));
        for (std::size_t position = 0; position < count; position += 31) {
            PersistentVector<int> after = before.with(position, -1);
            std::vector<int> expected = numbers(count);
            expected[position] = -1;
            EXPECT_EQ(after.elements(), expected);
        }
        EXPECT_EQ(before.elements(), numbers(count));
    }
}

} // namespace
} // namespace espalier
