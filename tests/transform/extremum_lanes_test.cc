// Which extrema can be found in lanes, of which numbers that is known, and what finds them.

#include "espalier/transform/extremum_lanes.h"

#include "espalier/program/assignments.h"
#include "espalier/program/never_negative.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::ElementsAre;
using testing::Optional;

class ExtremumLanes : public test::TransformedRegion {
protected:
    const program::Program &program() const { return file->regions.front().program; }

    void loops_are(const std::string &loops)
    {
        region_is("\n#pragma scop\n" + loops + "\n#pragma endscop\n",
                  "#include <math.h>\nstatic double m, t;\n");
    }

    void body_is(const std::string &body)
    {
        loops_are("for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) { " + body + " }");
    }

    /// The loop that can go on in lanes, for the last statement.
    std::optional<std::size_t> loop(const std::string &body)
    {
        body_is(body);
        return loop_for_lanes(program(), program().statements.size() - 1);
    }

    /// Of the value that the last statement assigns.
    bool is_never_negative(const std::string &body)
    {
        body_is(body);
        const program::Statement &last = program().statements.back();
        return program::is_never_negative(program(), last, *program::assignment_of(last)->value);
    }

    std::vector<std::string> statements(const std::string &body)
    {
        EXPECT_THAT(loop(body), Optional(0));
        const program::Program lanes =
            with_extremum_lanes(program(), program().statements.size() - 1, 0, 16);
        std::vector<std::string> result;
        for (const program::Statement &statement : lanes.statements)
            if (!statement.is_kill())
                result.push_back(program::describe(lanes, statement));
        return result;
    }
};

TEST_F(ExtremumLanes, NumbersThatNeverAreNegative)
{
    EXPECT_TRUE(is_never_negative("m = fabs(C[i][j] - x[j]);"));
    EXPECT_TRUE(is_never_negative("m = C[i][j] * C[i][j] + 2 * fabs(x[j]) / 0.5;"));
    EXPECT_TRUE(is_never_negative("m = sqrt(C[i][j] * C[i][j]);"));
    EXPECT_TRUE(is_never_negative("m = C[i][j] > 0 ? fabs(x[i]) : 1.0;"));
    EXPECT_TRUE(is_never_negative("t = fabs(C[i][j]); m = t;"));
    EXPECT_TRUE(is_never_negative("t = 1.0; if (C[i][j] > 0) t = fabs(C[i][j]); m = t;"));
    EXPECT_FALSE(is_never_negative("m = C[i][j];"));
    EXPECT_FALSE(is_never_negative("m = C[i][j] * x[j];"));
    EXPECT_FALSE(is_never_negative("m = fabs(C[i][j]) - fabs(x[j]);"));
    EXPECT_FALSE(is_never_negative("m = -fabs(C[i][j]);"));
    EXPECT_FALSE(is_never_negative("m = sqrt(C[i][j]);"));
    EXPECT_FALSE(is_never_negative("m = C[i][j] < 0 ? -C[i][j] : C[i][j];"));
    EXPECT_FALSE(is_never_negative("if (C[i][j] > 0) t = fabs(C[i][j]); m = t;"));
    EXPECT_FALSE(is_never_negative("t = fabs(C[i][j]); if (x[j] > 0) t = x[j]; m = t;"));
    EXPECT_FALSE(is_never_negative("t = fabs(C[i][j]); t -= x[j]; m = t;"));
    EXPECT_FALSE(is_never_negative("m = m * 0.5;"));
}

TEST_F(ExtremumLanes, NumbersFromTheIterationBeforeMayBeAnything)
{
    body_is("m = t; t = fabs(C[i][j]);");
    const program::Statement &first = program().statements.front();
    EXPECT_FALSE(
        program::is_never_negative(program(), first, *program::assignment_of(first)->value));
}

TEST_F(ExtremumLanes, OfFormsThatTakeNoNaNs)
{
    EXPECT_THAT(loop("if (fabs(C[i][j]) > m) m = fabs(C[i][j]);"), Optional(0));
    EXPECT_THAT(loop("m = fabs(C[i][j]) <= m ? fabs(C[i][j]) : m;"), Optional(0));
    EXPECT_THAT(loop("m = fmax(m, fabs(C[i][j]));"), Optional(0));
    EXPECT_THAT(loop("t = fabs(C[i][j]); if (t > m) m = t;"), Optional(0));
    EXPECT_FALSE(loop("m = m > fabs(C[i][j]) ? m : fabs(C[i][j]);"));
    EXPECT_FALSE(loop("m = fmin(m, fabs(C[i][j]));"));
    EXPECT_FALSE(loop("if (C[i][j] > m) m = C[i][j];"));
    EXPECT_FALSE(loop("m += fabs(C[i][j]);"));
}

TEST_F(ExtremumLanes, WhereNothingElseLooksAtIt)
{
    EXPECT_THAT(loop("x[i] = fmax(x[i], fabs(C[i][j]));"), Optional(1));
    EXPECT_FALSE(loop("x[j] = fmax(x[j], fabs(C[i][j]));"));
    EXPECT_FALSE(loop("D[i][j] = m; m = fmax(m, fabs(C[i][j]));"));
    loops_are("for (int i = 0; i < n; i++) { m = 0; for (int j = 0; j < n; j++) "
              "m = fmax(m, fabs(C[i][j])); }");
    EXPECT_THAT(loop_for_lanes(program(), 1), Optional(1));
}

TEST_F(ExtremumLanes, StartWithoutANumber)
{
    EXPECT_THAT(statements("t = fabs(C[i][j]); if (t > m) m = t;"),
                ElementsAre("t = fabs(C[i][j])",
                            "part[(j) mod 16] = t > part[(j) mod 16] ? t : part[(j) mod 16]",
                            "part[l] = -__builtin_inf()", "if (part[l] > m) m = part[l]"));
    EXPECT_THAT(
        statements("m = fmax(fabs(C[i][j]), m);"),
        ElementsAre("number = fabs(C[i][j])",
                    "part[(j) mod 16] = number > part[(j) mod 16] ? number : part[(j) mod 16]",
                    "part[l] = -__builtin_inf()",
                    "m = part[l] > -__builtin_inf() ? fmax(part[l], m) : m"));
    EXPECT_THAT(
        statements("m = fabs(C[i][j]) < m ? fabs(C[i][j]) : m;"),
        ElementsAre("number = fabs(C[i][j])",
                    "part[(j) mod 16] = number < part[(j) mod 16] ? number : part[(j) mod 16]",
                    "part[l] = __builtin_inf()", "m = part[l] < m ? part[l] : m"));
}

TEST_F(ExtremumLanes, DoTheSame)
{
    body_is("D[i][j] = C[j][i]; m = fmax(m, fabs(C[i][j]));");
    expect_same_output(original_view(with_extremum_lanes(program(), 1, 0, 16)));
}

} // namespace
} // namespace espalier::transform
