#include "espalier/script/directives.h"

#include "espalier/base/error.h"
#include "tests/support/programs.h"
#include "tests/support/schedule_forms.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::script {
namespace {

using test::refusal;

/// Loops in lines 6, 7, 9 and 12, with a directive in line 5.
class DirectiveScript : public testing::Test {
protected:
    program::Program program(const std::string &directive) const
    {
        return test::extract_program(
            test::in_function(fmt::format("#pragma espalier {}\n"
                                          "for (int i = 0; i < n; i++)\n"
                                          "    for (int j = 0; j < n; j++) {{\n"
                                          "        A[i][j] = 0;\n"
                                          "        for (int k = 0; k < n; k++)\n"
                                          "            A[i][j] += B[i][k];\n"
                                          "    }}\n"
                                          "for (int l = 0; l < n; l++) x[l] = 0;",
                                          directive)),
            context);
    }
    std::string script(const std::string &directive) const
    {
        return script_of_directives(program(directive)).text;
    }

    presburger::Context context;
};

TEST_F(DirectiveScript, HasALineForEachCall)
{
    EXPECT_EQ(script("reverse"), "reverse(loop{line=6})\n");
    EXPECT_EQ(script("skew(-2)"), "skew(loop{line=7}, loop{line=6}, -2)\n");
    EXPECT_EQ(script("stripmine(8)"), "stripmine(loop{line=6}, 8)\n");
    EXPECT_EQ(script("peel(min(n, 3) - 1)"), "peel(loop{line=6}, 'min(n, 3) - 1')\n");
    EXPECT_EQ(script("fuse"), "fuse(loop{line=6}, loop{line=12})\n");
    EXPECT_EQ(script("vector"), "vector(loop{line=6})\n");
    EXPECT_EQ(script("unroll"), "fullunroll(loop{line=6})\n");
    EXPECT_EQ(script("unroll( 4 )"), "unroll(loop{line=6}, 4)\n");
}

TEST_F(DirectiveScript, DistributesOverAllParts)
{
    auto inner = [&](const char *body) {
        return script_of_directives(test::extract_program(test::in_function(fmt::format(
                                                              "#pragma espalier distribute\n"
                                                              "for (int i = 0; i < n; i++) {{\n"
                                                              "{}\n"
                                                              "}}",
                                                              body)),
                                                          context))
            .text;
    };
    EXPECT_EQ(inner("x[i] = 0;\n"
                    "for (int j = 0; j < n; j++) A[i][j] = 0;\n"
                    "L: y[i] = 0;"),
              "distribute(enclose(loop{line=8}), loop{line=8})\n"
              "distribute(enclose(statement(\"L\")), statement(\"L\"))\n");
    EXPECT_EQ(refusal([&] { inner("x[i] = 0;"); }),
              "E112: `distribute` is about a loop with several statements or loops in it, but this "
              "one has one");
}

TEST_F(DirectiveScript, TilesLoopsInsideEachOther)
{
    EXPECT_EQ(script("tile(32)"), "tile(loop{line=6}, {32})\n");
    EXPECT_EQ(script("tile(32, 16)"), "tile(loop{line=7}, {32, 16})\n");
    EXPECT_EQ(script("tile(32,16,8)"), "tile(loop{line=9}, {32, 16, 8})\n");
}

TEST_F(DirectiveScript, TakesCallsFromLeftToRight)
{
    EXPECT_EQ(script("tile(32, 32) parallel, unroll(4)"), "tile(loop{line=7}, {32, 32})\n"
                                                          "parallel(enclose(loop{line=6}, 2))\n"
                                                          "unroll(loop{line=7}, 4)\n");
    EXPECT_EQ(script("interchange parallel"),
              "interchange(loop{line=7})\nparallel(loop{line=7})\n");
    EXPECT_EQ(script("stripmine(4) parallel()"),
              "stripmine(loop{line=6}, 4)\nparallel(enclose(loop{line=6}, 1))\n");
}

TEST_F(DirectiveScript, SaysWhatThereIs)
{
    EXPECT_EQ(refusal([&] { script("tyle(32)"); }),
              "E112: there is no directive `tyle`; there are: distribute, fuse, interchange, "
              "narrow_vector, parallel, peel, reverse, skew, stripmine, tile, unroll, vector");
    EXPECT_EQ(refusal([&] { script("tile"); }),
              "E112: `tile` has 0 arguments here; it is written tile(size, ...)");
    EXPECT_EQ(refusal([&] { script("unroll(2, 3)"); }),
              "E112: `unroll` has 2 arguments here; it is written unroll or unroll(factor)");
    EXPECT_EQ(refusal([&] { script("parallel(2)"); }),
              "E112: `parallel` has 1 arguments here; it is written parallel");
}

TEST_F(DirectiveScript, WantsNumbersAndValues)
{
    EXPECT_EQ(refusal([&] { script("tile(32, n)"); }),
              "E112: the size of a tile has to be a whole number from 1 on, not `n`");
    EXPECT_EQ(refusal([&] { script("tile(32,)"); }),
              "E112: the size of a tile has to be a whole number from 1 on, not ``");
    EXPECT_EQ(refusal([&] { script("stripmine(2.5)"); }),
              "E112: the size of a strip has to be a whole number from 1 on, not `2.5`");
    EXPECT_EQ(refusal([&] { script("unroll(0)"); }),
              "E112: the factor of `unroll` has to be a whole number from 1 on, not `0`");
    EXPECT_EQ(refusal([&] { script("peel()"); }),
              "E112: `peel` has 0 arguments here; it is written peel(value)");
    EXPECT_EQ(refusal([&] { script("peel(')"); }), "E112: `'` is no value to peel at");
}

TEST_F(DirectiveScript, WantsCalls)
{
    EXPECT_EQ(refusal([&] { script(""); }), "E112: the directive says nothing");
    EXPECT_EQ(refusal([&] { script("tile(32"); }), "E112: a closing parenthesis is missing");
    EXPECT_EQ(refusal([&] { script("tile(32) )"); }), "E112: `)` is no name of a transformation");
}

TEST_F(DirectiveScript, WantsLoopsThatThereAre)
{
    EXPECT_EQ(refusal([&] { script("tile(2, 2, 2, 2)"); }),
              "E112: the directive is about loops inside each other, but in the loop in line 9 are "
              "0 loops");
    auto one_line = [&](const char *directive) {
        return script_of_directives(
            test::extract_program(test::in_function(fmt::format(
                                      "#pragma espalier {}\n"
                                      "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)\n"
                                      "    A[i][j] = 0;",
                                      directive)),
                                  context));
    };
    EXPECT_EQ(refusal([&] { one_line("reverse"); }),
              "E112: several loops start in line 6: a directive needs them on lines of their own");
    EXPECT_EQ(
        refusal([&] { one_line("fuse"); }),
        "E112: `fuse` is about this loop and the next one, but no loop comes right after this "
        "one");
}

TEST_F(DirectiveScript, ErrorsHaveThePlace)
{
    try {
        script("tyle(32)");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().place.line, 5U);
        EXPECT_EQ(error.diagnostic().place.column, 18U);
    }
}

TEST_F(DirectiveScript, LinesHaveThePlaces)
{
    Source made = script_of_directives(program("tile(4, 4)\n#pragma espalier parallel"));
    ASSERT_EQ(made.origins.size(), 2U);
    EXPECT_EQ(made.origins[0].line, 5U);
    EXPECT_EQ(place_in(made, 2, "parallel").line, 6U);
    EXPECT_EQ(place_in(made, 2, "parallel").column, 18U);
}

TEST_F(DirectiveScript, IsEmptyWithoutDirectives)
{
    EXPECT_EQ(script_of_directives(
                  test::extract_program(test::in_function("for (int i = 0; i < n; i++) x[i] = 0;"),
                                        context))
                  .text,
              "");
}

} // namespace
} // namespace espalier::script
