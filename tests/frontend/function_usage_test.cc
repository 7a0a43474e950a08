// Which values of variables come into a region, and which are read after it.

#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

struct Use {
    const char *name;
    const char *function; ///< where `@` is, the region stands
    bool is_temporary, is_dead_after;
};

/// It uses the scalar `v`.
constexpr const char *region = R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        v = a[i];
        a[i] = v * v;
    }
#pragma endscop
)";

class FunctionUses : public testing::TestWithParam<Use> {};

TEST_P(FunctionUses, OfAScalarAreFound)
{
    presburger::Context context;
    std::string body = GetParam().function;
    body.replace(body.find('@'), 1, region);
    const program::Program program = test::extract_program(
        fmt::format("double a[100], w; void f(int n, double p) {{ {} }}", body), context);
    const auto scalar = std::ranges::find(program.arrays, "v", &program::Array::name);
    ASSERT_NE(scalar, program.arrays.end());
    EXPECT_EQ(scalar->is_local, GetParam().is_temporary);
    EXPECT_EQ(scalar->is_dead_after, GetParam().is_dead_after);
}

constexpr Use uses[] = {
    {"NowhereElse", "double v; @", true, true},
    {"ReadBehind", "double v; @ w = v;", false, false},
    {"OverwrittenBehind", "double v; @ v = 1; w = v;", true, true},
    {"OverwrittenWithItself", "double v; @ v = v + 1; w = v;", false, false},
    {"OverwrittenInABranch", "double v; @ if (n > 3) v = 1; w = v;", false, false},
    {"OverwrittenInTheBranchThatReads", "double v; @ if (n > 3) { v = 1; w = v; }", true, true},
    {"OverwrittenByAFirstClause", "double v; @ for (v = 0; v < 3; v += 1) w += v;", true, true},
    {"OverwrittenByAFirstClauseWithItself", "double v; @ for (v = v + 1; v < 3; v += 1) w += v;",
     false, false},
    {"OnlyAssignedBehind", "double v; @ v = 3;", true, true},
    {"JumpPastTheNewValue", "double v; @ if (n > 3) goto out; v = 1; out: w = v;", false, false},
    {"JumpsElsewhere", "double v; @ v = 1; w = v; if (n > 3) goto out; w = 2; out: ;", true, true},
    {"SetAhead", "double v = 3; @", true, true},
    {"ReadAhead", "double v = 3; w = v; @", true, true},
    {"ReadAheadInALoop", "double v = 3; for (int t = 0; t < n; t++) { w = v; @ }", false, false},
    {"SetAndReadAheadInALoop", "double v; for (int t = 0; t < n; t++) { v = t; w += v; @ }", true,
     true},
    {"SetByTheLoopsFirstClause", "double v; for (v = 0; v < 3; v++) { w += v; @ }", false, false},
    {"SetBehindInALoop", "double v = 0; for (int t = 0; t < n; t++) { w += v; @ v = 1; }", false,
     false},
    {"DeclaredInALoop", "for (int t = 0; t < n; t++) { double v; @ }", true, true},
    {"JumpedTo", "double v; @ if (n > 3) goto end; v = 1; end: w = v;", false, false},
};

INSTANTIATE_TEST_SUITE_P(Function, FunctionUses, testing::ValuesIn(uses),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace espalier::frontend
