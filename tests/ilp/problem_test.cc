#include "espalier/ilp/problem.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace espalier::ilp {
namespace {

const char *const text = "variables 3\n"
                         "minimize x0 + 2 x1\n"
                         "minimize 0\n"
                         "-x0 + x2 - 7 = 0\n"
                         "3 x1 - 100000000000000000000 x2 >= 0\n"
                         "1 >= 0\n";

TEST(Problem, IsReadAndPrinted)
{
    Problem problem = parse_problem(text);
    EXPECT_EQ(problem.variables, 3U);
    EXPECT_EQ(problem.objectives.size(), 2U);
    ASSERT_EQ(problem.equalities.size(), 1U);
    EXPECT_THAT(problem.equalities[0].coefficients, testing::ElementsAre(-1, 0, 1));
    EXPECT_EQ(problem.equalities[0].constant, -7);
    ASSERT_EQ(problem.inequalities.size(), 2U);
    EXPECT_EQ(problem.inequalities[0].coefficients[2], -Integer("100000000000000000000"));
    EXPECT_EQ(to_string(problem), text);
}

TEST(Problem, MayHaveRemarksAndTermsInAnyOrder)
{
    EXPECT_EQ(parse_problem("# what it is for\nvariables 2\n\n1 - x1+2x0 + x1 >= 0"),
              parse_problem("variables 2\n2 x0 + 1 >= 0\n"));
}

TEST(Problem, IsRefusedWithTheLine)
{
    for (const char *line : {"x2 >= 0", "x0 > 0", "x0 + = 0", "x0", "x >= 0", "x0 = 0 0", "?"}) {
        SCOPED_TRACE(line);
        EXPECT_THROW(parse_problem("variables 2\n" + std::string(line)), std::invalid_argument);
    }
}

} // namespace
} // namespace espalier::ilp
