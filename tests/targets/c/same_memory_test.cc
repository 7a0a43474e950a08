#include "espalier/targets/c/same_memory.h"

#include "espalier/presburger/context.h"
#include "tests/support/parallel_trees.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::targets {
namespace {

class SameMemory : public testing::Test {
protected:
    /// Whether a region may have `x` and `y` in one place.
    bool of(const std::string &body,
            const std::string &parameters = "int n, double *x, double *y, double *z")
    {
        const program::Program program =
            test::extract_program(test::function(parameters, body), context);
        const auto place = [&](const char *name) {
            const auto found = std::ranges::find_if(
                program.arrays, [&](const auto &array) { return array.spelling.front() == name; });
            EXPECT_NE(found, program.arrays.end());
            return std::size_t(found - program.arrays.begin());
        };
        const bool result = may_be_same(program, place("x"), place("y"));
        EXPECT_EQ(may_be_same(program, place("y"), place("x")), result);
        return result;
    }

    presburger::Context context;
};

TEST_F(SameMemory, ElementsReadByThoseWhoWriteThem)
{
    EXPECT_TRUE(of("for (int i = 0; i < n; i++) y[i] = 2 * x[i];"));
    EXPECT_TRUE(of("for (int i = 0; i < n; i++) y[i] += x[i] * x[i];"));
    EXPECT_TRUE(of("for (int i = 0; i < n; i++) y[i] = x[i] + z[i];"
                   "for (int i = 0; i < n; i++) z[i] = 0;"));
    EXPECT_TRUE(of("for (int i = 1; i < n; i++) for (int j = 0; j < m; j++)"
                   " y[i][j] = x[i][j] - z[i - 1][j];",
                   "int n, int m, double (*x)[m], double (*y)[m], double (*z)[m]"));
}

TEST_F(SameMemory, ElementsThatOthersReadOrWrite)
{
    EXPECT_FALSE(of("for (int i = 1; i < n; i++) y[i] = x[i] + x[i - 1];"));
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) y[i] = x[n - 1 - i];"));
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) y[i] = x[i];"
                    "for (int i = 0; i < n; i++) z[i] = x[i];"));
    EXPECT_FALSE(of("for (int t = 0; t < n; t++) for (int i = 0; i < n; i++) y[i] += x[i];"));
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) { y[i] = 1; x[i] = 2; }"));
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) y[i] = x[0];"));
}

TEST_F(SameMemory, OtherShapesAndTypes)
{
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) y[i] = x[i];", "int n, float *x, double *y"));
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) y[i][j] = x[i][j];",
                    "int n, int m, double (*x)[m], double (*y)[n]"));
    EXPECT_FALSE(of("for (int i = 0; i < n - 1; i++) y[i] = x[i + 1];"));
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) y[i] = x[i].at;",
                    "int n, struct { double at, other; } *x, double *y"));
}

TEST_F(SameMemory, WhereOneHasMoreThanTheOther)
{
    EXPECT_FALSE(of("for (int i = 0; i < n; i++) y[i] = i > 2 ? x[i] : 0;"));
}

} // namespace
} // namespace espalier::targets
