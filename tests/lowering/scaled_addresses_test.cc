// Loops in which compilers would derive the address of one element from that of another.

#include "espalier/lowering/scaled_addresses.h"

#include "tests/lowering/target_code_region.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

class ScaledAddresses : public TargetCode {
protected:
    /// Whether the loop over some times of a statement's instances hides its variable.
    bool is_hidden(const std::string &statement, const std::string &time)
    {
        make("for (int i = 0; i < n; i++) " + statement,
             fmt::format("domain: \"[n] -> {{ S0[i] : 0 <= i < n }}\"\n"
                         "child:\n  schedule: \"[n] -> [{{ S0[i] -> [({})] }}]\"\n",
                         time));
        EXPECT_EQ(difference(), "");
        return part<Loop>().hides_variable;
    }
};

TEST_F(ScaledAddresses, OfOneArrayBackwardsOrFromOtherPlaces)
{
    EXPECT_TRUE(is_hidden("x[i] += x[2 * i];", "-i"));
    EXPECT_TRUE(is_hidden("x[i] += x[2 * i + 1];", "i + 5 * n"));
    EXPECT_TRUE(is_hidden("x[8 * i] = x[i];", "-i"));
}

TEST_F(ScaledAddresses, NotWhereTheSourceHasNoOther)
{
    EXPECT_FALSE(is_hidden("x[i] += x[2 * i];", "i"));
    EXPECT_FALSE(is_hidden("x[i] += x[3 * i];", "-i"));
    EXPECT_FALSE(is_hidden("x[i] += y[2 * i];", "-i"));
    EXPECT_FALSE(is_hidden("x[i] += x[i + 1];", "-i"));
}

} // namespace
} // namespace espalier::lowering
