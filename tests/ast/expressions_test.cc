// Expressions: what a person would write, and the values that the functions have.

#include "espalier/ast/expressions.h"

#include "espalier/presburger/context.h"
#include "espalier/targets/c/c_printer.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class ExpressionsTest : public testing::Test {
protected:
    /// A place inside as many loops as `known` { [t] } has dimensions.
    Place place(const std::string &known)
    {
        isl::set set(context.get(), known);
        Place result = {set, {}};
        for (int k = 0; k < isl_set_dim(set.get(), isl_dim_set); ++k)
            result.iterators.push_back(name("c" + std::to_string(k)));
        return result;
    }

    std::string print(const ExpressionPtr &expression)
    {
        return targets::CPrinter(program, lowering::Names()).expression(expression);
    }

    std::string value(const std::string &function, const std::string &known)
    {
        return print(to_expression(isl::pw_aff(context.get(), function), place(known)));
    }

    std::string condition(const std::string &set, const std::string &known)
    {
        return print(to_condition(isl::set(context.get(), set), place(known)));
    }

    presburger::Context context;
    program::Program program;
};

TEST_F(ExpressionsTest, WritesSumsAsAPersonWould)
{
    std::string any = "[n, m] -> { [i, j] }";
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [0] }", any), "0");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [-3] }", any), "-3");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [j] }", any), "c1");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [-i + n - 1] }", any), "n - c0 - 1");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [5 - i] }", any), "5 - c0");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [-i - 5] }", any), "-c0 - 5");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [-2i - 3j] }", any), "-2 * c0 - 3 * c1");
    EXPECT_EQ(value("[n, m] -> { [i, j] -> [32i + j + 7] }", any), "32 * c0 + c1 + 7");
}

TEST_F(ExpressionsTest, KeepsLargeNumbers)
{
    EXPECT_EQ(value("[n] -> { [100000000000000000000n - 99999999999999999999] }", "[n] -> { : }"),
              "100000000000000000000 * n - 99999999999999999999");
}

TEST_F(ExpressionsTest, SplitsMultiplesOutOfFractions)
{
    std::string even = "[n, m] -> { : m mod 2 = 0 }";
    EXPECT_EQ(value("[n, m] -> { [(2n + m) / 2] }", even), "n + m / 2");
    EXPECT_EQ(value("[n, m] -> { [(2n - m) / 2] }", even), "n - m / 2");
    EXPECT_EQ(value("[n, m] -> { [floor(m / 2)] }", even), "m / 2");
}

/// Example 5.7: the initial value of a loop.
TEST_F(ExpressionsTest, DividesExactlyWhatIsAMultiple)
{
    EXPECT_EQ(
        value("[n] -> { [(n + 4 * floor((-n - 1) / 4) + 4) / 2] }", "[n] -> { : n mod 2 = 0 }"),
        "n / 2 - 2 * floord(n, 4)");
}

/// Example 5.9: a lower bound that fits a stride.
TEST_F(ExpressionsTest, MakesRemaindersOfMultiplesOfQuotients)
{
    std::string bound = "[n, m] -> { [6m - 5n + 30 * floor((5n - 6m + 29) / 30)] }";
    EXPECT_EQ(value(bound, "[n, m] -> { : 5n >= 6m }"), "29 - (5 * n - 6 * m + 29) % 30");
    EXPECT_EQ(value(bound, "[n, m] -> { : 5n <= 6m }"), "(6 * m - 5 * n) % 30");
    EXPECT_EQ(value(bound, "[n, m] -> { : }"), "6 * m - 5 * n - 30 * floord(6 * m - 5 * n, 30)");
}

/// Figure 9.
TEST_F(ExpressionsTest, WritesModuloMappings)
{
    EXPECT_EQ(value("[n] -> { [n mod 128] }", "[n] -> { : n >= 0 }"), "n % 128");
    std::string threads = "[t1] -> { : 0 <= t1 < 128 }";
    EXPECT_EQ(value("[t1] -> { [7 + (t1 - 7) mod 128] }", threads), "(t1 + 121) % 128 + 7");
    EXPECT_EQ(value("[t1] -> { [3 + (t1 - 3) mod 128] }", threads), "(t1 + 125) % 128 + 3");
    EXPECT_EQ(condition("[t1] -> { : (t1 - 7) mod 128 <= 123 }", threads),
              "(t1 + 121) % 128 <= 123");
}

