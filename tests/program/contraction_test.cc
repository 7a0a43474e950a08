// Contractions: the roles of loops and accesses, and what is none.

#include "espalier/program/contraction.h"

#include "tests/support/contractions.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace espalier::program {
namespace {

using test::in_three_loops;

/// "rows i, columns j, steps k; C[i][j]; A[i][k]; B[k][j]; alpha": loops, with those around them
/// if there are any, target, operands by row and by column, and scalars.
std::string describe(const program::Program &program, const program::Statement &statement,
                     const Contraction &contraction)
{
    auto loop = [&](std::size_t dimension) { return statement.iterators[dimension].name; };
    auto accesses = [&](const std::vector<std::size_t> &positions) {
        std::vector<std::string> texts;
        for (std::size_t position : positions)
            texts.push_back(program::describe(program, statement.accesses[position]));
        return fmt::format("{}", fmt::join(texts, ", "));
    };
    std::string result = fmt::format("rows {}, columns {}, steps {}", loop(contraction.row),
                                     loop(contraction.column), loop(contraction.step));
    for (std::size_t dimension : contraction.outer)
        result += " in " + loop(dimension);
    result += fmt::format("; {}; {}; {}", accesses({contraction.target}),
                          accesses(contraction.by_row), accesses(contraction.by_column));
    return contraction.fixed.empty() ? result : result + "; " + accesses(contraction.fixed);
}

class Contractions : public testing::Test {
protected:
    /// What the last statement of a function is (see test::matrices); "none" if no contraction.
    std::string found(const std::string &body, const std::string &type = "double") const
    {
        return found_in(test::matrices(body, context, type));
    }

    static std::string found_in(const program::Program &program)
    {
        const program::Statement &statement = test::last_statement(program);
        std::optional<Contraction> contraction = find_contraction(program, statement);
        return contraction ? describe(program, statement, *contraction) : "none";
    }

    presburger::Context context;
};

TEST_F(Contractions, MatrixProduct)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] += alpha * A[i][k] * B[k][j];")),
              "rows i, columns j, steps k; C[i][j]; A[i][k]; B[k][j]; alpha");
    EXPECT_EQ(found(in_three_loops("C[i][j] -= A[i][k] / B[k][j] * 0.5f;"), "float"),
              "rows i, columns j, steps k; C[i][j]; A[i][k]; B[k][j]");
}

TEST_F(Contractions, LoopsInAnyOrder)
{
    EXPECT_EQ(found("for (int k = 0; k < n; k++)\n"
                    "    for (int j = 0; j < n; j++)\n"
                    "        for (int i = 0; i < n; i++)\n"
                    "            C[i][j] += A[i][k] * B[k][j];"),
              "rows i, columns j, steps k; C[i][j]; A[i][k]; B[k][j]");
    EXPECT_EQ(found(in_three_loops("C[j][k] += A[i][j] * B[i][k];")),
              "rows j, columns k, steps i; C[j][k]; A[i][j]; B[i][k]");
}

TEST_F(Contractions, TransposedOperands)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] += B[j][k] * A[k][i];")),
              "rows i, columns j, steps k; C[i][j]; A[k][i]; B[j][k]");
    EXPECT_EQ(found(in_three_loops("C[j][i] += A[i][k] * B[k][j];")),
              "rows j, columns i, steps k; C[j][i]; B[k][j]; A[i][k]");
}

TEST_F(Contractions, SymmetricUpdates)
{
    EXPECT_EQ(found("for (int i = 0; i < n; i++)\n"
                    "    for (int k = 0; k < m; k++)\n"
                    "        for (int j = 0; j <= i; j++)\n"
                    "            C[i][j] += alpha * A[i][k] * A[j][k];"),
              "rows i, columns j, steps k; C[i][j]; A[i][k]; A[j][k]; alpha");
    EXPECT_EQ(
        found("for (int i = 0; i < n; i++)\n"
              "    for (int k = 0; k < m; k++)\n"
              "        for (int j = 0; j <= i; j++)\n"
              "            C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];"),
        "rows i, columns j, steps k; C[i][j]; B[i][k], A[i][k]; A[j][k], B[j][k]; "
        "alpha, alpha");
}

TEST_F(Contractions, InPlace)
{
    EXPECT_EQ(found("for (int i = 0; i < n; i++)\n"
                    "    for (int j = 0; j < m; j++)\n"
                    "        for (int k = i + 1; k < n; k++)\n"
                    "            B[i][j] += A[k][i] * B[k][j];"),
              "rows i, columns j, steps k; B[i][j]; A[k][i]; B[k][j]");
    EXPECT_EQ(found(in_three_loops("C[i][j] += C[i][j] * A[i][k] * B[k][j];")),
              "rows i, columns j, steps k; C[i][j]; A[i][k]; B[k][j]")
        << "the target's own value is no operand";
}

TEST_F(Contractions, OuterLoops)
{
    std::string batched = "for (int b = 0; b < 8; b++)\n"
                          "for (int i = 0; i < 8; i++)\n"
                          "    for (int j = 0; j < 8; j++)\n"
                          "        for (int k = 0; k < 8; k++)\n"
                          "            ";
    EXPECT_EQ(found(batched + "C[8 * b + i][j] += A[8 * b + i][k] * B[k][j + b];"),
              "rows i, columns j, steps k in b; C[8 * b + i][j]; A[8 * b + i][k]; B[k][b + j]");
    EXPECT_EQ(found(batched + "C[i][j + b] += A[i][k] * B[k][j];"),
              "rows i, columns j, steps k in b; C[i][b + j]; A[i][k]; B[k][j]")
        << "the innermost of the loops along a row is over columns";
}

