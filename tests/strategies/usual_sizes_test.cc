// Sizes of short loops that are most likely.

#include "espalier/strategies/usual_sizes.h"

#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

class UsualSizes : public testing::Test {
protected:
    /// \param expected  { : ... }; empty: there are none
    void expect(const std::string &expected, const std::string &declarations,
                const std::string &body)
    {
        const program::Program program = test::extract_program(
            "void f(" + declarations + ")\n{\n#pragma scop\n" + body + "\n#pragma endscop\n}\n",
            context);
        const std::optional<isl::set> found = usual_sizes(program);
        ASSERT_EQ(found.has_value(), !expected.empty());
        if (found) {
            EXPECT_TRUE(found->is_equal(isl::set(program.context.ctx(), expected)));
        }
    }

    presburger::Context context;
};

TEST_F(UsualSizes, AreThoseOfDimensions)
{
    const std::string body =
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) x[i] += t[i][j];";
    expect("[m] -> { : m = 5 }", "int n, int m, double *restrict x, double t[restrict][5]", body);
    expect("", "int n, int m, double *restrict x, double t[restrict][50]", body);
    expect("[m] -> { : m = 4 }", "int n, int m, double *restrict x, double t[restrict][5]",
           "for (int i = 0; i < n; i++) for (int j = 0; j <= m; j++) x[i] += t[i][j];");
    expect("", "int n, int m, double *restrict x, double t[restrict][5]",
           "for (int i = 0; i < n; i++) for (int j = 0; j < m + n; j++) x[i] += t[i][j];");
}

TEST_F(UsualSizes, AreThoseOfWindows)
{
    const std::string arrays = "int n, int p, int q, double x[restrict n][n], double y[restrict "
                               "n][n], double w[restrict p][q]";
    const std::string nest = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                             " for (int r = 0; r < p; r++) for (int s = 0; s < q; s++) ";
    expect("[p, q] -> { : p = 3 and q = 3 }", arrays,
           nest + "x[i][j] += y[i + r][j + s] * w[r][s];");
    expect("", arrays, nest + "x[i][j] += y[r][s] * w[r][s];");
    expect("[p, q] -> { : p = 3 and q = 3 }", arrays,
           "for (int r = 0; r < p; r++) for (int s = 0; s < q; s++)"
           " for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
           " x[i][j] += y[i + r][j + s] * w[r][s];");
    expect("", "int n, int p, double *restrict x, double *restrict y, double *restrict w",
           "for (int i = 0; i < n; i++) for (int r = 0; r < p; r++) x[i] += y[i + r] * w[r];");
}

TEST_F(UsualSizes, AreNotThoseThatAreKnown)
{
    expect("", "int n, double *restrict x, double t[restrict][5]",
           "for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) x[i] += t[i][j];");
}

} // namespace
} // namespace espalier::strategies
