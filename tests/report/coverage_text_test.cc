// Reports on coverage: counts by functions, and reasons in the order of the work that they keep.

#include "espalier/report/coverage_text.h"

#include <gtest/gtest.h>

namespace espalier::report {
namespace {

Diagnostic reason(DiagnosticKind kind, unsigned line, const std::string &message)
{
    return {Severity::remark, kind, {"a.c", line, 5, ""}, message};
}

TEST(CoverageText, CountsLoopsByFunctions)
{
    const std::vector<CoveredLoop> loops = {
        {"f", {"a.c", 2, 5, ""}, 1, false, LoopFate::changed},
        {"f", {"a.c", 3, 9, ""}, 2, true, LoopFate::changed},
        {"longer", {"a.c", 9, 5, ""}, 1, true, LoopFate::kept},
    };
    EXPECT_EQ(to_text("a.c", loops), "a.c\n"
                                     "  function  loops  in regions  changed     of work\n"
                                     "  f             2           2        2     100.0 %\n"
                                     "  longer        1           1        0       0.0 %\n"
                                     "  in all        3           3        2      99.0 %\n");
}

TEST(CoverageText, RanksReasonsByTheWorkTheyKeep)
{
    const std::vector<CoveredLoop> loops = {
        {"f",
         {"a.c", 2, 5, ""},
         1,
         true,
         LoopFate::unmodelled,
         {reason(DiagnosticKind::unmodelled_call, 2, "a call")}},
        {"f",
         {"a.c", 4, 5, ""},
         1,
         false,
         LoopFate::unmodelled,
         {reason(DiagnosticKind::unmodelled_loop, 5, "a loop")}},
        {"f",
         {"a.c", 5, 9, ""},
         2,
         true,
         LoopFate::unmodelled,
         {reason(DiagnosticKind::unmodelled_loop, 5, "a loop")}},
    };
    const std::string text = to_text("a.c", loops);
    const std::size_t loop = text.find("a loop [R102]\n    a.c:5:5\n    help: "),
                      call = text.find("a call [R107]\n    a.c:2:5\n    help: ");
    ASSERT_NE(loop, std::string::npos) << text;
    ASSERT_NE(call, std::string::npos) << text;
    EXPECT_LT(loop, call);
}

TEST(CoverageText, ListsFivePlacesOfAReason)
{
    std::vector<CoveredLoop> loops;
    for (unsigned line = 1; line <= 7; ++line)
        loops.push_back({"f",
                         {"a.c", line, 5, ""},
                         1,
                         true,
                         LoopFate::unmodelled,
                         {reason(DiagnosticKind::unmodelled_loop, line, "a loop")}});
    const std::string text = to_text("a.c", loops);
    EXPECT_NE(text.find("    a.c:5:5\n    and 2 more\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("a.c:6:5"), std::string::npos) << text;
}

TEST(CoverageText, FilesWithoutLoops) { EXPECT_EQ(to_text("a.c", {}), "a.c\n  has no loops\n"); }

} // namespace
} // namespace espalier::report
