// Scalars whose values the statements that use them compute themselves.

#include "espalier/transform/temporaries.h"

#include "espalier/program/print.h"
#include "tests/support/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::transform {
namespace {

using testing::ElementsAre;

class Temporaries : public testing::Test {
protected:
    /// The statements in a loop over i, after the substitution; none if there is nothing to do.
    std::vector<std::string> substituted(const std::string &body)
    {
        const program::Program program = test::extract_program(
            "void f(int n, double *restrict x, double *restrict y, float *restrict z, int "
            "*restrict k,"
            " const int *restrict at) {\n    for (int i = 1; i < n; i++) {\n" +
                body + "\n    }\n}\n",
            context);
        std::vector<std::string> result;
        const std::optional<program::Program> made = with_temporaries_substituted(program);
        if (made)
            for (const program::Statement &statement : made->statements)
                if (!statement.is_kill())
                    result.push_back(program::describe(*made, statement));
        return result;
    }

    presburger::Context context;
};

TEST_F(Temporaries, AreComputedWhereTheyAreUsed)
{
    EXPECT_THAT(substituted("double s = x[i]; s += x[i + 1]; s -= x[i - 1]; y[i] = 0.5 * s;"),
                ElementsAre("y[i] = 0.5 * (x[i] + x[i + 1] - x[i - 1])"));
}

TEST_F(Temporaries, KeepTheOrderOfOperations)
{
    EXPECT_THAT(substituted("double s = x[i], t = x[i + 1]; t += x[i - 1]; s += t; y[i] = s;"),
                ElementsAre("y[i] = x[i] + (x[i + 1] + x[i - 1])"));
}

TEST_F(Temporaries, AreConvertedAsTheAssignmentsDo)
{
    EXPECT_THAT(substituted("float s = x[i] * y[i]; z[i] = s * 0.5f;"),
                ElementsAre("z[i] = (float)(x[i] * y[i]) * 0.5f"));
    EXPECT_THAT(substituted("int s = x[i]; k[i] = s;"), ElementsAre("k[i] = (int)x[i]"));
}

TEST_F(Temporaries, WithConstantsGoEverywhere)
{
    EXPECT_THAT(substituted("const double w = 0.25; for (int j = 0; j < n; j++) y[j] += w * x[j];"),
                ElementsAre("y[j] += 0.25 * x[j]"));
}

TEST_F(Temporaries, ThatAreElementsMayBeUsedTwice)
{
    EXPECT_THAT(substituted("double s = x[i]; y[i] = s * s;"), ElementsAre("y[i] = x[i] * x[i]"));
}

TEST_F(Temporaries, OfOneOperationMayBeUsedTwice)
{
    EXPECT_THAT(substituted("double s = x[i] - x[i - 1]; y[i] += s * s;"),
                ElementsAre("y[i] += (x[i] - x[i - 1]) * (x[i] - x[i - 1])"));
}

TEST_F(Temporaries, StayIfOperationsWouldRunTwice)
{
    EXPECT_THAT(substituted("double s = x[i] / x[i - 1]; y[i] = s * s;"), ElementsAre());
    EXPECT_THAT(substituted("double s = x[i] + x[i - 1] + 1.0; y[i] = s * s;"), ElementsAre());
}

TEST_F(Temporaries, StayIfTheirValuesChangeInBetween)
{
    EXPECT_THAT(substituted("double s = x[i]; x[i] = y[i]; y[i] = s;"), ElementsAre());
    EXPECT_THAT(substituted("double s = x[i]; x[at[i]] = y[i]; y[i] = s;"), ElementsAre());
}

TEST_F(Temporaries, TakeWhatFunctionsReadWithThem)
{
    const std::string function =
        "extern double table[9];\ndouble entry(int k) __attribute__((pure));\n"
        "void f(int n, double *restrict y) {\n"
        "    for (int i = 0; i < 9; i++) {\n        double s = entry(i);\n";
    const program::Program moved =
        test::extract_program(function + "        y[i] = s;\n    }\n}\n", context);
    const std::optional<program::Program> made = with_temporaries_substituted(moved);
    ASSERT_TRUE(made);
    const program::Statement &last = *std::ranges::find_if(
        made->statements, [](const program::Statement &one) { return !one.is_kill(); });
    EXPECT_EQ(program::describe(*made, last), "y[i] = (double)entry(i)");
    EXPECT_TRUE(std::ranges::any_of(last.accesses, [&](const program::Access &access) {
        return access.kind == program::AccessKind::read && made->arrays[access.array].name == "y";
    })) << "the function may read all that others see";
    EXPECT_FALSE(with_temporaries_substituted(test::extract_program(
        function + "        table[i] = 0;\n        y[i] = s;\n    }\n}\n", context)));
}

TEST_F(Temporaries, StayIfDataDecideAboutThem)
{
    EXPECT_THAT(substituted("double s = x[i]; if (y[i] > 0) { s = 2; x[i] = y[i]; } y[i] = s;"),
                ElementsAre());
}

TEST_F(Temporaries, StayIfNotAllIterationsAssignThem)
{
    EXPECT_THAT(substituted("double s = x[i]; if (i % 2) s += 1; y[i] = s;"), ElementsAre());
}

TEST_F(Temporaries, StayInOtherLoops)
{
    EXPECT_THAT(substituted("double s = x[i]; for (int j = 0; j < n; j++) y[j] += s;"),
                ElementsAre());
}

TEST_F(Temporaries, GoIfOthersStay)
{
    EXPECT_THAT(substituted("double s = x[i] / 3.0, t = x[i - 1]; y[i] = s * s * t;"),
                ElementsAre("s = x[i] / 3.0", "y[i] = s * s * x[i - 1]"));
}

} // namespace
} // namespace espalier::transform