/// Example 5.22: what is known may have the coefficients only modulo the divisor.
TEST_F(ExpressionsTest, FindsNonnegativeDividends)
{
    EXPECT_EQ(value("[n] -> { [n mod 4] }", "[n] -> { : n >= 2 }"), "n % 4");
    EXPECT_EQ(value("[n] -> { [n mod 4] }", "[n] -> { : n <= 2 }"), "3 - (3 - n) % 4");
    EXPECT_EQ(value("[n, m] -> { [(n + 3m) mod 4] }", "[n, m] -> { : n >= m + 6 }"), "(n - m) % 4");
    EXPECT_EQ(value("[n] -> { [n mod 4] }", "[n] -> { : }"), "n - 4 * floord(n, 4)");
    EXPECT_EQ(value("[n] -> { [n mod 4] }", "[n] -> { : n >= -9 }"), "(n + 12) % 4");
}

TEST_F(ExpressionsTest, DividesWithoutRoundingDownWhereItCan)
{
    EXPECT_EQ(value("[n] -> { [floor(n / 32)] }", "[n] -> { : n >= 0 }"), "n / 32");
    EXPECT_EQ(value("[n] -> { [floor(n / 32)] }", "[n] -> { : }"), "floord(n, 32)");
    EXPECT_EQ(value("[n] -> { [floor((n - 1) / 32)] }", "[n] -> { : n >= 1 }"), "(n - 1) / 32");
    EXPECT_EQ(value("[n] -> { [floor((n - 1) / 32) + 1] }", "[n] -> { : n >= 0 }"),
              "(n + 31) / 32");
    EXPECT_EQ(value("[n] -> { [floor((n - 1) / 32)] }", "[n] -> { : n >= 0 }"),
              "(n + 31) / 32 - 1");
    EXPECT_EQ(value("[n] -> { [floor(-n / 32)] }", "[n] -> { : n >= 0 }"), "-((n + 31) / 32)");
    EXPECT_EQ(value("[n] -> { [32 * floor(n / 32)] }", "[n] -> { : n >= 0 }"), "n - n % 32");
    EXPECT_EQ(value("[n] -> { [floor((4n + 5) / 4)] }", "[n] -> { : }"), "n + 1");
}

TEST_F(ExpressionsTest, LeavesOutDivisionsWithOneValue)
{
    EXPECT_EQ(value("[n] -> { [i] -> [i + floor(i / 32)] }", "[n] -> { [i] : 32 <= i < 64 }"),
              "c0 + 1");
    EXPECT_EQ(value("[n] -> { [i] -> [i mod 4] }", "[n] -> { [i] : i mod 4 = 3 }"), "3");
}

TEST_F(ExpressionsTest, NestsDivisions)
{
    EXPECT_EQ(value("[n] -> { [floor((n - 2 * floor(n / 3)) / 5)] }", "[n] -> { : n >= 0 }"),
              "(n - 2 * (n / 3)) / 5");
    EXPECT_EQ(value("[n] -> { [floor((n - 2 * floor(n / 3)) / 5)] }", "[n] -> { : }"),
              "floord(n - 2 * floord(n, 3), 5)");
}

TEST_F(ExpressionsTest, RecognisesMinimaAndMaxima)
{
    std::string any = "[n, m] -> { : }";
    EXPECT_EQ(value("[n, m] -> { [n] : n >= m; [m] : n < m }", any), "max(n, m)");
    EXPECT_EQ(value("[n, m] -> { [n] : n <= m; [m] : n > m }", any), "min(n, m)");
    EXPECT_EQ(value("[n, m] -> { [n] : n <= m; [m] : n > m }", "[n, m] -> { : n >= m + 5 }"), "m");
    // Example 5.8
    EXPECT_EQ(value("[M] -> { [0] : M <= 0; [M] : M > 0 }", "[M] -> { : }"), "max(0, M)");
    EXPECT_EQ(value("[n, m] -> { [n] : n >= m and n >= 7; [m] : n < m and m >= 7; "
                    "[7] : n < 7 and m < 7 }",
                    any),
              "max(max(n, m), 7)");
}

TEST_F(ExpressionsTest, ChoosesBetweenPieces)
{
    std::string any = "[n, m] -> { : }";
    EXPECT_EQ(value("[n, m] -> { [5] : n >= m; [m] : n < m }", any), "n >= m ? 5 : m");
    EXPECT_EQ(value("[n] -> { [floor(n / 2)] : n >= 0; [7] : n < 0 }", "[n] -> { : }"),
              "n < 0 ? 7 : n / 2");
}

/// What is computed on both sides of a choice must be right on both.
TEST_F(ExpressionsTest, GuardsWhatReliesOnACondition)
{
    isl::pw_aff guarded(context.get(), "[n] -> { [floor(n / 2)] : n >= 0; [7] : n < 0 }");
    EXPECT_EQ(to_expression(guarded, place("[n] -> { : }"))->op, Operator::conditional);
    isl::pw_aff free(context.get(), "[n] -> { [n] : n >= 3; [7] : n < 3 }");
    EXPECT_EQ(to_expression(free, place("[n] -> { : }"))->op, Operator::select);
}

