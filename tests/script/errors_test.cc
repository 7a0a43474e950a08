#include "espalier/base/error.h"
#include "espalier/transform/impossible.h"
#include "tests/support/scripts.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace espalier::script {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

using ScriptErrors = test::ScriptTest;

TEST_F(ScriptErrors, HaveThePlaceInTheScript)
{
    EXPECT_EQ(placed_message("-- tile\n  tile('i', {2.5})"),
              "2:3 each of the sizes of a tile has to be a whole number, not 2.5");
    EXPECT_EQ(failure("\n  tile('i', {2.5})\r\n").place.text, "  tile('i', {2.5})");
    EXPECT_EQ(failure("tile('i', {2.5})").kind, DiagnosticKind::script_error);
    EXPECT_EQ(failure("tile('i', {0})").kind, DiagnosticKind::impossible_transformation);
    EXPECT_EQ(placed_message("local x = 1\nlocal y = tile('i', {0})"),
              "2:11 0 is no size of a strip or tile: it has to be at least 1");
}

TEST_F(ScriptErrors, InFunctionsNameTheCallsThatLedThere)
{
    Diagnostic diagnostic = failure("local function own(loop)\n"
                                    "    reverse(loop)\n"
                                    "    return true\n"
                                    "end\n"
                                    "\n"
                                    "own('i') assert(own('q'))");
    EXPECT_EQ(diagnostic.place.line, 2u);
    EXPECT_EQ(diagnostic.place.column, 5u);
    ASSERT_EQ(diagnostic.notes.size(), 1u);
    EXPECT_EQ(diagnostic.notes[0].place.line, 6u);
}

TEST_F(ScriptErrors, Syntax)
{
    EXPECT_EQ(placed_message("tile('i', {8})\n  tile('i' {8}}"), "2:12 ')' expected near '{'");
    EXPECT_EQ(placed_message("# a comment"),
              "1:1 unexpected symbol near '#'; comments start with --");
    EXPECT_THAT(placed_message("for i = 1, 2 do"), StartsWith("1:1 'end' expected near <eof>"));
}

TEST_F(ScriptErrors, NotLua)
{
    EXPECT_THAT(message(std::string("\x1bLua\x54\x00", 6)), HasSubstr("the file is binary"));
    EXPECT_THAT(message("\x1bLuaT"), HasSubstr("the file is binary"));
    EXPECT_THAT(message(std::string("a\0b", 3)), HasSubstr("the file is binary"));
    EXPECT_THAT(placed_message("\x7f"
                               "ELF"),
                StartsWith("1:"));
    EXPECT_THAT(message("int main(void) { return 0; }"), HasSubstr("syntax error near 'main'"));
    EXPECT_EQ(run_all("\xEF\xBB\xBFprint(1)").prints.front(), "1");
}

TEST_F(ScriptErrors, UnknownNames)
{
    EXPECT_EQ(placed_message("x = 1\ntyle('i', {8})"),
              "2:1 there is no transformation `tyle`; did you mean `tile`?");
    EXPECT_EQ(message("frobnicate()"), "there is no transformation `frobnicate`");
    EXPECT_EQ(placed_message("peel('j', N-3)"),
              "1:11 `N` is a symbolic constant, which has no value here: expressions with it are "
              "written in quotes, such as 'N - 1', and cannot be computed with");
    EXPECT_EQ(placed_message("y = size * 2"), "1:5 there is no variable `size`");
    EXPECT_EQ(message("S1()"), "`S1` is a statement, and cannot be called");
    EXPECT_EQ(message("os.exit(1)"), "scripts do not have Lua's `os`, and cannot be computed with");
    EXPECT_EQ(message("enclose(S1).x = 1"),
              "`enclose(S1)` is a place in the region, and cannot be computed with");
    EXPECT_EQ(placed_message("local t = {}\nt.x.y = 1"),
              "2:3 attempt to index a nil value (field 'x')");
}

TEST_F(ScriptErrors, Numbers)
{
    EXPECT_EQ(message("stripmine('i', 'abc', 4)"),
              "the depth of a loop has to be a whole number, not \"abc\"");
    EXPECT_EQ(message("tile('i', 'j', N, 2)"),
              "the size of a tile has to be a whole number, not N");
    EXPECT_EQ(message("unroll('i', N)"), "the factor of unrolling has to be a whole number, not N");
    EXPECT_EQ(message("unroll('i', '4')"),
              "the factor of unrolling has to be a whole number, not \"4\"");
    EXPECT_EQ(message("unroll('i', 1e10)"), "the factor of unrolling has to be a whole number from "
                                            "-2147483647 to 2147483647, not 10000000000.0");
    EXPECT_EQ(message("unroll('i', 1 / 0)"),
              "the factor of unrolling has to be a whole number from "
              "-2147483647 to 2147483647, not inf");
    EXPECT_EQ(message("unroll('i')"), "`unroll(\"i\")` has no such form; it is called as "
                                      "unroll(loop, factor)");
    EXPECT_EQ(message("interchange('i', -1)"),
              "the number of a row has to be a whole number from 0 on, not -1");
    EXPECT_EQ(message("shift('i', 2.5)"),
              "the amount of a shift has to be a whole number, not 2.5");
    EXPECT_THAT(message("shift('i', 'N * M')"), HasSubstr("`N * M` cannot be read as an affine"));
    EXPECT_THAT(message("shift('i', 'N / 2')"), HasSubstr("with integer values"));
    EXPECT_THAT(message("peel('j', 'i *')"), HasSubstr("cannot be read"));
    EXPECT_EQ(message("reorder(beta{}, {a = 1})"),
              "the positions in an order have no names such as `a`");
}

