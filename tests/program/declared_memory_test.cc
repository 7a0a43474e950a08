#include "espalier/program/declared_memory.h"

#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::program {
namespace {

class DeclaredMemoryTest : public testing::Test {
protected:
    /// Whether the context of a function's region is `expected`.
    void expect_context(const std::string &source, const std::string &expected)
    {
        Program found = test::extract_program(source, context);
        EXPECT_TRUE(found.context.is_equal(isl::set(context.get(), expected))) << found.context;
    }

    presburger::Context context;
};

TEST_F(DeclaredMemoryTest, WritesStayInAnArray)
{
    expect_context("double a[100]; void f(int n) { for (int i = 0; i < n; i++) a[i] = 0; }",
                   "[n] -> { : n <= 100 }");
}

TEST_F(DeclaredMemoryTest, BoundsThatRestOnAssumptionsAreChecked)
{
    const char *source = "double a[100]; void f(long n)"
                         "{ for (int i = n - 1; i >= 0; i--) a[i] = 0; }";
    Program found = test::extract_program(source, context);
    isl::set large(context.get(), "[n] -> { : n > 3000000000 }");
    EXPECT_FALSE(found.context.is_disjoint(large)) << "there, the loop has other iterations";
    EXPECT_TRUE(found.assumptions.is_subset(isl::set(context.get(), "[n] -> { : n <= 100 }")));
}

TEST_F(DeclaredMemoryTest, RowsMayRunOver)
{
    expect_context("double a[10][10]; void f(int n) { for (int i = 0; i < n; i++) a[0][i] = 0; }",
                   "[n] -> { : n <= 100 }");
}

TEST_F(DeclaredMemoryTest, ReadsStayInAnArrayToo)
{
    expect_context("double a[100]; void f(int n, double *restrict x)"
                   "{ for (int i = 0; i < n; i++) x[i] = 2 * a[i]; }",
                   "[n] -> { : n <= 100 }");
    expect_context("double a[100]; void f(int n, double *restrict x)"
                   "{ for (int i = 0; i < n; i++) x[i] = a[i] > 0 ? 1 : 0; }",
                   "[n] -> { : n <= 100 }");
}

TEST_F(DeclaredMemoryTest, ReadsMayNotHappen)
{
    expect_context("double a[100], b[100]; void f(int n, double *restrict x)"
                   "{ for (int i = 0; i < n; i++) x[i] = b[0] > 0 ? a[i] : 0; }",
                   "[n] -> { : }");
}

TEST_F(DeclaredMemoryTest, PointersMayLeadToMore)
{
    expect_context("struct rows { double a[1]; };"
                   "void f(int n, struct rows *restrict p)"
                   "{ for (int i = 0; i < n; i++) p->a[i] = 0; }",
                   "[n] -> { : }");
}

TEST_F(DeclaredMemoryTest, WritesThatNeverFitSayNothing)
{
    expect_context("double a[10][10]; void f(int n) { for (int i = 0; i < n; i++)"
                   "{ a[i][0] = 0; a[200][0] = 1; } }",
                   "[n] -> { : n <= 10 }");
}

TEST_F(DeclaredMemoryTest, BoundsOfSeveralConstantsAreLeftOut)
{
    expect_context("double a[20][20]; void f(int n, int m)"
                   "{ for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = 0; }",
                   "[n, m] -> { : }");
}

} // namespace
} // namespace espalier::program