TEST_F(ExpressionsTest, JoinsPiecesOfOneFunction)
{
    std::string any = "[n] -> { : }";
    EXPECT_EQ(
        value("[n] -> { [n] : n >= 3; [3] : n = 2; [n + 1] : n <= 1 }", "[n] -> { : n >= 3 }"),
        "n");
    EXPECT_EQ(value("[n] -> { [0] : n = 0; [n] : n != 0 }", any), "n");
    EXPECT_EQ(value("[n] -> { [5] : n = 0 }", "[n] -> { : n >= 1 }"), "5");
}

TEST_F(ExpressionsTest, KnowsSymbolicConstantsThatOnlyOneSideHas)
{
    EXPECT_EQ(value("[m] -> { [m mod 4] }", "[n] -> { : n >= 3 }"), "m - 4 * floord(m, 4)");
    EXPECT_EQ(condition("[m] -> { : m >= 4 }", "[n] -> { : n >= 3 }"), "m >= 4");
}

TEST_F(ExpressionsTest, ComparesAsAPersonWould)
{
    std::string any = "[n, m] -> { [i, j] }";
    auto compare = [&](const std::string &constraint) {
        return condition("[n, m] -> { [i, j] : " + constraint + " }", any);
    };
    EXPECT_EQ(compare("i + 1 <= n"), "c0 < n");
    EXPECT_EQ(compare("i >= 1 + n"), "c0 > n");
    EXPECT_EQ(compare("n >= i + 2"), "c0 <= n - 2");
    EXPECT_EQ(compare("i + j <= n + m + 3"), "c0 + c1 <= n + m + 3");
    EXPECT_EQ(compare("n >= m + 1"), "n > m");
    EXPECT_EQ(compare("n >= 1"), "n >= 1");
    EXPECT_EQ(compare("i <= 5"), "c0 <= 5");
    EXPECT_EQ(compare("i <= j"), "c1 >= c0");
    EXPECT_EQ(compare("i + 1 = n"), "c0 == n - 1");
    EXPECT_EQ(compare("n = 4"), "n == 4");
    EXPECT_EQ(compare("2i + 3n >= 5"), "3 * n + 2 * c0 >= 5");
}

TEST_F(ExpressionsTest, ComparesStridesWithZero)
{
    std::string any = "[n] -> { [t] }";
    EXPECT_EQ(condition("[n] -> { [t] : t mod 4 = 0 }", any), "c0 % 4 == 0");
    EXPECT_EQ(condition("[n] -> { [t] : t mod 4 = 3 }", any), "(c0 + 1) % 4 == 0");
    EXPECT_EQ(condition("[n] -> { [t] : exists a : 2t - n = 4a }", any),
              "n % 2 == 0 && (n + 2 * c0) % 4 == 0");
    EXPECT_EQ(condition("[n] -> { [t] : t = n mod 128 }", "[n] -> { [t] : 0 <= t < 128 }"),
              "(c0 - n) % 128 == 0");
}

/// Example 5.21, Figure 7(b).
TEST_F(ExpressionsTest, UsesSimpleConstraintsForOthers)
{
    isl::set epilogue(context.get(), "[n] -> { : n >= 2 and n mod 4 >= 2 }");
    ExpressionPtr guard = to_condition(epilogue, place("[n] -> { : }"));
    EXPECT_EQ(print(guard), "n >= 2 && n % 4 >= 2");
    EXPECT_EQ(guard->op, Operator::and_then);
}

TEST_F(ExpressionsTest, WritesAnyFormula)
{
    std::string any = "[n, m] -> { : }";
    EXPECT_EQ(condition("[n, m] -> { : }", any), "1");
    EXPECT_EQ(condition("[n, m] -> { : false }", any), "0");
    EXPECT_EQ(condition("[n, m] -> { : n >= 1 and m >= 1 }", "[n, m] -> { : n >= 5 }"), "m >= 1");
    EXPECT_EQ(condition("[n, m] -> { : n >= 1 }", "[n, m] -> { : n >= 5 }"), "1");
    EXPECT_EQ(condition("[n, m] -> { : n >= 7 or m >= 7 }", any), "n >= 7 || m >= 7");
    EXPECT_EQ(condition("[n, m] -> { : n != 5 }", any), "n <= 4 || n >= 6");
    EXPECT_EQ(condition("[n, m] -> { : n >= 2 and (m = 3 or m = 5) }", any),
              "n >= 2 && (m == 5 || m == 3)");
}

/// Figure 10: two existentially quantified variables.
TEST_F(ExpressionsTest, WritesExistentials)
{
    EXPECT_EQ(condition("{ [i] : exists a, b : i = 2a + 3b and 0 <= a < 3 and 0 <= b }",
                        "{ [i] : 0 <= i < 8 }"),
              "c0 >= 2 * ((c0 + 2) / 3)");
}

} // namespace
} // namespace espalier::ast
