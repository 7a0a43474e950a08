// What the scheduler and the strategy for CPUs make of a program, as a script.

#include "espalier/dependence/proximity.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/scheduler/scheduler.h"
#include "espalier/script/emission.h"
#include "espalier/script/script.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::script {
namespace {

schedule::Tree automatic_tree(const test::AnalyzedRegion &region)
{
    std::vector<dependence::ProximityGroup> groups = dependence::proximity_groups(
        region.program, schedule::original_schedule_without_kills(region.program), 64);
    scheduler::Options options;
    options.strategy = scheduler::Strategy::cpu;
    scheduler::Result found = scheduler::compute_schedule(region.constraints, groups, options);
    schedule::Tree ordered = schedule::with_sets_ordered(*found.tree);
    return strategies::tiled({{}, true}, region.program, region.dependences, ordered).tree;
}

TEST(Emission, SaysNothingWhereNothingChanges)
{
    presburger::Context context;
    program::Program program = test::extract_program(
        test::in_function("for (int i = 0; i < n; i++) x[i] = y[i];"), context);
    transform::MatrixView view = transform::original_view(program);
    EXPECT_EQ(emit(view, view), "");
}

TEST(Emission, GivesRowsWithoutNameAsFunctions)
{
    presburger::Context context;
    program::Program program =
        test::extract_program(test::in_function("for (int i = 0; i < n; i++) S1: x[i] = y[i];"
                                                "for (int i = 0; i < n; i++) S2: y[i] = x[i];"),
                              context);
    transform::MatrixView original = transform::original_view(program);
    transform::MatrixView target =
        transform::with_explicit_schedule(original, {0, 0}, "{ S1[i] -> [(2i)] }");
    target = transform::with_explicit_schedule(target, {1, 0}, "[n] -> { S2[i] -> [(n + 2i)] }");
    target = transform::fusion(target, {}, 0);
    std::string script = emit(original, target);
    EXPECT_NE(script.find("schedule("), std::string::npos) << script;
    Result result = run({"emitted.lua", script}, {{"f", {}, original}}, {});
    EXPECT_TRUE(is_equal(transform::schedule_tree(result.regions.front().view),
                         transform::schedule_tree(target)))
        << script;
}

class EmissionOfKernels : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EmissionOfKernels, NamesAllTransformations)
{
    // Statements of one tile with point loops of their own (strategies/point_loops.h).
    const bool has_point_loops_apart = GetParam().stem() == "covariance";
    presburger::Context context;
    for (const test::AnalyzedRegion &region : test::analyzed_regions(GetParam(), context)) {
        transform::MatrixView original = transform::original_view(region.program);
        transform::MatrixView target = transform::with_kinds_alone(
            transform::matrix_view(region.program, automatic_tree(region)));
        std::string script = emit(original, target);
        EXPECT_TRUE(has_point_loops_apart || script.find("schedule(") == std::string::npos)
            << script;
        Result result = run({"emitted.lua", script}, {{"f", {}, original}}, {});
        EXPECT_TRUE(is_equal(transform::schedule_tree(result.regions.front().view),
                             transform::schedule_tree(target)))
            << script;
    }
}

INSTANTIATE_TEST_SUITE_P(Kernels, EmissionOfKernels,
                         testing::ValuesIn(test::files(ESPALIER_KERNELS, ".c")),
                         [](const auto &info) { return test::test_name(info.param); });

} // namespace
} // namespace espalier::script
