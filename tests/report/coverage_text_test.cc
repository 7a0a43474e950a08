// Reports on coverage: counts by functions, and reasons in the order of the work that they keep.

#include "espalier/report/coverage_json.h"
#include "espalier/report/coverage_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Reason reason(DiagnosticKind kind, unsigned line, const std::string &message,
              const std::string &help = "")
{
    return {{Severity::remark, kind, {"a.c", line, 5, ""}, message}, help};
}

CoveredLoop loop(const std::string &function, unsigned line, LoopFate fate, double work,
                 const std::vector<Reason> &reasons = {})
{
    return {function, {"a.c", line, 5, ""}, 1, fate, work, reasons};
}

std::string text_of(const std::vector<CoveredLoop> &loops)
{
    return to_text(Coverage{{CoveredFile{"a.c", loops}}});
}

TEST(CoverageText, SortsFunctionsByWork)
{
    EXPECT_EQ(text_of({loop("f", 2, LoopFate::changed, 10), loop("f", 3, LoopFate::kept, 15),
                       loop("longer", 9, LoopFate::left_out, 75)}),
              "a.c\n"
              "            loops                          work\n"
              "  function  in all  in regions  changed      in all  in regions   changed\n"
              "  longer         1           0        0      75.0 %       0.0 %     0.0 %\n"
              "  f              2           2        1      25.0 %     100.0 %    40.0 %\n"
              "  in all         3           2        1     100.0 %      25.0 %    10.0 %\n");
}

TEST(CoverageText, RanksReasonsByTheWorkTheyKeep)
{
    const Reason call = reason(DiagnosticKind::unmodelled_call, 2, "a call");
    const Reason bound = reason(DiagnosticKind::unmodelled_loop, 5, "a loop", "count");
    const Reason best = reason(DiagnosticKind::no_transformation, 7, "nothing is faster");
    const std::string text = text_of({loop("f", 2, LoopFate::left_out, 10, {call}),
                                      loop("f", 4, LoopFate::left_out, 20, {bound}),
                                      loop("f", 5, LoopFate::left_out, 20, {bound}),
                                      loop("f", 7, LoopFate::kept, 50, {best})});
    EXPECT_THAT(text, HasSubstr("  Left out, with their share of the work:\n"
                                "     40.0 %  2 loops: a loop [R102]\n"
                                "             a.c:5:5\n"
                                "             help: count\n"
                                "     10.0 %  1 loop: a call [R107]\n"
                                "             a.c:2:5\n"
                                "  In regions that stay as they are:\n"
                                "     50.0 %  1 loop: nothing is faster [R203]\n"
                                "             a.c:7:5\n"));
}

TEST(CoverageText, SharesWorkAmongTheReasonsOfALoop)
{
    const Reason one = reason(DiagnosticKind::unmodelled_call, 2, "a call");
    const Reason other = reason(DiagnosticKind::unmodelled_loop, 3, "a loop");
    const std::vector<CommonReason> ranked =
        ranked_reasons({loop("f", 2, LoopFate::left_out, 10, {one, other})}, LoopFate::left_out,
                       Likeness::message);
    ASSERT_EQ(ranked.size(), 2U);
    EXPECT_EQ(ranked[0].work, 5);
    EXPECT_EQ(ranked[1].work, 5);
}

TEST(CoverageText, ListsFivePlacesOfAReason)
{
    std::vector<CoveredLoop> loops;
    for (unsigned line = 1; line <= 7; ++line)
        loops.push_back(loop("f", line, LoopFate::left_out, 1,
                             {reason(DiagnosticKind::unmodelled_loop, line, "a loop")}));
    const std::string text = text_of(loops);
    EXPECT_THAT(text, HasSubstr("a.c:5:5\n             and 2 more\n"));
    EXPECT_THAT(text, Not(HasSubstr("a.c:6:5")));
}

TEST(CoverageText, AddsUpSeveralFiles)
{
    const Reason one = reason(DiagnosticKind::unmodelled_call, 2, "`f` may have side effects");
    const Reason other = reason(DiagnosticKind::unmodelled_call, 3, "`g` may have side effects");
    Coverage coverage{{{"a.c", {loop("f", 2, LoopFate::left_out, 10, {one})}},
                       {"none.c"},
                       {"b.c", {loop("g", 3, LoopFate::left_out, 30, {other})}},
                       {"broken.c",
                        {},
                        Diagnostic{Severity::error,
                                   DiagnosticKind::syntax_error,
                                   {"broken.c", 1, 2, ""},
                                   "expected ';'"}}},
                      {"c.f90"}};
    const std::string text = to_text(coverage);
    EXPECT_THAT(text, HasSubstr("none.c\n  has no loops\n"));
    EXPECT_THAT(text, HasSubstr("broken.c\n  is left out: broken.c:1:2: expected ';' [E103]\n"));
    EXPECT_THAT(
        text, HasSubstr("4 files\n"
                        "          loops                          work\n"
                        "  file    in all  in regions  changed      in all  in regions   changed\n"
                        "  b.c          1           0        0      75.0 %       0.0 %     0.0 %\n"
                        "  a.c          1           0        0      25.0 %       0.0 %     0.0 %\n"
                        "  in all       2           0        0     100.0 %       0.0 %     0.0 %\n"
                        "  Left out, with their share of the work:\n"
                        "    100.0 %  2 loops: a call may have side effects [R107]\n"));
    EXPECT_THAT(text, HasSubstr("  Files that could not be read:\n    broken.c\n"
                                "  Files in other languages:\n    c.f90\n"));
}

TEST(CoverageText, FilesWithoutLoops) { EXPECT_EQ(text_of({}), "a.c\n  has no loops\n"); }

TEST(CoverageJson, HasTheLoopsOfEachFile)
{
    const std::string json = to_json(
        {{{"a.c",
           {loop("f", 2, LoopFate::left_out, 10,
                 {reason(DiagnosticKind::unmodelled_call, 2, "a \"call\"", "move it")})}}}});
    EXPECT_THAT(json, HasSubstr("\"fate\": \"left out\""));
    EXPECT_THAT(json, HasSubstr("\"message\": \"a \\\"call\\\"\""));
    EXPECT_THAT(json, HasSubstr("\"help\": \"move it\""));
}

} // namespace
} // namespace espalier::report
