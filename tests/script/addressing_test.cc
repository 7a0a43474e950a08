#include "espalier/transform/find.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/normal_form.h"
#include "tests/support/scripts.h"

#include <gmock/gmock.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;

class ScriptAddressing : public test::ScriptTest {
protected:
    /// The beta prefix of an expression in Lua.
    std::string prefix(const std::string &expression)
    {
        return run_all("print(betaof(" + expression + "))").prints.front();
    }
};

TEST_F(ScriptAddressing, NamesThePlacesInAllWays)
{
    EXPECT_EQ(prefix("S2"), "{0, 1, 0}");
    EXPECT_EQ(prefix("enclose(S2)"), "{0, 1}");
    EXPECT_EQ(prefix("enclose(S2, 2)"), "{0}");
    EXPECT_EQ(prefix("enclose(enclose(S2))"), "{0}");
    EXPECT_EQ(prefix("'j'"), "{0, 1}");
    EXPECT_EQ(prefix("'S2'"), "{0, 1, 0}");
    EXPECT_EQ(prefix("loop('j')"), "{0, 1}");
    EXPECT_EQ(prefix("loop('i', S2)"), "{0}");
    EXPECT_EQ(prefix("loop{line = 8}"), "{0, 1}");
    EXPECT_EQ(prefix("statement('S3')"), "{1, 0, 0}");
    EXPECT_EQ(prefix("statement{line = 9}"), "{0, 1, 0}");
    EXPECT_EQ(prefix("path{0, 1, 0}"), "{1}");
    EXPECT_EQ(prefix("path('0.1.0')"), "{1}");
    EXPECT_EQ(prefix("path({0, 1, 0}, 1)"), "{1, 0}");
    EXPECT_EQ(prefix("beta{1, 0}"), "{1, 0}");
    EXPECT_EQ(prefix("beta('i', 1)"), "{0, 1}");
    EXPECT_EQ(prefix("before('j')"), "{0, 1}");
    EXPECT_EQ(prefix("after('j')"), "{0, 2}");
    EXPECT_EQ(prefix("beta{}"), "{}");
}

TEST_F(ScriptAddressing, LooksUpWhenUsed)
{
    EXPECT_EQ(test::text(run("local first = enclose(S1_1)\n"
                             "local at_first = beta(enclose(S3))\n"
                             "peel('i', 3)\n"
                             "reverse(first)\n"
                             "assert(betaof(enclose(S3))[1] == 2 and betaof(at_first)[1] == 1)")),
              test::text(reverse(peel(view, {0}, "3"), {0}, 0)));
}

TEST_F(ScriptAddressing, VariablesHideStatements)
{
    EXPECT_EQ(run_all("S1 = 'mine' print(S1, S2)").prints.front(), "mine\tS2");
}

TEST_F(ScriptAddressing, AnswersQuestions)
{
    EXPECT_EQ(run_all("print(statements())").prints.front(), R"({"S1", "S2", "S3"})");
    EXPECT_EQ(run_all("print(loops(S2), loops('i'))").prints.front(), "{\"i\", \"j\"}\t{\"i\"}");
    EXPECT_EQ(run_all("print(depth(S2), depth('i'), depth(beta{}))").prints.front(), "2\t1\t0");
    EXPECT_EQ(run_all("print(S1 == S1, enclose(S1) == enclose(S1), S1 == S2)").prints.front(),
              "true\ttrue\tfalse");
    EXPECT_EQ(run_all("print(tostring(enclose(S1)) .. '!')").prints.front(), "enclose(S1)!");
}

TEST_F(ScriptAddressing, SaysWhatThereIs)
{
    EXPECT_EQ(message("reverse(enclose(C9L1))"),
              "no statement or variable `C9L1`; there are the statements S1, S2, S3");
    EXPECT_THAT(message("peel('i', 3) peel(enclose(S2), 4)"),
                HasSubstr("`S2`; it was split, and its parts are S2_1, S2_2"));
    EXPECT_EQ(
        message("reverse(enclose(S4))"),
        "no statement or variable `S4`; there are the statements S1, S2, S3; did you mean `S1`?");
    EXPECT_EQ(message("reverse('q')"),
              "no loop is called `q`; the loops are [0] `i` around S1, S2, "
              "[0, 1] `j` around S2, [1] `k` around S3, [1, 0] `l` around S3");
    EXPECT_THAT(message("stripmine('i', 4) reverse('iii')"), HasSubstr("; did you mean `ii`?"));
    EXPECT_THAT(message("reverse(loop{line = 9})"),
                HasSubstr("no loop starts on line 9; the loops"));
    EXPECT_THAT(message("reverse(statement{line = 8}, 0)"),
                HasSubstr("no statement starts on line 8; there are S1 on line 7, S2 on line 9"));
    EXPECT_THAT(message("reverse(path{0, 7})"),
                HasSubstr("the tree has no node 0.7: the sequence node at 0 has 2 children"));
}

TEST_F(ScriptAddressing, WantsALoopWhereOneIsNeeded)
{
    EXPECT_EQ(message("reverse(S2)"), "`S2` is a statement; a loop is needed, such as "
                                      "enclose(S2), the innermost loop around it");
    EXPECT_EQ(message("tile(path{0, 0, 0, 0, 0}, {8})"),
              "`path({0, 0, 0, 0, 0})` is `S1`, a statement; a loop is needed, such as "
              "enclose(path({0, 0, 0, 0, 0})), the innermost loop around it");
    EXPECT_EQ(message("reverse(beta{})"), "`beta{}` is the whole region; a loop is needed");
    EXPECT_EQ(message("reverse(beta{7})"),
              "there is nothing at `beta{7}`, which is [7] now; a loop is needed");
    EXPECT_EQ(message("reverse(enclose(S2, 4))"), "[0, 1, 0] has no prefix with 4 entries less");
}

} // namespace
} // namespace espalier::transform
