// Layouts of data that are wrong in one way each, and what the check says of them.

#include "espalier/dependence/storage.h"

#include "espalier/dependence/explanations.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/pack.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>

namespace espalier::dependence {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Kind = Violation::Kind;

class Storage : public test::TransformedRegion {
protected:
    std::vector<Kind> kinds(const transform::MatrixView &view,
                            const schedule::Privatization &own = {}) const
    {
        std::vector<Kind> result;
        for (const Violation &violation :
             storage_violations(file->regions.front().program, dependences, view.program,
                                test::privatized(transform::schedule_tree(view), own)))
            result.push_back(violation.kind);
        return result;
    }

    /// Copies of one array.
    static schedule::Privatization copies_of(const transform::MatrixView &view,
                                             const std::string &array)
    {
        auto found = std::ranges::find(view.program.arrays, array, &program::Array::name);
        return {{std::size_t(found - view.program.arrays.begin())}};
    }
};

constexpr const char *local_row = R"(
    double A[64][2];
#pragma scop
    for (int i = 0; i < n; i++) {
S1:     A[i][0] = x[i];
S2:     A[i][1] = y[i];
S3:     z[i] = A[i][0] + A[i][1];
    }
#pragma endscop
)";

TEST_F(Storage, SameLayoutIsCheckedForOrderAlone)
{
    region_is(local_row);
    EXPECT_THAT(kinds(view()), IsEmpty());
    EXPECT_THAT(kinds(transform::reorder(view(), {0}, {0, 2, 1})), ElementsAre(Kind::flow));
}

TEST_F(Storage, AnotherWriteInBetween)
{
    region_is(local_row);
    EXPECT_THAT(kinds(transform::contract(view(), "A", 0)), IsEmpty());
    EXPECT_THAT(kinds(transform::contract(view(), "A", 1)), ElementsAre(Kind::storage));
    EXPECT_THAT(explanations(transform::contract(view(), "A", 1)),
                ElementsAre("S1[i=0] (line 9) writes A_local[0], which S3[i=0] (line 11) has to "
                            "see (n = 1, distance (0)), but in A_local[0] it finds what S2[i=0] "
                            "(line 10) wrote"));
}

TEST_F(Storage, OrderOfOtherArraysStillCounts)
{
    region_is(local_row);
    transform::MatrixView contracted = transform::contract(view(), "A", 0);
    EXPECT_THAT(kinds(transform::reorder(contracted, {0}, {0, 2, 1})), ElementsAre(Kind::flow));
}

TEST_F(Storage, RaceOverAnArrayOfAnotherLayout)
{
    region_is(local_row);
    transform::MatrixView contracted = transform::with_kind(transform::contract(view(), "A", 0),
                                                            {0}, transform::LoopKind::parallel);
    EXPECT_THAT(kinds(contracted), Contains(Kind::race));
    EXPECT_THAT(parallel_explanations(contracted),
                Contains(HasSubstr("S1[i=0] (line 9) writes A_local[0], and S3[i=1] (line 11) "
                                   "reads it, and the two must not run at the same time")));
    EXPECT_THAT(kinds(contracted, copies_of(contracted, "A")), IsEmpty());
}

TEST_F(Storage, CopiesOfThreadsDoNotOutliveTheLoop)
{
    region_is(R"(
    double t[64];
#pragma scop
    for (int i = 0; i < n; i++)
S1:     t[i] = x[i];
    for (int i = 0; i < n; i++)
S2:     y[i] = t[i];
#pragma endscop
)");
    transform::MatrixView padded = transform::transpose(view(), "t", {0});
    transform::MatrixView rotating = transform::contract(padded, "t", 0, 64);
    rotating = transform::with_kind(rotating, {0}, transform::LoopKind::parallel);
    EXPECT_THAT(kinds(rotating, copies_of(rotating, "t")), ElementsAre(Kind::storage));
}

/// A part of a statement outside of the loop has the program's own copy, the others not.
TEST_F(Storage, CopiesOfThreadsBesideOtherPartsOfTheStatements)
{
    region_is(R"(
    double t[64];
#pragma scop
    for (int i = 0; i < n; i++) {
S1:     t[i] = x[i];
S2:     y[i] = t[i];
    }
#pragma endscop
)");
    transform::MatrixView rotating = transform::contract(view(), "t", 0, 4);
    rotating = transform::split(rotating, {0}, "i < 8");
    rotating = transform::with_kind(rotating, {0}, transform::LoopKind::parallel);
    EXPECT_THAT(kinds(rotating, copies_of(rotating, "t")), IsEmpty());
}

constexpr const char *overwritten = R"(
#pragma scop
    for (int i = 0; i < n; i++)
S1:     y[i] = 2 * x[i];
    for (int i = 0; i < n; i++)
S2:     x[i] = 1;
#pragma endscop
)";

TEST_F(Storage, CopiesOfWhatWasThereBefore)
{
    region_is(overwritten);
    transform::MatrixView packed = transform::pack(transform::strip_mine(view(), {0}, 4), "x", {0});
    EXPECT_THAT(kinds(packed), IsEmpty());
    // The copy, then S2, then S1.
    transform::MatrixView fused = transform::fusion(transform::strip_mine(packed, {1}, 4), {}, 0);
    transform::MatrixView early = transform::reorder(fused, {0}, {0, 2, 1});
    EXPECT_THAT(kinds(early), IsEmpty());
    expect_same_output(early);
    // S2, then the copy.
    transform::MatrixView stray = transform::reorder(fused, {0}, {2, 0, 1});
    EXPECT_THAT(kinds(stray), ElementsAre(Kind::stray));
    EXPECT_THAT(explanations(stray),
                ElementsAre(HasSubstr("which S1[i=0] (line 8) finds in x_packed[0], and must not "
                                      "see (n = 1)")));
    // The copy comes last.
    transform::MatrixView unfilled = transform::reorder(packed, {0}, {1, 0});
    EXPECT_THAT(kinds(unfilled), ElementsAre(Kind::unfilled));
    EXPECT_THAT(
        explanations(unfilled),
        ElementsAre("S1[i=0] (line 8) reads x_packed[0], and has to see a value from before "
                    "the region (n = 1), but nothing has copied it there"));
}

TEST_F(Storage, CopiesBesideStatementsWithOtherSymbolicConstants)
{
    region_is(R"(
#pragma scop
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < i; j++)
            if (j > m)
S1:             y[i] = x[i];
S2:     x[i] += 1;
    }
#pragma endscop
)",
              "int m = 2;\n");
    transform::MatrixView packed = transform::pack(view(), "x", {0, 0});
    EXPECT_THAT(kinds(packed), IsEmpty());
    expect_same_output(packed);
}

TEST_F(Storage, AnInstanceOfACopyIsMissing)
{
    region_is(overwritten);
    transform::MatrixView packed = transform::pack(transform::strip_mine(view(), {0}, 4), "x", {0});
    EXPECT_THAT(kinds(transform::cut_domain(packed, {0, 0}, "ii > 0")), ElementsAre(Kind::missing));
}

} // namespace
} // namespace espalier::dependence
