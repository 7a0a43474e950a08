#include "espalier/presburger/bounds.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"

#include <gmock/gmock.h>

namespace espalier::presburger {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

class BoundsTest : public testing::Test {
protected:
    isl::set set(const std::string &text) const { return isl::set(context.get(), text); }

    /// Lower bounds, or upper ones, each as text.
    std::vector<std::string> limits(const std::string &text, unsigned dimension,
                                    bool is_lower) const
    {
        std::vector<std::string> result;
        for (const Bound &bound : bounds(set(text), dimension))
            if (bound.is_lower == is_lower)
                result.push_back(to_string(bound.limit));
        return result;
    }

    Context context;
};

TEST_F(BoundsTest, AreThoseOfOneDimension)
{
    const char *pairs = "[n] -> { [i, j] : 0 <= i < n and i <= 3j and 5 <= j and 2j <= n + i }";
    EXPECT_THAT(limits(pairs, 1, true),
                UnorderedElementsAre("[n] -> { [i, j] -> [(i)/3] }", "[n] -> { [i, j] -> [(5)] }"));
    EXPECT_THAT(limits(pairs, 1, false), UnorderedElementsAre("[n] -> { [i, j] -> [(n + i)/2] }"));
}

TEST_F(BoundsTest, AnEqualityMakesTwo)
{
    const char *diagonal = "{ [i, j] : 0 <= i <= 9 and j = 2i + 1 }";
    EXPECT_THAT(limits(diagonal, 1, true), UnorderedElementsAre("{ [i, j] -> [(1 + 2i)] }"));
    EXPECT_THAT(limits(diagonal, 1, false), UnorderedElementsAre("{ [i, j] -> [(1 + 2i)] }"));
}

TEST_F(BoundsTest, MayBeMissing)
{
    EXPECT_THAT(limits("{ [i] : i >= 3 }", 0, false), IsEmpty());
    EXPECT_TRUE(bounds(set("{ [i, j] : 0 <= i <= 9 }"), 1).empty());
}

TEST_F(BoundsTest, MayHaveDivisionsOfOtherDimensions)
{
    auto found = bounds(set("{ [i, j] : j >= 4 * floor(i/4) }"), 1);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(to_string(found[0].limit), "{ [i, j] -> [(i - (i) mod 4)] }");
}

/// Each constraint is the half-space of its bounds, an equality that of two.
TEST_F(BoundsTest, TheirHalfSpacesMakeTheSet)
{
    for (const char *text : {"[n] -> { [i, j] : i <= 3j and 5 <= j and 2j <= n + i }",
                             "[n] -> { [i, j] : j = 2i + n }"}) {
        isl::set expected = set(text), found = isl::set::universe(expected.space());
        for (const Bound &bound : bounds(expected, 1))
            found = found.intersect(bound.half_space());
        EXPECT_TRUE(found.is_equal(expected)) << to_string(found);
    }
}

TEST_F(BoundsTest, AHalfSpaceIsOnOneSideOfTheLimit)
{
    isl::set wedge = set("[n] -> { [i, j] : i <= 3j and 2j <= n + i }");
    isl::pw_aff j(wedge.space().identity_multi_aff_on_domain().at(1));
    std::vector<Bound> found = bounds(wedge, 1);
    ASSERT_EQ(found.size(), 2U);
    for (const Bound &bound : found) {
        isl::pw_aff limit(bound.limit);
        EXPECT_TRUE(
            bound.half_space().is_equal(bound.is_lower ? j.ge_set(limit) : j.le_set(limit)));
    }
}

} // namespace
} // namespace espalier::presburger
