// Copies of arrays for the iterations of a loop: what is copied out, what the check finds if that
// is missing or a value is carried, and what is refused.

#include "espalier/transform/own_copy.h"

#include "espalier/transform/arrays.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "tests/support/scops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class OwnCopies : public test::TransformedRegion {};

constexpr const char *static_row = "static double row[100];\n";

constexpr const char *lines = R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
S1:         row[j] = C[i][j] * 2;
        for (int j = 0; j < n; j++)
S2:         D[i][j] = row[j] + row[n - 1 - j];
    }
#pragma endscop
)";

/// Without the statement that copies out what stays.
MatrixView without_last(MatrixView view, const std::string &label)
{
    std::erase_if(view.statements, [&](const Statement &one) { return one.label == label; });
    std::erase_if(view.program.statements,
                  [&](const program::Statement &one) { return one.name() == label; });
    return view;
}

TEST_F(OwnCopies, StaticRowOfEachLine)
{
    region_is(lines, static_row);
    const MatrixView own = with_own_copy(view(), "row", {0});
    EXPECT_EQ(find_irregularity(own), std::nullopt);
    EXPECT_THAT(explanations(own), IsEmpty());
    EXPECT_THAT(code(own), AllOf(HasSubstr("double row_own[100]"), HasSubstr("== (long)n - 1"),
                                 HasSubstr("row[c1] = row_own[c1];")));
    expect_same_output(own);
    expect_same_output_in_parallel(own);
}

TEST_F(OwnCopies, WhatStaysHasToBeCopiedOut)
{
    region_is(lines, static_row);
    const MatrixView own = without_last(with_own_copy(view(), "row", {0}), "last_row");
    EXPECT_THAT(explanations(own), Each(HasSubstr("row_own")));
    EXPECT_THAT(explanations(own), SizeIs(1));
}

TEST_F(OwnCopies, ValuesThatAreCarriedAreFound)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
S1:         row[j] = row[j] * 0.5 + C[i][j];
        for (int j = 0; j < n; j++)
S2:         D[i][j] = row[j] + row[n - 1 - j];
    }
#pragma endscop
)",
              static_row);
    EXPECT_THAT(explanations(with_own_copy(view(), "row", {0})), Not(IsEmpty()));
    EXPECT_THAT(parallel_explanations(with_own_copy(view(), "row", {0})), Not(IsEmpty()));
}

TEST_F(OwnCopies, EachElementIsWrittenLastByAnotherIteration)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n - i; j++)
S1:         row[j] = C[i][j] * 2;
        for (int j = 0; j < n - i; j++)
S2:         D[i][j] = row[j] + row[n - 1 - i - j];
    }
#pragma endscop
)",
              static_row);
    const MatrixView own = with_own_copy(view(), "row", {0});
    EXPECT_THAT(explanations(own), IsEmpty());
    expect_same_output(own);
    expect_same_output_in_parallel(own);
    EXPECT_THAT(explanations(without_last(own, "last_row")), Not(IsEmpty()));
}

TEST_F(OwnCopies, NothingIsCopiedOutOfWhatNobodyReads)
{
    region_is(R"(
    double row[100], factor;
#pragma scop
    for (int i = 0; i < n; i++) {
        factor = x[i];
        for (int j = 0; j < n; j++)
S1:         row[j] = C[i][j] * factor;
        for (int j = 0; j < n; j++)
S2:         D[i][j] = row[j] + row[n - 1 - j];
    }
#pragma endscop
)");
    const MatrixView own = with_own_copy(view(), "row", {0});
    EXPECT_THAT(explanations(own), IsEmpty());
    EXPECT_THAT(code(own), Not(HasSubstr("= row_own[c1];")));
    expect_same_output(own);
}

TEST_F(OwnCopies, BoundaryThatIsNeverWrittenIsReadWhereItIs)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 50; j++)
S1:         row[j] = C[i][j] * 2;
        for (int j = 0; j < 50; j++)
S2:         D[i][j] = row[j] + row[99];
    }
