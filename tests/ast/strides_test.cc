#include "espalier/ast/strides.h"

#include "espalier/ast/local_times.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class StridesTest : public testing::Test {
protected:
    isl::set set(const std::string &text) const { return isl::set(context.get(), text); }

    /// "6: [n] -> { [i] -> [(n)] }"
    std::string stride(const std::string &times) const
    {
        Hull hull = affine_hull(set(times), 0);
        return hull.stride ? presburger::to_string(hull.stride->step) + ": " +
                                 presburger::to_string(hull.stride->offset)
                           : "none";
    }

    /// How many slices cover a set.
    std::optional<long> count(const std::string &text) const
    {
        isl::set times = set(text);
        auto slices = cover(approximated(times, 0), times, affine_hull(times, 0).stride, 0);
        return slices ? std::optional(slices->count.num_si()) : std::nullopt;
    }

    presburger::Context context;
};

TEST_F(StridesTest, AreDetected)
{
    EXPECT_EQ(stride("[n] -> { [i] : 0 <= i < n }"), "none");
    EXPECT_EQ(stride("[n] -> { [i] : exists a : i = n + 6a }"), "6: [n] -> { [i] -> [(n)] }");
}

/// Example 5.4.
TEST_F(StridesTest, AreCombined)
{
    EXPECT_EQ(stride("[n, m] -> { [i] : exists a, b : 0 <= i <= 100 and n - i + 6a = 0 and "
                     "m - i + 10b = 0 }"),
              "30: [n, m] -> { [i] -> [(-5n + 6m)] }");
}

TEST_F(StridesTest, ASingleValueHasNone)
{
    Hull hull = affine_hull(set("{ [i] : 9 <= i <= 10 and i mod 2 = 0 }"), 0);
    EXPECT_FALSE(hull.stride);
    EXPECT_TRUE(hull.equalities.is_equal(set("{ [10] }")));
}

TEST_F(StridesTest, TightenBounds)
{
    isl::set times = set("[n] -> { [i] : i mod 32 = 0 and -31 <= i < n }");
    Stride stride = *affine_hull(times, 0).stride;
    isl::set bounds = tightened(set("[n] -> { [i] : -31 <= i < n }"), stride, 0);
    EXPECT_TRUE(bounds.is_equal(set("[n] -> { [i] : 0 <= i < n }")))
        << presburger::to_string(bounds);
}

/// Examples 5.12 and 5.13.
TEST_F(StridesTest, FewSlicesCoverTheValues)
{
    EXPECT_EQ(count("{ [i] : 0 <= i < 1024 and i mod 256 = 0 }"), 4);
    EXPECT_EQ(count("[N] -> { [i] : 0 <= i < 1000 and N <= i < N + 4 }"), 4);
    EXPECT_EQ(count("[N] -> { [i] : 0 <= i < N }"), std::nullopt);
    EXPECT_EQ(count("[N] -> { [i] : i <= N }"), std::nullopt);
}

/// Example 5.5.
TEST_F(StridesTest, OneSliceIsTheValue)
{
    isl::set times = set("[n] -> { [i] : i >= 1 and n - 1 <= i <= n and (i - 2) mod 4 = 0 }");
    auto value = single_value(set("[n] -> { [i] : i >= 1 and n - 1 <= i <= n }"), times,
                              affine_hull(times, 0).stride, 0);
    ASSERT_TRUE(value);
    isl::aff own = times.space().identity_multi_aff_on_domain().at(0);
    isl::set at_value = isl::pw_aff(*value).eq_set(isl::pw_aff(own));
    EXPECT_TRUE(times.is_subset(at_value));
}

} // namespace
} // namespace espalier::ast
