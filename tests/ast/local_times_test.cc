#include "espalier/ast/local_times.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class LocalTimesTest : public testing::Test {
protected:
    isl::set set(const std::string &text) const { return isl::set(context.get(), text); }

    /// Nothing generated yet, and nothing known.
    Stock stock() const { return {set("{ : }"), "c"}; }

    /// { [t] -> S[i] }
    Part part(const std::string &relation) const
    {
        return part_of(isl::map(context.get(), relation), stock());
    }

    static void expect_equal(const isl::set &found, const isl::set &expected)
    {
        EXPECT_TRUE(found.is_equal(expected)) << presburger::to_string(found);
    }

    presburger::Context context;
};

/// Example 5.2: (9) and (10). The exact times take two disjuncts, the approximate ones one.
TEST_F(LocalTimesTest, EliminationKeepsOneDisjunct)
{
    LocalTimes times = local_times(part("[N] -> { [t, a] -> S[t, a] : a >= -1 + t and 2a >= 1 + t "
                                        "and a <= t and 4a <= N + 2t }"),
                                   0);
    expect_equal(times.exact, set("[N] -> { [t] : (t >= 3 and 2t <= 4 + N) or "
                                  "(1 <= t <= 2 and 2t <= N) }"));
    expect_equal(times.approximate, set("[N] -> { [t] : 2t <= 4 + N and N >= 2 and t >= 1 }"));
    EXPECT_EQ(presburger::disjuncts(times.approximate), 1U);
}

/// Example 5.3: (15).
TEST_F(LocalTimesTest, DivisionsOfTheDimensionAreEliminated)
{
    LocalTimes times =
        local_times(part("{ [i] -> S[i] : 3 * floor((i + 1)/3) <= i and 0 <= i <= 3 }"), 0);
    expect_equal(times.exact, set("{ [0]; [1]; [3] }"));
    expect_equal(times.approximate, set("{ [i] : 0 <= i <= 3 }"));
}

TEST_F(LocalTimesTest, DivisionsOfOuterDimensionsAreKept)
{
    isl::set times = set("{ [t, i] : 0 <= t and 2 * floor(t/2) <= i <= t and i mod 3 = 0 }");
    expect_equal(approximated(times, 1), set("{ [t, i] : 0 <= t and 2 * floor(t/2) <= i <= t }"));
}

/// That the inner loop has iterations only where m is positive is not said of the outer one.
TEST_F(LocalTimesTest, StatedTimesAreThoseOfTheDimensionsAlone)
{
    Part nest = part("[n, m] -> { [i, j] -> S[i, j] : 0 <= i < n and 0 <= j < m }");
    isl::set stated = stated_times(nest, stock());
    expect_equal(stated, set("[n, m] -> { [i] : 0 <= i < n }"));
    EXPECT_TRUE(local_times(nest, 0).exact.is_strict_subset(stated));
}

TEST_F(LocalTimesTest, StatedTimesAreInTheDimensionsOfTheStock)
{
    Part nest = part("[n] -> { [t, i] -> S[i] : t = n and t <= i < 2t }");
    isl::aff n = isl::aff(context.get(), "[n] -> { [] -> [(n)] }");
    Stock inner = stock().with_value(0, n, set("[n] -> { [] }"));
    expect_equal(stated_times(nest, inner), set("[n] -> { [t, i] : n <= i < 2n }"));
}

TEST_F(LocalTimesTest, EqualTimesCountOnce)
{
    LocalTimes both = local_times(part("[n] -> { [i] -> S[i] : 0 <= i < n and i mod 2 = 0 }"), 0);
    EXPECT_EQ(presburger::disjuncts(all_approximate({both, both})), 1U);
    EXPECT_EQ(presburger::disjuncts(all_exact({both, both})), 1U);
    LocalTimes other = local_times(part("[n] -> { [i] -> T[i] : 7 <= i < n }"), 0);
    expect_equal(all_approximate({both, other}), set("[n] -> { [i] : 0 <= i < n }"));
    expect_equal(all_exact({both, other}), both.exact.unite(other.exact));
}

} // namespace
} // namespace espalier::ast
