// Sums of signed integers that threads and lanes collect.

#include "espalier/dependence/reductions.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/compiled.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::targets {
namespace {

using testing::HasSubstr;
using testing::Not;
using transform::LoopKind;

class ModularSums : public test::TransformedRegion {
protected:
    /// The file, where loops of these kinds collect all reductions.
    std::string collecting(const transform::MatrixView &view) const
    {
        const schedule::Tree tree =
            test::privatized(transform::schedule_tree(view),
                             {{}, dependence::find_reductions(file->regions.front().program)});
        return test::transformed(*file, transform::with_roles_of(view, tree));
    }
};

/// What a loop renames, a loop inside leaves so for what comes after it.
TEST_F(ModularSums, ALoopInsideAnotherOneCollectsInTheSameVariable)
{
    region_is(R"(
    static int total = 3;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            total += i * j;
        total -= 2 * i;
    }
#pragma endscop
    x[0] = total;
)");
    transform::MatrixView both = transform::with_kind(view(), {0}, LoopKind::parallel);
    both = transform::with_kind(both, {0, 0}, LoopKind::vector);
    const std::string text = collecting(both);
    EXPECT_THAT(text, HasSubstr("unsigned int x0 = total;"));
    EXPECT_THAT(text, HasSubstr("#pragma omp simd reduction(+: x0)"));
    EXPECT_THAT(text, HasSubstr("x0 -= "));
    EXPECT_THAT(text, Not(HasSubstr("x1")));
    EXPECT_EQ(test::output_of(text), test::output_of(file->text)) << text;
}

TEST_F(ModularSums, ArraysAreCollectedThroughPointers)
{
    region_is(R"(
    int counts[4][2] = {{0}};
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            counts[j % 4][j % 2] += i;
#pragma endscop
    for (int k = 0; k < n; k++)
        x[k] = counts[k % 4][k % 2];
)");
    const std::string text = collecting(transform::with_kind(view(), {0}, LoopKind::parallel));
    EXPECT_THAT(text, HasSubstr("unsigned int (*x0)[2] = (unsigned int (*)[2])counts;"));
    EXPECT_THAT(text, HasSubstr("reduction(+: x0[0:4][0:2])"));
    EXPECT_EQ(test::output_of(text), test::output_of(file->text)) << text;
}

} // namespace
} // namespace espalier::targets
