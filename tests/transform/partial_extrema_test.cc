// Which statements keep an extremum that iterations of an outer loop can find parts of, and what
// these are.

#include "espalier/transform/partial_extrema.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::ElementsAre;

class PartialExtrema : public test::TransformedRegion {
protected:
    const program::Program &program() const { return file->regions.front().program; }

    void body_is(const std::string &body)
    {
        region_is(
            "\n#pragma scop\nfor (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) { " +
                body + " }\n#pragma endscop\n",
            "#include <math.h>\nstatic double m;\nstatic int most;\n");
    }

    bool is_kept(const std::string &body)
    {
        body_is(body);
        return keeps_extremum(program(), program().statements.front(), 0);
    }

    std::vector<std::string> statements(const std::string &body)
    {
        EXPECT_TRUE(is_kept(body));
        const PartialExtremum parts =
            with_partial_extremum(program(), program().statements.front().name(), 0);
        EXPECT_EQ(parts.program.statements.front().iterators.size(), 2);
        std::vector<std::string> result;
        for (const program::Statement &statement : parts.program.statements)
            if (!statement.is_kill())
                result.push_back(program::describe(parts.program, statement));
        return result;
    }
};

TEST_F(PartialExtrema, OfComparisons)
{
    EXPECT_TRUE(is_kept("m = C[i][j] > m ? C[i][j] : m;"));
    EXPECT_TRUE(is_kept("m = m <= C[i][j] ? m : C[i][j];"));
    EXPECT_TRUE(is_kept("if (C[i][j] >= m) m = C[i][j];"));
    EXPECT_TRUE(is_kept("m = fmin(C[i][j], m);"));
    EXPECT_TRUE(is_kept("x[0] = C[i][j] > x[0] ? C[i][j] : x[0];"));
    EXPECT_TRUE(is_kept("x[i] = C[i][j] > x[i] ? C[i][j] : x[i];"));
    EXPECT_FALSE(is_kept("x[j] = C[i][j] > x[j] ? C[i][j] : x[j];"));
    EXPECT_FALSE(is_kept("m = C[i][j] > m ? D[i][j] : m;"));
    EXPECT_FALSE(is_kept("m = C[i][j] == m ? C[i][j] : m;"));
    EXPECT_FALSE(is_kept("m = C[i][j] > m ? C[i][j] : 0;"));
    EXPECT_FALSE(is_kept("m += C[i][j];"));
    EXPECT_FALSE(is_kept("m = fmax(m, m);"));
    EXPECT_FALSE(is_kept("most = i * j > most ? i * j : most;"));
}

TEST_F(PartialExtrema, StartFromWhatAnyNumberReplaces)
{
    EXPECT_THAT(statements("m = C[i][j] > m ? C[i][j] : m;"),
                ElementsAre("part = C[i][j] > part ? C[i][j] : part", "part = -__builtin_inf()",
                            "m = part > m ? part : m"));
    EXPECT_THAT(statements("if (m > C[i][j]) m = C[i][j];"),
                ElementsAre("if (part > C[i][j]) part = C[i][j]", "part = __builtin_inf()",
                            "if (part < m) m = part"));
    EXPECT_THAT(statements("m = fmax(m, C[i][j]);"),
                ElementsAre("part = fmax(part, C[i][j])", "part = __builtin_nan(\"\")",
                            "m = fmax(m, part)"));
}

TEST_F(PartialExtrema, SeeWhetherNaNsForget)
{
    EXPECT_THAT(statements("m = m > C[i][j] ? m : C[i][j];"),
                ElementsAre("part = part > C[i][j] ? part : C[i][j]",
                            "seen = seen > C[i][j] ? seen : C[i][j]", "part = -__builtin_inf()",
                            "seen = __builtin_inf()",
                            "limit = seen == __builtin_inf() ? part : __builtin_nan(\"\")",
                            "m = m > limit ? m : part"));
}

TEST_F(PartialExtrema, ComputeNumbersOnce)
{
    EXPECT_THAT(statements("m = sqrt(C[i][j]) < m ? sqrt(C[i][j]) : m;"),
                ElementsAre("number = sqrt(C[i][j])", "part = number < part ? number : part",
                            "part = __builtin_inf()", "m = part < m ? part : m"));
    EXPECT_THAT(statements("if (2 * C[i][j] + x[j] >= m) m = 2 * C[i][j] + x[j];"),
                ElementsAre("number = 2 * C[i][j] + x[j]", "if (number >= part) part = number",
                            "part = -__builtin_inf()", "if (part >= m) m = part"));
    EXPECT_THAT(statements("m = m < i / x[j] ? m : i / x[j];"),
                ElementsAre("number = i / x[j]", "part = part < number ? part : number",
                            "seen = seen < number ? seen : number", "part = __builtin_inf()",
                            "seen = -__builtin_inf()",
                            "limit = seen == -__builtin_inf() ? part : __builtin_nan(\"\")",
                            "m = m < limit ? m : part"));
}

TEST_F(PartialExtrema, DoTheSame)
{
    body_is("m = C[i][j] > m ? C[i][j] : m; D[i][j] = C[j][i];");
    const PartialExtremum parts =
        with_partial_extremum(program(), program().statements.front().name(), 0);
    expect_same_output(original_view(parts.program));
}

} // namespace
} // namespace espalier::transform
