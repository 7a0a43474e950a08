// Transformations of data layout: what they make of declarations and subscripts, what the code
// does, and which of them the check refuses.

#include "espalier/transform/layout.h"

#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Layout : public test::TransformedRegion {};

/// Figure 5 of the paper: three loops that can be fused, and a local array.
constexpr const char *three_loops = R"(
    double A[64];
#pragma scop
    for (int i = 0; i < n; i++)
S1:     A[i] = 2 * x[i];
    for (int i = 0; i < n; i++)
S2:     y[i] = A[i] + 1;
    for (int i = 0; i < n; i++)
S3:     z[i] = A[i] * y[i];
#pragma endscop
)";

TEST_F(Layout, ContractionToAScalarAfterFusion)
{
    region_is(three_loops);
    MatrixView fused = fusion(fusion(view(), {}, 0), {}, 0);
    MatrixView contracted = contract(fused, "A", 0);
    EXPECT_THAT(explanations(contracted), IsEmpty());
    EXPECT_THAT(code(contracted), HasSubstr("double A_local = 2 * x[c0];"));
    EXPECT_THAT(code(contracted), HasSubstr("y[c0] = A_local + 1;"));
    expect_same_output(contracted);
}

TEST_F(Layout, ContractionBeforeFusionIsRefused)
{
    region_is(three_loops);
    EXPECT_THAT(
        explanations(contract(view(), "A", 0)),
        ElementsAre("S1[i=0] (line 9) writes A_local, which S2[i=0] (line 11) has to see (n "
                    "= 2), but in A_local it finds what S1[i=1] (line 9) wrote",
                    "S1[i=0] (line 9) writes A_local, which S3[i=0] (line 13) has to see (n "
                    "= 2), but in A_local it finds what S1[i=1] (line 9) wrote"));
}

TEST_F(Layout, ContractionCommutesWithFusion)
{
    region_is(three_loops);
    MatrixView first = fusion(fusion(contract(view(), "A", 0), {}, 0), {}, 0);
    EXPECT_THAT(explanations(first), IsEmpty());
    expect_same_output(first);
}

TEST_F(Layout, WrongFusionIsReportedAsSuch)
{
    region_is(three_loops);
    MatrixView fused = fusion(fusion(view(), {}, 0), {}, 0);
    MatrixView delayed =
        contract(shift(fused, {0, 0}, 0, constant_value(fused.program, "1")), "A", 0);
    EXPECT_THAT(explanations(delayed),
                testing::Contains(HasSubstr("but schedule dimension 0 has 1 for the first and 0")));
}

constexpr const char *pipeline = R"(
    double A[64];
#pragma scop
    for (int i = 0; i < n; i++) {
S1:     A[i] = x[i];
        if (i >= DISTANCE)
S2:         y[i] = A[i] + A[i - DISTANCE];
    }
#pragma endscop
)";

TEST_F(Layout, RotatingBufferForDistanceOne)
{
    region_is(pipeline, "#define DISTANCE 1\n");
    MatrixView rotating = contract(view(), "A", 0, 2);
    EXPECT_THAT(explanations(rotating), IsEmpty());
    EXPECT_THAT(code(rotating), HasSubstr("double A_local[2];"));
    expect_same_output(rotating);
    EXPECT_THAT(explanations(contract(view(), "A", 0, 1)), Not(IsEmpty()));
}

TEST_F(Layout, RotatingBufferIsTooSmallForDistanceTwo)
{
    region_is(pipeline, "#define DISTANCE 2\n");
    EXPECT_THAT(
        explanations(contract(view(), "A", 0, 2)),
        ElementsAre("S1[i=0] (line 10) writes A_local[0], which S2[i=2] (line 12) has to see "
                    "(n = 3, distance (2)), but in A_local[0] it finds what S1[i=2] (line "
                    "10) wrote"));
    MatrixView large = contract(view(), "A", 0, 3);
    EXPECT_THAT(explanations(large), IsEmpty());
    expect_same_output(large);
}

constexpr const char *scalar = R"(
#pragma scop
    for (int i = FIRST; i < n; i++) {
        double t;
S1:     t = x[i < 0 ? -i : i] * 3;
        for (int j = 0; j < n; j++)
S2:         y[j] += t;
    }
#pragma endscop
)";

TEST_F(Layout, PrivatizationOfAScalar)
{
    region_is(scalar, "#define FIRST 1\n");
    MatrixView expanded = privatize(view(), "t", {0});
    EXPECT_THAT(explanations(expanded), IsEmpty());
    expect_same_output(expanded);
    // The loop can be split only now.
    EXPECT_THAT(explanations(fission(view(), {}, 0, 1)), Not(IsEmpty()));
    MatrixView split = fission(expanded, {}, 0, 1);
    EXPECT_THAT(explanations(split), IsEmpty());
    EXPECT_THAT(code(split), HasSubstr("sizeof(double) * espalier_max(1, n)"));
    expect_same_output(split);
}

TEST_F(Layout, PrivatizationMakesALoopParallel)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        double t[2];
S1:     t[0] = x[i];
S2:     t[1] = x[i] * t[0];
S3:     y[i] = t[0] + t[1];
    }
