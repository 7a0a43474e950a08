#include "espalier/presburger/coalesce.h"

#include "espalier/presburger/context.h"

#include <gtest/gtest.h>

#include <isl/set.h>

namespace espalier::presburger {
namespace {

class CoalesceTest : public testing::Test {
protected:
    isl::set set(const std::string &text) const { return isl::set(context.get(), text); }

    Context context;
};

TEST_F(CoalesceTest, JoinsDisjuncts)
{
    isl::set parts = set("[n] -> { [t] : 0 <= t <= 9 or 10 <= t < n }");
    isl::set all = coalesced(set("{ [t] : 0 <= t <= 9 or 5 <= t <= 12 }"));
    EXPECT_EQ(isl_set_n_basic_set(all.get()), 1);
    EXPECT_TRUE(coalesced(parts).is_equal(parts));
}

TEST_F(CoalesceTest, KeepsRemainders)
{
    isl::set parts =
        set("{ [t] : 0 <= t <= 1 or t mod 3 = 0 or t mod 6 = 0 or (t mod 2 = 0 and t >= 0); "
            "[0] }");
    EXPECT_TRUE(coalesced(parts).is_equal(parts));
}

TEST_F(CoalesceTest, JoinsPieces)
{
    isl::pw_aff function(context.get(), "{ [t] -> [(t)] : t < 5; [t] -> [(t)] : t >= 5 }");
    EXPECT_EQ(coalesced(function).n_piece(), 1U);
}

} // namespace
} // namespace espalier::presburger
