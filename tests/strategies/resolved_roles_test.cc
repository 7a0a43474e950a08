#include "espalier/strategies/resolved_roles.h"

#include "espalier/schedule/loops.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::strategies {
namespace {

using schedule::LoopKind;

class ResolvedRoles : public testing::Test {
protected:
    /// The kinds of the loops with roles in the plan for one loop with a body, to run in vector
    /// lanes.
    std::vector<LoopKind> kinds(const std::string &body, bool parallel)
    {
        test::AnalyzedRegion region = test::analyzed(
            test::extract_program("double sqrt(double);\ndouble fabs(double);\n" +
                                      test::in_function("for (int i = 1; i < n; i++) " + body),
                                  context));
        transform::MatrixView view =
            with_kind(transform::original_view(region.program), {0}, transform::LoopKind::vector);
        std::vector<LoopKind> result;
        const schedule::Tree tree = with_resolved_roles({{}, parallel}, region.program,
                                                        region.dependences, schedule_tree(view));
        for (const schedule::Loop &loop : schedule::loops_with_roles(tree))
            result.push_back(loop.role()->kind);
        return result;
    }

    presburger::Context context;
};

TEST_F(ResolvedRoles, VectorLoops)
{
    EXPECT_EQ(kinds("x[i] = 2 * y[i];", true), std::vector{LoopKind::vector});
    EXPECT_EQ(kinds("x[i] = 2 * y[i];", false), std::vector{LoopKind::vector});
    EXPECT_EQ(kinds("x[0] += y[i];", false), std::vector{LoopKind::strict_vector});
}

/// Compilers warn where OpenMP asks for vectors that they do not have.
TEST_F(ResolvedRoles, NoVectorsOfFunctionsWithOpenmp)
{
    EXPECT_EQ(kinds("x[i] = sqrt(y[i]);", true), std::vector<LoopKind>{});
    EXPECT_EQ(kinds("x[i] = sqrt(y[i]);", false), std::vector{LoopKind::vector});
    EXPECT_EQ(kinds("x[i] = fabs(y[i]);", true), std::vector{LoopKind::vector});
}

/// What parallel loops depend on is of interest with threads alone.
TEST_F(ResolvedRoles, NeedOfDependences)
{
    auto with = [&](LoopKind kind) {
        const program::Program program = test::extract_program(
            test::in_function("for (int i = 1; i < n; i++) x[i] = y[i];"), context);
        return schedule_tree(with_kind(transform::original_view(program), {0}, kind));
    };
    const CpuStrategy threads{{}, true}, none{{}, false};
    EXPECT_FALSE(has_roles_to_resolve(threads, with(LoopKind::sequential)));
    EXPECT_TRUE(has_roles_to_resolve(threads, with(LoopKind::parallel)));
    EXPECT_FALSE(has_roles_to_resolve(none, with(LoopKind::parallel)));
    EXPECT_TRUE(has_roles_to_resolve(none, with(LoopKind::vector)));
}

} // namespace
} // namespace espalier::strategies
