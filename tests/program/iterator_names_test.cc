#include "espalier/presburger/print.h"
#include "espalier/program/iterator_names.h"
#include "espalier/program/loops.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::program {
namespace {

class IteratorNames : public testing::Test {
protected:
    /// The one statement of a body of `in_function`.
    Statement statement(const std::string &body)
    {
        program_ = test::extract_program(test::in_function(body), context);
        return program_->statements.at(0);
    }

    std::string described(const std::string &function, const Statement &statement) const
    {
        return describe(isl::pw_aff(context.get(), function), statement);
    }

    presburger::Context context;
    std::optional<Program> program_;
};

constexpr const char *square = "for (int row = 0; row < n; row++)\n"
                               "  for (int j = row; j < n; j++)\n"
                               "    A[n - 1 - row][j] = B[2 * j - row][0] + j;";

TEST_F(IteratorNames, RelationsHaveThemWithPrimesAtTheSink)
{
    Statement one = statement(square);
    isl::map relation(context.get(), "{ S0[a, b] -> S0[c, d] : c > a }");
    EXPECT_EQ(presburger::to_string(with_iterator_names(relation, one, one)),
              "{ S0[row, j] -> S0[row', j'] : row' > row }");
    isl::set set(context.get(), "{ S0[a, b] : a = 3 }");
    EXPECT_EQ(presburger::to_string(with_iterator_names(set, one)), "{ S0[row = 3, j] }");
}

TEST_F(IteratorNames, FunctionsReadAsInC)
{
    Statement one = statement(square);
    EXPECT_EQ(described("[n] -> { S0[a, b] -> [n - a - 1] }", one), "n - row - 1");
    EXPECT_EQ(described("{ S0[a, b] -> [2b + a + 7] }", one), "row + 2 * j + 7");
    EXPECT_EQ(described("{ S0[a, b] -> [-b] }", one), "-j");
    EXPECT_EQ(described("{ S0[a, b] -> [-b - 3] }", one), "-j - 3");
    EXPECT_EQ(described("{ S0[a, b] -> [0] }", one), "0");
    EXPECT_EQ(described("{ S0[a, b] -> [-2] }", one), "-2");
    EXPECT_EQ(described("{ S0[a, b] -> [a + 1] : a > b }", one), "row + 1");
    EXPECT_EQ(described("{ S0[a, b] -> [floor(b/2)] }", one), "floor((j)/2)");
    EXPECT_EQ(described("{ S0[a, b] -> [floor(b/2) + 1] }", one), "1 + floor((j)/2)");
    EXPECT_EQ(described("{ S0[a, b] -> [b] : b > 0; S0[a, b] -> [a] : b <= 0 }", one),
              "{ S0[row, j] -> [(j)] : j > 0; S0[row, j] -> [(row)] : j <= 0 }");
}

TEST_F(IteratorNames, StatementsAndAccessesHaveThem)
{
    Statement one = statement(square);
    EXPECT_EQ(describe(*program_, one), "A[n - row - 1][j] = B[2 * j - row][0] + j");
    EXPECT_EQ(describe(*program_, one.accesses.at(0)), "B[2 * j - row][0]");
}

TEST_F(IteratorNames, LoopsAroundStatements)
{
    statement("for (int i = 0; i < n; i++) {\n"
              "  x[i] = 0;\n"
              "  for (int j = n - 1; j >= 0; j--) {\n"
              "    A[i][j] = 0;\n"
              "    B[i][j] = 0;\n"
              "  }\n"
              "  for (int j = 0; j < n; j++)\n"
              "    x[i] += A[i][j];\n"
              "}\n"
              "for (int i = 0; i < n; i++)\n"
              "  y[i] = 0;");
    std::vector<LoopPath> loops = loops_around(*program_);
    std::vector<std::size_t> depths;
    for (const LoopPath &path : loops)
        depths.push_back(path.size());
    EXPECT_EQ(depths, (std::vector<std::size_t>{1, 2, 2, 2, 1}));
    EXPECT_EQ(shared_loops(loops[0], loops[1]), 1u);
    EXPECT_EQ(shared_loops(loops[1], loops[2]), 2u);
    EXPECT_EQ(shared_loops(loops[2], loops[3]), 1u);
    EXPECT_EQ(shared_loops(loops[3], loops[4]), 0u);
    EXPECT_TRUE(loops[1].back()->is_decreasing);
    EXPECT_FALSE(loops[1].front()->is_decreasing);
}

} // namespace
} // namespace espalier::program
