#include "tests/support/unrolled_size.h"

#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::test {
namespace {

using namespace schedule;

class UnrolledSizeTest : public testing::Test {
protected:
    Tree read(const std::string &text) const { return read_yaml(context_.get(), text, "tree"); }

    /// S in a nest of two loops, T after it in the outer one.
    Tree nest(const std::string &domain) const
    {
        return read("domain: \"" + domain + R"("
child:
  schedule: "[{ S[i, j] -> [(i)]; T[i] -> [(i)] }]"
  options: "{ separate[0] }"
  child:
    sequence:
    - filter: "{ S[i, j] }"
      child:
        schedule: "[{ S[i, j] -> [(j)] }]"
    - filter: "{ T[i] }"
)");
    }

private:
    presburger::Context context_;
};

TEST_F(UnrolledSizeTest, CountsTheLeavesOfAllCopies)
{
    EXPECT_EQ(unrolled_size(nest("{ S[i, j] : 0 <= i, j < 5; T[i] : 0 <= i < 3 }")), 5 * (5 + 1));
}

TEST_F(UnrolledSizeTest, DoesNotCountHoles)
{
    EXPECT_EQ(unrolled_size(nest("{ S[i, j] : 0 <= i, j < 6 and i mod 3 = 0; T[6] }")),
              3 * (6 + 1));
}

TEST_F(UnrolledSizeTest, ValuesThatDependOnParametersAreCountedForAllOfThem)
{
    EXPECT_EQ(unrolled_size(nest("[n] -> { S[i, n] : 0 <= i < 2 and 0 <= n < 4; T[i] : i = 0 }")),
              2 * (4 + 1));
    EXPECT_TRUE(std::isinf(unrolled_size(nest("[n] -> { S[i, 0] : 0 <= i < n; T[0] }"))));
}

} // namespace
} // namespace espalier::test