TEST_F(Contractions, VectorsAmongTheOperands)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] += x[i] * A[i][k] * (B[k][j] - y[j]);")),
              "rows i, columns j, steps k; C[i][j]; x[i], A[i][k]; B[k][j], y[j]");
}

TEST_F(Contractions, FlatArrays)
{
    EXPECT_EQ(found_in(test::extract_program(R"(
void f(double C[restrict 100], double A[restrict 100], double B[restrict 100])
{
#pragma scop
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            for (int k = 0; k < 10; k++)
                C[10 * i + j] += A[10 * i + k] * B[10 * k + j];
#pragma endscop
})",
                                             context)),
              "rows i, columns j, steps k; C[10 * i + j]; A[10 * i + k]; B[j + 10 * k]");
}

TEST_F(Contractions, NeedThreeLoopsAndATargetWithRowsAndColumns)
{
    EXPECT_EQ(found("for (int i = 0; i < n; i++)\n"
                    "    for (int k = 0; k < n; k++)\n"
                    "        x[i] += A[i][k] * y[k];"),
              "none");
    EXPECT_EQ(found(in_three_loops("alpha += A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found(in_three_loops("x[j] += A[i][k] * B[k][j];")), "none") << "two loops of steps";
    EXPECT_EQ(found("for (int i = 0; i < n; i++)\n"
                    "    for (int j = 0; 2 * j < n; j++)\n"
                    "        for (int k = 0; k < n; k++)\n"
                    "            C[i][2 * j] += A[i][k] * B[k][j];"),
              "none")
        << "columns do not lie next to each other";
}

TEST_F(Contractions, SumsFromTheTargetOn)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] = C[i][j] + A[i][k] * B[k][j] - A[i][k];")),
              "rows i, columns j, steps k; C[i][j]; A[i][k], A[i][k]; B[k][j]");
    EXPECT_EQ(found(in_three_loops("C[i][j] = A[i][k] * B[k][j] - C[i][j];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] = C[i][k] + A[i][k] * B[k][j];")), "none");
}

TEST_F(Contractions, NeedAnUpdateByArithmetic)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] = A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] *= A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * B[k][j] * (i == j ? 1.0 : 2.0);")),
              "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * B[k][j] * i;")), "none");
}

TEST_F(Contractions, NeedOneFloatingPointType)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * B[k][j];"), "int"), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += 2 * A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += 2.0 * A[i][k] * B[k][j];"), "float"), "none")
        << "the product is a double";
    EXPECT_EQ(found(in_three_loops("C[i][j] += 2.0f * A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found_in(test::extract_program(R"(
void f(int n, double C[restrict n][n], float A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
#pragma endscop
})",
                                             context)),
              "none");
}

TEST_F(Contractions, NeedATargetWithoutGaps)
{
    EXPECT_EQ(found_in(test::extract_program(R"(
struct cell { double mass, charge; };
void f(int n, struct cell C[restrict n][n], double A[restrict n][n], double B[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                C[i][j].mass += A[i][k] * B[k][j];
#pragma endscop
})",
                                             context)),
              "none");
}

TEST_F(Contractions, NeedOperandsByRowAndByColumn)
{
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * B[k][j] * D[i][j];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * B[k][j] * x[k];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * A[i][k];")), "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k] * x[j];")), "none")
        << "no operand by column changes from step to step";
    EXPECT_EQ(found(in_three_loops("C[i][j] += A[i][k / 2] * B[k][j];")), "none") << "not affine";
}

TEST_F(Contractions, NeedScalarsThatNothingWrites)
{
    EXPECT_EQ(found("alpha = x[0];\n" + in_three_loops("C[i][j] += alpha * A[i][k] * B[k][j];")),
              "none");
    EXPECT_EQ(found(in_three_loops("C[i][j] += x[0] * A[i][k] * B[k][j];")), "none");
}

TEST_F(Contractions, NeedSuccessiveSteps)
{
    EXPECT_EQ(found(in_three_loops("if (k != 5) C[i][j] += A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found(in_three_loops("if (k != i) C[i][j] += A[i][k] * B[k][j];")), "none");
    EXPECT_EQ(found("for (int i = 0; i < n; i++)\n"
                    "    for (int j = 0; j < n; j++)\n"
                    "        for (int k = 0; k < n; k += 2)\n"
                    "            C[i][j] += A[i][k] * B[k][j];"),
              "none");
    EXPECT_NE(found(in_three_loops("if (k > i && i != 3) C[i][j] += A[i][k] * B[k][j];")), "none")
        << "rows may be left out";
}

TEST_F(Contractions, NeedDistinctElements)
{
    EXPECT_EQ(found("for (int i = 0; i < n; i++)\n"
                    "    for (int j = 0; j < n; j++)\n"
                    "        for (int k = 0; k < n; k++)\n"
                    "            if (2 * i + j < n)\n"
                    "                x[2 * i + j] += A[i][k] * B[k][j];"),
              "none");
}

} // namespace
} // namespace espalier::program