#pragma endscop
)");
    EXPECT_THAT(parallel_explanations(with_kind(view(), {0}, LoopKind::parallel)), Not(IsEmpty()));
    MatrixView expanded = privatize(view(), "t", {0});
    EXPECT_THAT(parallel_explanations(with_kind(expanded, {0}, LoopKind::parallel)), IsEmpty());
    EXPECT_TRUE(parallelism(view(), 0)) << "with a copy for each thread";
    EXPECT_THAT(expect_same_output_in_parallel(expanded), HasSubstr("#pragma omp parallel for\n"));
    MatrixView too_small = contract(expanded, "t", 0, 4);
    EXPECT_THAT(explanations(too_small), IsEmpty());
    EXPECT_THAT(parallel_explanations(with_kind(too_small, {0}, LoopKind::parallel)),
                testing::Contains(HasSubstr("must not run at the same time")));
    EXPECT_THAT(expect_same_output_in_parallel(too_small), HasSubstr("#pragma omp parallel for\n"));
}

TEST_F(Layout, PrivatizationInALoopThatStartsBelowZero)
{
    region_is(scalar, "#define FIRST -3\n");
    MatrixView expanded = privatize(view(), "t", {0});
    EXPECT_THAT(explanations(expanded), IsEmpty());
    EXPECT_THAT(code(fission(expanded, {}, 0, 1)), HasSubstr("t[c0 + 3]"));
    expect_same_output(expanded);
}

TEST_F(Layout, PrivatizationWithAGivenSize)
{
    region_is(scalar, "#define FIRST 0\n");
    MatrixView expanded =
        privatize(view(), "t", {0}, isl::aff(context.get(), "[n] -> { [] -> [(n + 8)] }"));
    EXPECT_THAT(code(fission(expanded, {}, 0, 1)),
                HasSubstr("sizeof(double) * espalier_max(1, (long)n + 8)"));
    expect_same_output(expanded);
    expect_refused([&] { privatize(view(), "t", {0}, isl::aff(context.get(), "{ [] -> [(8)] }")); },
                   "the size of the new dimension of `t` is too small: the loop can have more "
                   "iterations");
}

TEST_F(Layout, PrivatizationOutsideOfTheLoop)
{
    region_is(R"(
    double t;
#pragma scop
S0: t = 1;
    for (int i = 0; i < n; i++)
S1:     y[i] = t;
#pragma endscop
)");
    expect_refused([&] { privatize(view(), "t", {1}); },
                   "`S0` (line 8) accesses `t` outside of the loop [1]");
}

TEST_F(Layout, Padding)
{
    region_is(three_loops);
    MatrixView padded = pad(view(), "A", 0, 8);
    EXPECT_THAT(explanations(padded), IsEmpty());
    EXPECT_THAT(code(padded), HasSubstr("double A_local[72] __attribute__((aligned(64)));"));
    expect_same_output(padded);
    expect_refused([&] { pad(view(), "A", 0, -1); }, "`A` cannot grow by -1 elements");
    expect_refused([&] { pad(view(), "A", 1, 1); },
                   "`A` has 1 dimensions; it has no dimension 1, counted from 0");
}

TEST_F(Layout, Transposition)
{
    region_is(R"(
#pragma scop
    double A[64][8];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
S1:         A[i][j] = x[i] + j;
    for (int j = 0; j < 8; j++)
        for (int i = 0; i < n; i++)
S2:         y[i] += A[i][j];
#pragma endscop
)");
    MatrixView transposed = transpose(view(), "A", {1, 0});
    EXPECT_THAT(explanations(transposed), IsEmpty());
    EXPECT_THAT(code(transposed), HasSubstr("double A[8][64] __attribute__((aligned(64)));"));
    EXPECT_THAT(code(transposed), HasSubstr("A[c1][c0] = x[c0] + (int)c1;"));
    expect_same_output(transposed);
    expect_refused([&] { transpose(view(), "A", {0, 0}); },
                   "[0, 0] does not name each of the 2 dimensions of `A` once, counted from 0");
}

TEST_F(Layout, OfAnArrayOfVariableLength)
{
    region_is(R"(
    double row[n + 1];
#pragma scop
    for (int i = 1; i <= n; i++)
S1:     row[i] = x[i - 1];
    for (int i = 1; i <= n; i++)
S2:     y[i - 1] = row[i];
#pragma endscop
)");
    MatrixView padded = pad(view(), "row", 0, 3);
    EXPECT_THAT(code(padded), HasSubstr("double *const row_local = (double *)(espalier_memory);"));
    expect_same_output(padded);
    MatrixView fused = contract(fusion(view(), {}, 0), "row", 0);
    EXPECT_THAT(explanations(fused), IsEmpty());
    expect_same_output(fused);
}

TEST_F(Layout, NamesThatTheRegionHas)
{
    region_is(R"(
    double t, t_local;
#pragma scop
    for (int i = 0; i < n; i++) {
S1:     t = x[i];
S2:     t_local = y[i];
S3:     y[i] = t + t_local;
    }
#pragma endscop
)");
    MatrixView expanded = privatize(privatize(view(), "t", {0}), "t_local", {0});
    EXPECT_THAT(explanations(expanded), IsEmpty());
    EXPECT_THAT(code(expanded), HasSubstr("double tt_local = x[c0];"));
    EXPECT_THAT(code(fission(expanded, {}, 0, 2)), HasSubstr("tt_local[c0] + t_local_local[c0]"));
    expect_same_output(expanded);
}

TEST_F(Layout, WhatIsSeenOutsideKeepsItsLayout)
{
    region_is(three_loops);
    for (const auto &change : std::vector<std::function<void()>>{
             [&] { privatize(view(), "x", {0}); }, [&] { contract(view(), "y", 0); },
             [&] { pad(view(), "x", 0, 1); }, [&] { transpose(view(), "x", {0}); }})
        expect_refused(change, "`pack` copies what a loop reads of it");
    expect_refused([&] { contract(view(), "B", 0); },
                   "there is no array or scalar `B`; there are: A, x, y, z");
}

} // namespace
} // namespace espalier::transform
