#include "espalier/codegen/marked_plan.h"

#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::codegen {
namespace {

class MarkedPlanTest : public testing::Test {
protected:
    /// The directives of the plan for one loop with a body, to run in vector lanes.
    std::vector<Directive> directives(const std::string &body, bool parallel)
    {
        test::AnalyzedRegion region = test::analyzed(
            test::extract_program("double sqrt(double);\ndouble fabs(double);\n" +
                                      test::in_function("for (int i = 1; i < n; i++) " + body),
                                  context));
        transform::Scop scop =
            with_kind(transform::original_scop(region.program), {0}, transform::LoopKind::vector);
        std::vector<Directive> result;
        for (const ParallelMark &mark :
             marked_plan({{}, parallel}, region.program, region.dependences, schedule_tree(scop))
                 .parallel_loops)
            result.push_back(mark.directive);
        return result;
    }

    presburger::Context context;
};

TEST_F(MarkedPlanTest, VectorLoops)
{
    EXPECT_EQ(directives("x[i] = 2 * y[i];", true), std::vector{Directive::simd});
    EXPECT_EQ(directives("x[i] = 2 * y[i];", false), std::vector{Directive::ivdep});
    EXPECT_EQ(directives("x[0] += y[i];", false), std::vector{Directive::ordered_sums});
}

/// Compilers warn where OpenMP asks for vectors that they do not have.
TEST_F(MarkedPlanTest, NoVectorsOfFunctionsWithOpenmp)
{
    EXPECT_EQ(directives("x[i] = sqrt(y[i]);", true), std::vector<Directive>{});
    EXPECT_EQ(directives("x[i] = sqrt(y[i]);", false), std::vector{Directive::ivdep});
    EXPECT_EQ(directives("x[i] = fabs(y[i]);", true), std::vector{Directive::simd});
}

} // namespace
} // namespace espalier::codegen
