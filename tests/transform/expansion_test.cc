// Array expansion: what the code does, and what is refused.

#include "espalier/transform/expansion.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;
using testing::Not;

class Expansions : public test::TransformedRegion {
protected:
    std::optional<Expansion> expansion(const std::string &array) const
    {
        const program::Program &program = file->regions.front().program;
        return expanded(program, dependences, find_array(program, array));
    }

    /// The code with an array expanded, which does the same as that before.
    std::string expanded_code(const std::string &array, std::size_t loops)
    {
        std::optional<Expansion> found = expansion(array);
        if (!found)
            return "not expanded";
        EXPECT_EQ(found->loops, loops);
        EXPECT_EQ(found->array, array + "_expanded");
        MatrixView view = original_view(found->program);
        expect_same_output(view);
        return code(view);
    }
};

TEST_F(Expansions, OfALocalScalar)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double t = 0;
            for (int k = 0; k < n; k++)
                t += D[i][k] * E[k][j];
            C[i][j] = t;
        }
#pragma endscop
)");
    EXPECT_THAT(expanded_code("t", 2), Not(HasSubstr("last_t")))
        << "nothing uses it behind the region";
    // Each row of it has a loop of its own for each statement.
    const MatrixView apart = fission(original_view(expansion("t")->program), {0}, 0, 1);
    EXPECT_THAT(code(apart), HasSubstr("t_expanded[c0][c1] += D[c0][c2] * E[c2][c1];"));
    expect_same_output(apart);
}

TEST_F(Expansions, OfAnArrayThatKeepsItsLastValues)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            y[j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= i; j++)
                y[j] += D[i][k] * E[k][j];
        for (int j = 0; j <= i; j++)
            C[i][j] = y[j];
    }
#pragma endscop
)");
    std::string text = expanded_code("y", 1);
    EXPECT_THAT(text, HasSubstr("double (*const y_expanded)[espalier_max(1, n)] = "));
    EXPECT_THAT(text, HasSubstr("1.0 * espalier_max(1, n) * espalier_max(1, n) <= 67108864"))
        << "the array of the source has n elements only";
    EXPECT_THAT(text, HasSubstr("y[c0] = y_expanded[(long)n - 1][c0];"))
        << "from the last iteration that writes each";
}

TEST_F(Expansions, LastValuesFromTheIterationsThatWriteThem)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        y[n - 1 - i] = x[i];
        z[i] = y[n - 1 - i] * 2;
    }
#pragma endscop
)");
    EXPECT_THAT(expanded_code("y", 1), HasSubstr("y_expanded[n - c0 - 1][c0]"));
}

/// The extents of a row behind a pointer, of which each iteration has its own elements.
std::string extents_of_row(const std::string &first)
{
    presburger::Context context;
    const test::AnalyzedRegion region = test::analyzed(test::extract_program(
        "void f(int n, double *restrict row, double C[restrict n][n])\n{\n#pragma scop\n"
        "    for (int i = 0; i < n; i++) {\n"
        "        for (int j = " +
            first +
            "; j < i; j++) row[j] = C[i][j + 1] * 0.5;\n"
            "        for (int j = " +
            first +
            "; j < i; j++) C[i][j + 1] += row[j];\n"
            "    }\n#pragma endscop\n}\n",
        context));
    const auto found =
        expanded(region.program, region.dependences, find_array(region.program, "row"));
    if (!found)
        return "none";
    const program::Array &array = found->program.arrays[find_array(found->program, found->array)];
    std::string result;
    for (const auto &extent : array.extents)
        result += presburger::to_string(extent.value()) + ";";
    return result;
}

TEST(ExpansionsOfRows, HaveAsManyElementsAsTheRegionUses)
{
    EXPECT_EQ(extents_of_row("0"),
              "[n] -> { [] -> [(n)] : n >= 2 };[n] -> { [] -> [(-1 + n)] : n >= 2 };");
    EXPECT_EQ(extents_of_row("-1"), "none") << "subscripts are natural numbers";
}

TEST_F(Expansions, RefusedWhereIterationsPassValuesOn)
{
    region_is(R"(
    double t = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = t * 2 + x[i];
        y[i] = t;
    }
#pragma endscop
)");
    EXPECT_FALSE(expansion("t")) << "also a value that comes into the region";
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        if (i == 0)
            x[0] = 1;
        y[i] = x[0];
    }
#pragma endscop
)");
    EXPECT_FALSE(expansion("x"));
}

TEST_F(Expansions, RefusedForValuesThatComeIn)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        if (i > 2)
            x[i] = 1;
        y[i] = x[i];
    }
#pragma endscop
)");
    EXPECT_FALSE(expansion("x"));
    EXPECT_TRUE(expansion("y"));
}

TEST_F(Expansions, RefusedWithoutASharedLoop)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        x[i] = D[i][0];
    for (int i = 0; i < n; i++)
        y[i] = x[i];
#pragma endscop
)");
    EXPECT_FALSE(expansion("x"));
}

TEST_F(Expansions, RefusedForNegativeIterations)
{
    region_is(R"(
#pragma scop
    for (int i = -2; i < n; i++) {
        x[0] = i;
        y[0] += x[0];
    }
#pragma endscop
)");
    EXPECT_FALSE(expansion("x"));
}

} // namespace
} // namespace espalier::transform
