// Which loops are divided into what runs in parallel and a rest behind it.

#include "espalier/strategies/rest_behind.h"

#include "espalier/driver/legality.h"
#include "espalier/schedule/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::strategies {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RestBehindStrategy : public test::TransformedRegion {
protected:
    /// The arrays of which iterations have their own, in a division that is legal; nothing if there
    /// is none.
    std::optional<std::vector<std::string>> own_in(const std::string &loops)
    {
        region_is("\n#pragma scop\n" + loops + "\n#pragma endscop\n", "static double last;\n");
        const program::Program &program = file->regions.front().program;
        const std::optional<Candidate> candidate = with_rest_behind(program, dependences);
        if (!candidate)
            return std::nullopt;
        const driver::Legality legality(program, dependences, {false, false}, true);
        const driver::Legality::Outcome outcome =
            legality.check(candidate->plan.program, candidate->plan.tree);
        EXPECT_TRUE(outcome.is_legal()) << loops;
        EXPECT_EQ(std::ranges::count(schedule::loops_with_roles(outcome.tree), 1U,
                                     &schedule::Loop::depth),
                  1)
            << loops;
        std::vector<std::string> result;
        for (std::size_t k = 0; k < program.arrays.size(); ++k)
            if (candidate->plan.program.arrays[k].extents.size() !=
                program.arrays[k].extents.size())
                result.push_back(program.arrays[k].name);
        return result;
    }
};

TEST_F(RestBehindStrategy, ScalarsAreLeftToTheRest)
{
    const auto own = own_in("for (int i = 0; i < n; i++) {\n"
                            "    double s = 0;\n"
                            "    for (int j = 0; j < n; j++) s = 0.5 * s + C[i][j];\n"
                            "    if (s > 1) last = last * 0.5 + i;\n"
                            "}");
    ASSERT_TRUE(own);
    EXPECT_THAT(*own, ElementsAre("s"));
}

TEST_F(RestBehindStrategy, WhatWaitsForTheRestIsPartOfIt)
{
    const auto own = own_in("for (int i = 1; i < n; i++) {\n"
                            "    y[i] = y[i - 1] * 0.5;\n"
                            "    for (int j = 0; j < n; j++) D[i][j] = C[j][i];\n"
                            "    x[i] = y[i];\n"
                            "}");
    ASSERT_TRUE(own);
    EXPECT_THAT(*own, IsEmpty());
}

TEST_F(RestBehindStrategy, NothingWhereInnerLoopsAreParallelAsTheyAre)
{
    EXPECT_FALSE(own_in("for (int i = 1; i < n; i++) {\n"
                        "    for (int j = 0; j < n; j++) C[i][j] = C[i - 1][j] * 0.5;\n"
                        "    y[i] = C[i][3];\n"
                        "}"));
}

TEST_F(RestBehindStrategy, NothingWhereAllWaitsOrNothingIsLarge)
{
    EXPECT_FALSE(own_in("for (int i = 1; i < n; i++)\n"
                        "    for (int j = 0; j < n; j++) C[i][j] = C[i - 1][j] * 0.5;"));
    EXPECT_FALSE(own_in("for (int i = 0; i < n; i++) {\n"
                        "    double s = x[i] * x[i];\n"
                        "    if (s > 1) last = last * 0.5 + i;\n"
                        "}"));
}

} // namespace
} // namespace espalier::strategies
