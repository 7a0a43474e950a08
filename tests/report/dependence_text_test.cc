#include "espalier/report/dependence_text.h"
#include "tests/support/regions.h"
#include "tests/support/xml.h"

#include <gtest/gtest.h>

namespace espalier::report {
namespace {

using test::contains;

class DependenceText : public testing::Test {
protected:
    std::string text_of(const std::string &body)
    {
        return to_text(test::dependences_in_function(body, context));
    }

    presburger::Context context;
};

TEST_F(DependenceText, HasEachStatementsLineOnce)
{
    std::string text = text_of("for (int i = 0; i < n; i++)\n"
                               "first: x[i] = y[i];\n"
                               "for (int i = 0; i < n; i++)\n"
                               "  y[i] = x[i];");
    EXPECT_TRUE(contains(text, "first  x[i] = y[i];\n"));
    EXPECT_EQ(test::count_matches(text, "(x\\[i\\] = y\\[i\\];)")["x[i] = y[i];"], 1u) << text;
}

TEST_F(DependenceText, LeavesOutWhatAllInstancesMeet)
{
    std::string text = text_of("for (int i = 1; i < n; i++)\n"
                               "  for (int j = 0; j < m; j++)\n"
                               "    A[i][j] = A[i - 1][j];");
    EXPECT_TRUE(contains(text, "reads A[i - 1][j]  (1, 0)\n")) << text;
    EXPECT_TRUE(contains(text, "reads A[i - 1][j]  S0[1, j]\n")) << text;
    EXPECT_TRUE(contains(text, "\nanti: none\n")) << text;
}

TEST_F(DependenceText, SaysWhichInstancesWhereADistanceIsNotAll)
{
    std::string text = text_of("for (int i = 0; i < n; i++)\n"
                               "  for (int j = 0; j < n; j++)\n"
                               "    x[j] = i;\n"
                               "for (int k = 0; k < n; k++)\n"
                               "  y[k] = x[k];");
    EXPECT_TRUE(contains(text, "S0[-1 + n, j] -> S1[j]")) << text;
}

TEST_F(DependenceText, DoesNotRepeatPairsThatReadAlike)
{
    std::string text = text_of("for (int i = 0; i < n; i++)\n"
                               "  x[i] = 0;\n"
                               "for (int i = 0; i < n; i++)\n"
                               "  y[i] = x[i] * x[i];");
    EXPECT_EQ(test::count_matches(text, "(writes x\\[i\\] +-> )").begin()->second, 1u) << text;
}

TEST_F(DependenceText, AlignsColumns)
{
    std::string text = text_of("for (int i = 0; i < n; i++)\n"
                               "  x[i] = 0;\n"
                               "for (int i = 1; i < n; i++)\n"
                               "  y[i] = x[i] + x[i - 1];");
    std::size_t first = text.find("->"), second = text.find("->", text.find('\n', first));
    EXPECT_EQ(first - text.rfind('\n', first), second - text.rfind('\n', second)) << text;
}

TEST_F(DependenceText, NamesMayWrites)
{
    RegionDependences region = test::dependences_in_function("x[0] = 1;\nx[1] = x[0];", context);
    region.program.statements.at(0).accesses.at(0).kind = program::AccessKind::may_write;
    EXPECT_TRUE(contains(to_text(region), "S0 may write x[0]  ->  "));
}

} // namespace
} // namespace espalier::report
