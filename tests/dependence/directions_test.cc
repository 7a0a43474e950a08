#include "espalier/dependence/directions.h"
#include "espalier/presburger/context.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace espalier::dependence {
namespace {

class Directions : public testing::Test {
protected:
    Directions() { down.is_decreasing = true; }

    std::string of(const std::string &relation, const program::LoopPath &loops) const
    {
        std::vector<std::string> texts;
        for (const DirectionVector &vector : directions(isl::map(context.get(), relation), loops))
            texts.push_back(to_string(vector));
        return fmt::format("{}", fmt::join(texts, " or "));
    }

    presburger::Context context;
    program::Nest up, down;
};

TEST_F(Directions, ConstantDistances)
{
    EXPECT_EQ(of("{ S[i, j] -> S[i + 1, j - 2] }", {&up, &up}), "(1, -2)");
    EXPECT_EQ(of("{ S[i, j] -> T[i, j, 0] }", {&up, &up}), "(0, 0)");
    EXPECT_EQ(of("{ S[i, j] -> T[j, i + 1] }", {}), "");
    EXPECT_EQ(of("{ S[i, j] -> T[k, i] : k = j }", {&up}), "(+) or (0)");
}

TEST_F(Directions, OneVectorForEachLoopThatCarriesAPart)
{
    EXPECT_EQ(of("{ S[i, j] -> S[k, l] : k > i or (k = i and l > j) }", {&up, &up}),
              "(+, *) or (0, +)");
    EXPECT_EQ(of("{ S[i, j] -> S[k, l] : k >= i and l <= j }", {&up, &up}), "(+, 0-) or (0, 0)");
    EXPECT_EQ(of("{ S[i, j] -> S[i + 2, l] : l >= j; S[i, j] -> S[i, j] }", {&up, &up}),
              "(2, 0+) or (0, 0)");
    EXPECT_EQ(of("{ S[i, j] -> S[i + 2, l] : l < j }", {&up, &up}), "(2, -)");
}

TEST_F(Directions, LaterIsPositiveWhicheverWayALoopCounts)
{
    EXPECT_EQ(of("{ S[i, j] -> S[i - 1, j + 3] }", {&down, &down}), "(1, -3)");
    EXPECT_EQ(of("{ S[i, j] -> S[k, j] : k < i }", {&down, &up}), "(+, 0)");
    EXPECT_EQ(of("{ S[i, j] -> S[i, k] : k <= j }", {&up, &down}), "(0, +) or (0, 0)");
}

TEST_F(Directions, PartsThatALoopDoesNotCarryDoNotWidenItsDirections)
{
    EXPECT_EQ(of("[n] -> { S[i, j] -> T[i, j + 1] : 0 <= j <= i - 2 and i < n; "
                 "S[i, i - 1] -> T[i - 1, 0] : 2 <= i < n }",
                 {&down, &up}),
              "(1, -) or (0, 1)");
}

TEST_F(Directions, OfNothing) { EXPECT_EQ(of("{ S[i] -> S[j] : false }", {&up}), ""); }

TEST_F(Directions, ParametersAreUnknown)
{
    EXPECT_EQ(of("[n] -> { S[i] -> S[i + n] }", {&up}), "(+) or (0)");
    EXPECT_EQ(of("[n] -> { S[i, j] -> S[i + 1, j + n] }", {&up, &up}), "(1, *)");
    EXPECT_EQ(of("[n] -> { S[i] -> S[i + n] : n > 0 }", {&up}), "(+)");
}

} // namespace
} // namespace espalier::dependence
