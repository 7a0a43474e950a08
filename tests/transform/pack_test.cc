// Packing: the copies that are made, what the code does, and what is refused.

#include "espalier/transform/pack.h"

#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Packing : public test::TransformedRegion {};

constexpr const char *product = R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[i][k] * E[k][j];
#pragma endscop
)";

TEST_F(Packing, TilesOfAMatrixProduct)
{
    region_is(product);
    MatrixView tiled = tile(view(), {0, 0, 0}, {16, 16, 8});
    MatrixView packed = pack(pack(tiled, "E", {0, 0, 0}, {1, 0}), "D", {0, 0, 0});
    EXPECT_EQ(find_irregularity(packed), std::nullopt);
    EXPECT_THAT(explanations(packed), IsEmpty());
    std::string text = code(packed);
    EXPECT_THAT(text, HasSubstr("double E_packed[16][8] __attribute__"));
    EXPECT_THAT(text, HasSubstr("double D_packed[16][8] __attribute__"));
    EXPECT_THAT(text, HasSubstr("E_packed[c4 - c1][c3 - c2] = E[c3][c4];"));
    EXPECT_THAT(text, HasSubstr("C[c3][c4] += D_packed[c3 - c0][c5 - c2] * "
                                "E_packed[c4 - c1][c5 - c2];"));
    expect_same_output(packed);
}

TEST_F(Packing, WithoutATile)
{
    region_is(product);
    expect_refused([&] { pack(view(), "E", {0, 0}); },
                   "an iteration of the loop [0, 0] reads `E` over a range of dimension 0, counted "
                   "from 0, that has no constant bound");
}

TEST_F(Packing, OfMoreThanAStackHolds)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 60000; j++)
            for (int k = 0; k < 60000; k++)
S1:             C[i][j] += D[j][k];
#pragma endscop
)");
    expect_refused([&] { pack(view(), "D", {0}); },
                   "an iteration of the loop [0] may read 60000 x 60000 elements of `D`, for all "
                   "that is known, and no stack holds a copy of as many");
}

TEST_F(Packing, OfWhatTheLoopWrites)
{
    region_is(product);
    expect_refused(
        [&] { pack(view(), "C", {0, 0, 0}); },
        "`S1` (line 10) writes `C` in the loop [0, 0, 0], so that a copy of it would not "
        "have the values that are read there");
    expect_refused([&] { pack(view(), "x", {0, 0, 0}); },
                   "there is no array or scalar `x`; there are: C, D, E");
    expect_refused([&] { pack(view(), "D", {0, 0, 0}, {0}); },
                   "[0] does not name each of the 2 dimensions of `D` once");
}

constexpr const char *produced = R"(
#pragma scop
    for (int i = 0; i < n; i++)
S1:     y[i] = x[i] * 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
S2:         z[i] += y[i] * j;
    for (int i = 0; i < n; i++)
S3:     y[i] = 0;
#pragma endscop
)";

TEST_F(Packing, CopiesSeeWhatTheRegionWrote)
{
    region_is(produced);
    expect_refused([&] { pack(view(), "y", {0}); },
                   "`S1` (line 8) writes `y` in the loop [0], so that");
    expect_refused([&] { pack(view(), "x", {1}); }, "nothing in the loop [1] reads `x`");
    MatrixView packed = pack(view(), "y", {1});
    EXPECT_THAT(explanations(packed), IsEmpty());
    EXPECT_THAT(code(packed), HasSubstr("double y_packed = y[c0];"));
    expect_same_output(packed);
    MatrixView twice = pack(packed, "y_packed", {1, 1});
    EXPECT_THAT(explanations(twice), IsEmpty());
    expect_same_output(twice);
}

TEST_F(Packing, ReadersMayRunAfterALaterWrite)
{
    region_is(produced);
    MatrixView packed = pack(strip_mine(view(), {1}, 8), "y", {1});
    MatrixView fused = fusion(strip_mine(packed, {2}, 8), {}, 1);
    MatrixView early = reorder(fused, {1}, {0, 2, 1}); // copy, S3, S2
    EXPECT_THAT(explanations(early), IsEmpty());
    expect_same_output(early);
    MatrixView wrong = reorder(fused, {1}, {2, 0, 1}); // S3, copy, S2
    EXPECT_THAT(explanations(wrong), testing::Contains(HasSubstr("S2[i=0, j=0] (line 11)")));
}

TEST_F(Packing, ACopyBeforeTheWriteIsRefused)
{
    region_is(produced);
    MatrixView packed = pack(strip_mine(view(), {1}, 8), "y", {1});
    MatrixView swapped = reorder(packed, {}, {1, 0, 2});
    EXPECT_THAT(explanations(swapped), Not(IsEmpty()));
    EXPECT_THAT(explanations(swapped),
                testing::Contains(HasSubstr("S1[i=0] (line 8) writes y[0], which S2[i=0, j=0]")));
}

TEST_F(Packing, ASplitStatementOutsideOfTheLoop)
{
    region_is(produced);
    MatrixView peeled = peel(view(), {1}, "1");
    expect_refused([&] { pack(peeled, "y", {2}); },
                   "`S2_1` is outside of the loop [2], and shares its references to `y` with "
                   "another part of `S2` (line 11) inside");
}

TEST_F(Packing, OfPartsInOneLoop)
{
    region_is(produced);
    MatrixView split = peel(strip_mine(view(), {1}, 8), {1, 0}, "2");
    MatrixView packed = pack(split, "y", {1});
    EXPECT_EQ(find_irregularity(packed), std::nullopt);
    EXPECT_THAT(explanations(packed), IsEmpty());
    expect_same_output(packed);
}

TEST_F(Packing, OfConstantElements)
{
    region_is(R"(
    const float table[6][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 1}, {2, 3}};
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
S1:         y[i] += table[2 * j + 1][1] + table[j][0];
#pragma endscop
)");
    MatrixView packed = pack(view(), "table", {0}, {1, 0});
    EXPECT_THAT(explanations(packed), IsEmpty());
    EXPECT_THAT(code(packed), HasSubstr(" float table_packed[2][6];"));
    expect_same_output(packed);
}

TEST_F(Packing, BufferIsPrivateToThreads)
{
    region_is(product);
    MatrixView packed = pack(tile(view(), {0, 0, 0}, {16, 16, 8}), "E", {0, 0, 0});
    EXPECT_THAT(expect_same_output_in_parallel(packed), HasSubstr("#pragma omp parallel for\n"))
        << "the loop declares it";
    EXPECT_FALSE(parallelism(packed, 2));
}

} // namespace
} // namespace espalier::transform
