#include "espalier/frontend/loop_directives.h"

#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

/// Which loops get the directives in the source.
namespace espalier::frontend {
namespace {

class LoopDirectives : public testing::Test {
protected:
    /// What is found in a function with this body.
    Extraction extract(const std::string &body) const
    {
        return test::extract("void f(int n, double A[restrict n][n], double x[restrict n])\n{\n" +
                                 body + "}\n",
                             context);
    }

    /// "i: tile(4) j: parallel": by the dimensions of the loops.
    static std::string directives(const program::Nest &nest)
    {
        std::string result;
        for (const program::Directive &directive : nest.directives)
            result += fmt::format("{}: {};", nest.place.line, directive.text);
        for (const program::Nest &child : nest.children)
            result += directives(child);
        return result;
    }
    static std::string directives(const Extraction &extraction)
    {
        std::string result;
        for (const Region &region : extraction.regions)
            result += directives(region.program.nest);
        return result;
    }

    presburger::Context context;
};

TEST_F(LoopDirectives, AreThoseRightBefore)
{
    Extraction found = extract("#pragma scop\n"
                               "#pragma espalier tile(32,32) parallel\n"
                               "    for (int i = 0; i < n; i++)\n"
                               "        #pragma espalier   reverse   // backwards\n"
                               "        for (int j = 0; j < n; j++)\n"
                               "            A[i][j] = 0;\n"
                               "    for (int i = 0; i < n; i++) x[i] = 0;\n"
                               "#pragma endscop\n");
    EXPECT_EQ(directives(found), "5: tile(32,32) parallel;7: reverse;");
    EXPECT_EQ(found.remarks.size(), 0U);
    const program::Directive &first =
        found.regions.front().program.nest.children.front().directives.front();
    EXPECT_EQ(first.place.line, 4U);
    EXPECT_EQ(first.place.column, 18U);
}

TEST_F(LoopDirectives, ComeInSeveralLines)
{
    Extraction found = extract("#pragma scop\n"
                               "#pragma espalier reverse\n"
                               "#pragma espalier \\\n"
                               "    unroll(4)\n"
                               "    /* why */\n"
                               "    L: for (int i = 0; i < n; i++) x[i] = 0;\n"
                               "#pragma endscop\n");
    EXPECT_EQ(directives(found), "8: reverse;8: unroll(4);");
}

TEST_F(LoopDirectives, NeedNoMarks)
{
    Extraction found = extract("    x[0] = 1;\n"
                               "    #pragma espalier unroll(2)\n"
                               "    for (int i = 0; i < n; i++) x[i] = 0;\n");
    EXPECT_EQ(directives(found), "5: unroll(2);");
    const Region &region = found.regions.front();
    EXPECT_EQ(found.text.substr(region.begin, 16), "#pragma espalier");
    EXPECT_EQ(region.original, "for (int i = 0; i < n; i++) x[i] = 0;");
}

TEST_F(LoopDirectives, MayStandBeforeTheMark)
{
    Extraction found = extract("    #pragma espalier unroll(2)\n"
                               "#pragma scop\n"
                               "    for (int i = 0; i < n; i++) x[i] = 0;\n"
                               "#pragma endscop\n");
    EXPECT_EQ(directives(found), "5: unroll(2);");
    EXPECT_EQ(found.text.substr(found.regions.front().begin, 16), "#pragma espalier");
}

TEST_F(LoopDirectives, AreNotInTheOriginalText)
{
    Extraction found = extract("    for (int i = 0; i < n; i++)\n"
                               "        #pragma espalier unroll(2)\n"
                               "        for (int j = 0; j < n; j++)\n"
                               "            A[i][j] = 0;\n");
    EXPECT_EQ(found.regions.front().original, "for (int i = 0; i < n; i++)\n"
                                              "        for (int j = 0; j < n; j++)\n"
                                              "            A[i][j] = 0;");
}

TEST_F(LoopDirectives, HaveNoEffectElsewhere)
{
    Extraction found = extract("#pragma scop\n"
                               "    #pragma espalier unroll(2)\n"
                               "    x[0] = 1;\n"
                               "    for (int i = 0; i < n; i++) x[i] = 0;\n"
                               "#pragma endscop\n"
                               "    #pragma espalier reverse\n"
                               "    while (n > 0) n--;\n");
    EXPECT_EQ(directives(found), "");
    ASSERT_EQ(found.remarks.size(), 2U);
    EXPECT_EQ(found.remarks[0].kind, DiagnosticKind::unused_directive);
    EXPECT_EQ(found.remarks[0].message,
              "no loop of a region follows `#pragma espalier unroll(2)`: it has no effect");
    EXPECT_EQ(found.remarks[0].place.line, 4U);
    EXPECT_EQ(found.remarks[1].place.line, 8U);
}

} // namespace
} // namespace espalier::frontend
