#include "espalier/dependence/proximity.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/scheduler/scheduler.h"
#include "tests/support/inputs.h"

#include <gtest/gtest.h>

/// The schedules that section 6 of Spatial Locality (2018) gives. Statements count from S0 here,
/// and loops have the names of the kernels in bench/; leaves of a sequence have their positions for
/// a last dimension.
namespace espalier::scheduler {
namespace {

class SpatialExamples : public testing::Test {
protected:
    void schedule(const std::string &kernel, Strategy strategy)
    {
        auto regions = test::analyzed_regions(ESPALIER_KERNELS "/" + kernel + ".c", context);
        ASSERT_EQ(regions.size(), 1U);
        const test::AnalyzedRegion &region = regions.front();
        Options options;
        options.strategy = strategy;
        result = compute_schedule(
            region.constraints,
            dependence::proximity_groups(region.program,
                                         schedule::original_schedule_without_kills(region.program),
                                         options.line),
            options);
        ASSERT_TRUE(result.tree) << result.reason;
    }

    /// \param order  { S[i] -> [t] }
    void expect_order(const std::string &order) const
    {
        isl::union_map found =
            schedule::schedule_relation(schedule::with_sets_ordered(*result.tree));
        isl::union_map wanted =
            isl::union_map(context.get(), order).intersect_domain(result.tree->domain());
        EXPECT_TRUE(found.is_equal(wanted)) << schedule::to_text(*result.tree);
    }

    bool has_mark(const schedule::Node &node, const std::string &name) const
    {
        if (node.is<schedule::Mark>() && node.as<schedule::Mark>().name == name)
            return true;
        for (const schedule::NodePtr &child : node.children())
            if (has_mark(*child, name))
                return true;
        return false;
    }

    presburger::Context context;
    Result result;
};

/// j is innermost: it carries the spatial locality of tmp, B, C and D.
TEST_F(SpatialExamples, TwoMatrixProductsForCpus)
{
    schedule("2mm", Strategy::cpu);
    expect_order("{ S0[i, j] -> [0, i, 0, j, 0]; S1[i, j, k] -> [0, i, k, j, 1];"
                 "  S2[i, l] -> [1, i, 0, l, 0]; S3[i, l, j] -> [1, i, j, l, 1] }");
}

/// j is the first coincident member, and goes to the x threads.
TEST_F(SpatialExamples, TwoMatrixProductsForGpus)
{
    schedule("2mm", Strategy::gpu);
    expect_order("{ S0[i, j] -> [0, j, i, 0, 0]; S1[i, j, k] -> [0, j, i, k, 1];"
                 "  S2[i, l] -> [1, l, i, 0, 0]; S3[i, l, j] -> [1, l, i, j, 1] }");
    EXPECT_TRUE(has_mark(result.tree->node(), "coalesced: 0"));
}

TEST_F(SpatialExamples, LuForCpus)
{
    schedule("lu", Strategy::cpu);
    expect_order("{ S0[i, j, k] -> [i, k, j, 0]; S1[i, j] -> [i, j, j, 1];"
                 "  S2[i, j, k] -> [i, k, j, 2] }");
    EXPECT_TRUE(result.tree->root().child(0).as<schedule::Band>().is_permutable);
}

TEST_F(SpatialExamples, LuForGpus)
{
    schedule("lu", Strategy::gpu);
    expect_order("{ S0[i, j, k] -> [k, 1, j, i, 0]; S1[i, j] -> [j, 0, i, 0, 0];"
                 "  S2[i, j, k] -> [k, 1, j, i, 1] }");
    EXPECT_TRUE(has_mark(result.tree->node(), "coalesced: 0"));
}

} // namespace
} // namespace espalier::scheduler