TEST_F(ScriptErrors, Depths)
{
    EXPECT_EQ(message("stripmine('i', 3, 4)"), "`S1` is in 1 loops; it has no loop at depth 3");
    EXPECT_EQ(message("stripmine('j', 1, 4)"),
              "the loop at depth 1 around [0, 1] is enclose(j, 1)");
    EXPECT_EQ(message("interchange('i')"), "there is no loop around i to interchange it with");
    EXPECT_EQ(message("interchange('i', 'k')"), "of the loops i and k, none is in the other one");
    EXPECT_EQ(message("shift(S1, {1, 2})"), "`S1` is in 1 loops; it has no loop at depth 2");
    EXPECT_EQ(message("shift(S1, 1)"), "S1 is no loop: shifting it takes a list of amounts, one "
                                       "for each loop around it");
    EXPECT_EQ(message("tile('i', 'k', 2, 2)"),
              "i is not the next loop around k, and cannot be tiled with it");
    EXPECT_EQ(message("tile('i', {2, 2})"),
              "2 sizes of tiles do not suit 1 loops around each other");
    EXPECT_EQ(message("motion(S1, beta{1, 0, 0})"),
              "[0, 0] is the statement `S1`; only what is in a loop can move to [1, 0, 0]");
    EXPECT_EQ(message("distribute('i', S3)"), "S3 is not in the loop i");
    EXPECT_EQ(message("fuse('i', 'i')"), "a loop cannot be fused with itself");
}

TEST_F(ScriptErrors, StatementsAtOnePlace)
{
    const std::string moved = "\nmove(beta{0}, beta{0, 1}, -1)\n";
    const std::string reason = "`S1` at [0, 0] and `S2` at [0, 0, 0] have the same place, and no "
                               "order";
    EXPECT_EQ(placed_message(moved), "2:1 " + reason);
    EXPECT_EQ(placed_message(moved + "reverse(path{0}, 0)"), "3:1 " + reason);
    EXPECT_EQ(placed_message(moved + "check()"), "3:1 " + reason);
    run(moved + "move(beta{0}, beta{0, 0, 0}, 1)");
}

TEST_F(ScriptErrors, Contexts)
{
    EXPECT_THAT(message("assume('N >= 5') assume('N <= 3')"), HasSubstr("`N <= 3` contradicts"));
    EXPECT_THAT(message("assume('K >= 5')"), HasSubstr("in the names: M, N, P, Q"));
    EXPECT_THAT(message("addContext(S7, 'N >= 5')"), HasSubstr("no statement or variable `S7`"));
}

TEST_F(ScriptErrors, OfTheScriptItself)
{
    EXPECT_EQ(placed_message("\nerror('no')"), "2:1 no");
    EXPECT_EQ(placed_message("error({})"),
              "1:1 the script raised an error that is no text, but of type table");
    EXPECT_EQ(placed_message("assert(depth(S2) == 3, 'not deep enough')"), "1:1 not deep enough");
    EXPECT_EQ(placed_message("x = string.rep()"),
              "1:12 bad argument #1 to 'rep' (string expected, got no value)");
}

TEST_F(ScriptErrors, OfHooksKeepTheirPlace)
{
    hooks.check = [](std::size_t, const std::vector<Step> &steps) {
        throw Error(Fault::input, DiagnosticKind::broken_dependence, "broken",
                    {"test.lua", steps.back().line, 7, ""});
    };
    EXPECT_EQ(placed_message("reverse('i')\n\ncheck()"), "1:7 broken");
    hooks.check = [](std::size_t, const std::vector<Step> &) { throw transform::impossible("no"); };
    EXPECT_EQ(placed_message("reverse('i')\n\ncheck()"), "3:1 no");
    hooks.check = [](std::size_t, const std::vector<Step> &) { throw std::runtime_error("other"); };
    EXPECT_THROW(run("check()"), std::runtime_error);
    hooks.check = nullptr;
    EXPECT_THAT(message("check()"), HasSubstr("nothing can be checked"));
    EXPECT_THAT(message("legalize()"), HasSubstr("nothing can be legalized"));
}

} // namespace
} // namespace espalier::script