#pragma endscop
)",
              static_row);
    EXPECT_THAT(code(with_own_copy(view(), "row", {0})), HasSubstr("row_own[c1] + row[99]"));
}

TEST_F(OwnCopies, Scalar)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
S1:     factor = x[i] * 2;
S2:     z[i] = factor + y[i] * factor;
    }
#pragma endscop
)",
              "double factor;\n");
    const MatrixView own = with_own_copy(view(), "factor", {0});
    EXPECT_THAT(explanations(own), IsEmpty());
    EXPECT_THAT(code(own), HasSubstr("factor = factor_own;"));
    expect_same_output_in_parallel(own);
    EXPECT_THAT(explanations(without_last(own, "last_factor")), SizeIs(1));
}

TEST_F(OwnCopies, OneElementIsCopiedWithoutLoops)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += D[i][k] * D[k][j];
        }
#pragma endscop
)");
    const MatrixView own = with_own_copy(view(), "C", {0, 0});
    EXPECT_THAT(explanations(own), IsEmpty());
    EXPECT_THAT(code(own), HasSubstr("C[c0][c1] = C_own;"));
    EXPECT_EQ(test::statement(own, "last_C").depth(), 2U);
    expect_same_output_in_parallel(own);
}

/// Each iteration stays in one row of the matrix, of which only the last step's values stay.
TEST_F(OwnCopies, OfOneRow)
{
    region_is(R"(
#pragma scop
    for (int t = 0; t < n; t++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                C[i][j] = D[i][j] * 2;
            for (int j = 0; j < n; j++)
                D[i][j] = C[i][j] + C[i][n - 1 - j];
        }
#pragma endscop
)");
    const program::Program &program = view().program;
    const isl::union_map lasting = dependence::lasting_writes(
        program, dependences, find_array(program, "C"), program::instances(program));
    const MatrixView own = with_own_copy(view(), "C", {0, 0}, lasting);
    EXPECT_THAT(explanations(own), IsEmpty());
    EXPECT_THAT(code(own), AllOf(HasSubstr("double *const C_own"), HasSubstr("C_own[c2] = "),
                                 HasSubstr("c0 == (long)n - 1"), Not(HasSubstr("C_own[c1]"))));
    expect_same_output(own);
    const MatrixView none =
        with_own_copy(view(), "C", {0, 0}, isl::union_map::empty(context.get()));
    EXPECT_THAT(explanations(none), SizeIs(1)) << "what stays is missing";
}

/// What is compared with other memory at run time has to be accessed.
TEST_F(OwnCopies, WhatIsComparedIsCopiedOut)
{
    region_is(R"(
#pragma scop
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                p[j] = D[i][j] * 2;
            for (int j = 0; j < n; j++)
                q[i] += p[j] * p[n - 1 - j];
        }
#pragma endscop
)",
              "static double *p, *q;\n");
    expect_refused(
        [&] { with_own_copy(view(), "p", {0, 0}, isl::union_map::empty(context.get())); },
        "`p` is compared with other memory at run time");
}

TEST_F(OwnCopies, Refusals)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (x[j] > 0)
                row[j] = C[i][j];
        for (int j = 0; j < n; j++)
            D[i][j] = row[j];
    }
#pragma endscop
)",
              static_row);
    expect_refused([&] { with_own_copy(view(), "row", {0}); }, "nothing in the loop [0] surely");
    expect_refused([&] { with_own_copy(view(), "x", {0}); }, "nothing in the loop [0] surely");
    expect_refused([&] { with_own_copy(view(), "what", {0}); }, "there is no array or scalar");
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 1; j < n; j++)
            row[j] = C[i][j];
        for (int j = 0; j < n; j++)
            if (x[j] > 0)
                row[j] = C[i][0];
    }
#pragma endscop
)",
              static_row);
    expect_refused([&] { with_own_copy(view(), "row", {0}); },
                   "may write elements of `row` that it does not surely write");
}

} // namespace
} // namespace espalier::transform
