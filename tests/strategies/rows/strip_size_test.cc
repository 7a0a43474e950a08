// How many iterations run side by side, by the types of elements and by what is done with them.

#include "espalier/strategies/rows/strip_size.h"

#include "espalier/presburger/context.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

long size_for(const std::string &type, const std::string &body)
{
    presburger::Context context;
    const program::Program program =
        test::extract_program("void f(int n, " + type + " A[restrict n][n], " + type +
                                  " x[restrict n]) {\n"
                                  "#pragma scop\n" +
                                  body + "\n#pragma endscop\n}\n",
                              context);
    const transform::MatrixView view = transform::original_view(program);
    return strip_size(program, statements_in(view, {}), machine::Machine());
}

constexpr const char *recurrence = "for (int i = 0; i < n; i++)\n"
                                   "    for (int j = 1; j < n; j++)\n"
                                   "        A[j][i] = A[j][i] - A[j - 1][i];";
constexpr const char *sums = "for (int i = 0; i < n; i++) {\n"
                             "    A[0][i] = 0;\n"
                             "    for (int j = 1; j < n; j++)\n"
                             "        A[0][i] += x[j] * A[j][i];\n"
                             "}";

TEST(StripSize, HasTwoLinesOfElements)
{
    EXPECT_EQ(size_for("double", recurrence), 16);
    EXPECT_EQ(size_for("float", recurrence), 32);
    EXPECT_EQ(size_for("long double", recurrence), 16) << "there are no vectors of these";
    EXPECT_EQ(size_for("short", recurrence), 32) << "C computes with wider ones";
}

TEST(StripSize, IsTwiceAsMuchForSumsOfSmallNumbers)
{
    EXPECT_EQ(size_for("float", sums), 64);
    EXPECT_EQ(size_for("double", sums), 16);
}

} // namespace
} // namespace espalier::strategies
