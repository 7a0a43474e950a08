// Where arrays that the region declares are declared.

#include "espalier/lowering/buffer_scopes.h"

#include "espalier/schedule/loops.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/pack.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

class BufferScopes : public test::TransformedRegion {
protected:
    /// A product in tiles, with packed operands.
    transform::MatrixView packed_product(const transform::Beta &loop)
    {
        region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[i][k] * E[k][j];
#pragma endscop
)");
        transform::MatrixView tiled = transform::tile(view(), {0, 0, 0}, {8, 8, 8});
        return transform::pack(transform::pack(tiled, "E", loop), "D", {0, 0, 0});
    }

    static LoweredPlan scoped(const transform::MatrixView &view,
                              const schedule::Privatization &own = {})
    {
        return with_buffer_scopes(
            {view.program, test::privatized(transform::schedule_tree(view), own)});
    }
};

TEST_F(BufferScopes, ALoopThatFillsThemInEachIteration)
{
    transform::MatrixView packed = packed_product({0, 0, 0});
    std::size_t count = packed.program.arrays.size();
    EXPECT_THAT(scoped(packed).buffers,
                ElementsAre(Pair("buffers0", ElementsAre(count - 2, count - 1))));
    EXPECT_THAT(code(packed), HasSubstr(R"(
            for (long c2 = 0; c2 < n; c2 += 8) {
                double E_packed[8][8] __attribute__((aligned(64)));
                double D_packed[8][8] __attribute__((aligned(64)));
)"));
    expect_same_output(packed);
}

/// Array contraction.
TEST_F(BufferScopes, OneElementInEachIterationIsAScalar)
{
    region_is(R"(
#pragma scop
    for (int o = 0; o < n; o++) {
        double t[40];
        for (int i = 0; i < n; i++) {
            t[i] = x[i] * 0.5;
            t[i] += y[o];
            z[i] += t[i] * t[i];
        }
    }
#pragma endscop
)");
    const transform::MatrixView padded = transform::pad(view(), "t", 0, 3);
    EXPECT_THAT(code(padded), HasSubstr("double t = x[c1] * 0.5;"));
    EXPECT_THAT(code(padded), HasSubstr("z[c1] += t * t;"));
    expect_same_output(padded);
}

TEST_F(BufferScopes, NotALoopWhoseIterationsPassValuesOn)
{
    region_is(R"(
#pragma scop
    for (int o = 0; o < n; o++) {
        double t[40];
        t[0] = x[o];
        for (int i = 0; i < n; i++)
            t[i + 1] = t[i] * 0.5 + y[i];
        z[o] += t[n];
    }
#pragma endscop
)");
    transform::MatrixView padded = transform::pad(view(), "t", 0, 3);
    EXPECT_THAT(code(padded), HasSubstr(R"(
    for (long c0 = 0; c0 < n; c0++) {
        double t[43];
)"));
    expect_same_output(padded);
}

TEST_F(BufferScopes, NoLoopAtAllWhereTheOutermostOnePassesValuesOn)
{
    region_is(R"(
#pragma scop
    double t[40];
    t[0] = 1;
    for (int i = 0; i < n; i++) {
        t[i + 1] = t[i] * 0.5 + y[i];
        z[i] += t[i + 1];
    }
#pragma endscop
)");
    transform::MatrixView padded = transform::pad(view(), "t", 0, 3);
    EXPECT_THAT(scoped(padded).buffers, IsEmpty());
    expect_same_output(padded);
}

TEST_F(BufferScopes, ThreadsNeedNoCopiesOfWhatTheirIterationsDeclare)
{
    transform::MatrixView packed = packed_product({0, 0, 0});
    std::size_t count = packed.program.arrays.size();
    transform::MatrixView marked = transform::with_kind(packed, {0}, transform::LoopKind::parallel);
    const std::vector<schedule::Loop> loops =
        schedule::loops_with_roles(scoped(marked, {{0, count - 2, count - 1}}).tree);
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_THAT(loops.front().role()->own.private_arrays, ElementsAre(0));
    std::string text = expect_same_output_in_parallel(packed);
    EXPECT_THAT(text, HasSubstr("#pragma omp parallel for\n"));
}

TEST_F(BufferScopes, ArraysOfTheSourceStayWhereTheyAre)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        double t = x[i];
        y[i] += t;
    }
#pragma endscop
)");
    EXPECT_THAT(scoped(view()).buffers, IsEmpty());
}

} // namespace
} // namespace espalier::lowering
