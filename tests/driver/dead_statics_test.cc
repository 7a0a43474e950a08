// Static variables that only carry values inside of a region.

#include "espalier/driver/dead_statics.h"

#include "espalier/presburger/context.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <string>

namespace espalier::driver {
namespace {

/// Whether all regions of a file that access `work` have it as an array of their own.
bool is_own(const std::string &text)
{
    const presburger::Context context;
    frontend::Extraction extraction = test::extract(text, context);
    note_dead_statics(extraction, context, 0);
    std::size_t own = 0, others = 0;
    for (const frontend::Region &region : extraction.regions)
        for (const program::Array &array : region.program.arrays)
            if (array.spelling.front().starts_with("work"))
                ++(array.is_local ? own : others);
    EXPECT_GT(own + others, 0U) << text;
    return others == 0;
}

const std::string solve = R"(
    static double work[64];
    void solve(int n, double *x)
    {
        work[0] = x[0];
        for (int i = 1; i < n; i++)
            work[i] = x[i] + work[i - 1];
        for (int i = 1; i < n; i++)
            x[i] = work[i];
    }
)";

TEST(DeadStatics, AreWrittenAheadOfAllReads)
{
    EXPECT_FALSE(is_own(solve)) << "the first statement is in no loop, and in no region";
    EXPECT_TRUE(is_own(R"(
        static double work[64];
        void solve(int n, double *x)
        {
            for (int i = 0; i < n; i++)
                work[i] = x[i];
            for (int i = 1; i < n; i++)
                x[i] = work[i] + work[i - 1];
        }
        void rows(int n, double x[n][n])
        {
            for (int i = 0; i < n; i++)
                solve(n, x[i]);
        })"));
}

/// \param other  a function that names the array as well
bool is_own_beside(const std::string &other)
{
    return is_own(R"(
        static double work[64];
        void solve(int n, double *x)
        {
            for (int i = 0; i < n; i++)
                work[i] = x[i];
            for (int i = 0; i < n; i++)
                x[i] = 2 * work[n - 1 - i];
        }
    )" + other);
}

TEST(DeadStatics, AreSoInAllFunctions)
{
    EXPECT_TRUE(is_own_beside("void g(double *y) { for (int i = 0; i < 9; i++) { work[i] = y[i]; "
                              "y[i] = work[i] + 1; } }"));
    for (const char *other :
         {"double last(void) { return work[1]; }", "void set(void) { work[2] = 1; }",
          "void g(double *y) { for (int i = 0; i < 9; i++) y[i] = work[i]; }",
          "void g(double *y) { for (int i = 1; i < 9; i++) { work[i] = y[i]; y[i] = work[i - 1]; } "
          "}",
          "void g(double *y) { for (int i = 0; i < 9; i++) { if (y[i] > 0) work[i] = 0; y[i] = "
          "work[i]; } }",
          "unsigned long g(void) { return sizeof work; }"})
        EXPECT_FALSE(is_own_beside(other)) << other;
}

TEST(DeadStatics, HaveNoSymbolicConstants)
{
    EXPECT_FALSE(is_own(R"(
        static int work[8];
        void g(double *y)
        {
            for (int i = 0; i < work[0]; i++)
                y[i] = i;
        }
        void h(int *y)
        {
            for (int i = 0; i < 8; i++) {
                work[i] = y[i];
                y[i] = work[i] + 1;
            }
        })"));
}

} // namespace
} // namespace espalier::driver
