#include "espalier/transform/find.h"

#include "espalier/base/error.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/loops.h"

#include "espalier/transform/trees.h"
#include "tests/support/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::HasSubstr;

const char *source = R"(
void kernel(int M, int N, double A[restrict M][N], double Y[restrict N], double Z[restrict M])
{
#pragma scop
    for (int i = 0; i < M; i++) {
S1:     Z[i] = 0;
inner:  for (int j = 0; j < N; j++)
S2:         Z[i] += A[i][j];
    }
    for (int k = 0; k < N; k++)
        for (int i = 0; i < M; i++) {
S3:         Y[k] += A[i][k]; Z[i] = Y[k]; }
    for (int k = 0; k < N; k++) for (int l = 0; l < N; l++)
S5:     Y[k] += l;
#pragma endscop
}
)";

class Find : public testing::Test {
protected:
    template <class Search>
    static std::string failure(const Search &search)
    {
        try {
            search();
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::impossible_transformation);
            return error.what();
        }
        return "nothing thrown";
    }

    presburger::Context context;
    MatrixView view = original_view(test::extract_program(source, context));
};

TEST_F(Find, StatementsByLabel)
{
    EXPECT_EQ(find_statement(view, "S2"), (Beta{0, 1, 0}));
    EXPECT_EQ(failure([&] { find_statement(view, "S6"); }),
              "there is no statement `S6`; there are the statements " + listed(labels(view)) +
                  "; did you mean `S1`?");
}

TEST_F(Find, PartsOfASplitStatement)
{
    MatrixView split = peel(view, {0}, "3");
    EXPECT_THAT(failure([&] { find_statement(split, "S1"); }),
                HasSubstr("it was split, and its parts are S1_1, S1_2"));
}

TEST_F(Find, LoopsByName)
{
    EXPECT_EQ(find_loop(view, "j"), (Beta{0, 1}));
    EXPECT_EQ(find_loop(view, "l"), (Beta{2, 0}));
    EXPECT_THAT(
        failure([&] { find_loop(view, "jj"); }),
        testing::AllOf(HasSubstr("no loop is called `jj`"), HasSubstr("[1] `k` around S3")));
}

TEST_F(Find, LoopsByTheirLabelInTheSource)
{
    EXPECT_EQ(find_loop(view, "inner"), (Beta{0, 1}));
    EXPECT_EQ(find_labelled(view, "inner"), (Beta{0, 1}));
    EXPECT_EQ(find_labelled(view, "S1"), (Beta{0, 0}));
    MatrixView tiled = tile(view, {0, 1}, {32, 32});
    EXPECT_EQ(find_loop(tiled, "inner").size(), 4u);
}

TEST_F(Find, LoopsNearSomething)
{
    EXPECT_THAT(failure([&] { find_loop(view, "i"); }),
                testing::AllOf(HasSubstr("more than one loop is called `i`"),
                               HasSubstr("[0] `i` around S1, S2"), HasSubstr("[1, 0] `i`")));
    EXPECT_EQ(find_loop(view, "i", find_statement(view, "S2")), (Beta{0}));
    EXPECT_EQ(find_loop(view, "i", Beta{1}), (Beta{1, 0}));
    EXPECT_THAT(failure([&] { find_loop(view, "l", Beta{1}); }), HasSubstr("around or in [1]"));
}

TEST_F(Find, ByLine)
{
    EXPECT_EQ(find_statement_at_line(view, 8), (Beta{0, 1, 0}));
    EXPECT_EQ(find_loop_at_line(view, 7), (Beta{0, 1}));
    EXPECT_EQ(find_loop_at_line(view, 13), (Beta{2, 0})); // the innermost of two
    EXPECT_THAT(failure([&] { find_statement_at_line(view, 12); }),
                HasSubstr("more than one statement starts on line 12: S3"));
    EXPECT_THAT(failure([&] { find_statement_at_line(view, 1); }), HasSubstr("S1 on line 6"));
    EXPECT_THAT(failure([&] { find_loop_at_line(peel(view, {0}, "3"), 5); }),
                HasSubstr("more than one loop starts on line 5"));
}

TEST_F(Find, ByThePathInTheTree)
{
    EXPECT_EQ(find_at_path(view, {}), (Beta{}));
    EXPECT_EQ(find_at_path(view, {0, 0}), (Beta{0}));             // the filter
    EXPECT_EQ(find_at_path(view, {0, 0, 0}), (Beta{0}));          // the band
    EXPECT_EQ(find_at_path(view, {0, 0, 0, 0, 0}), (Beta{0, 0})); // the filter of S1
    EXPECT_EQ(find_at_path(view, {0, 0, 0, 0, 1, 0}), (Beta{0, 1}));
    EXPECT_EQ(find_at_path(view, {0, 0, 0, 0, 1, 0, 0}), (Beta{0, 1, 0})); // the leaf of S2
    EXPECT_EQ(find_at_path(view, {0, 2, 0}, 1), (Beta{2, 0}));
    EXPECT_THAT(failure([&] { find_at_path(view, {0, 2, 0}, 2); }), HasSubstr("has 2 loops"));
    EXPECT_THAT(failure([&] { find_at_path(view, {0, 3}); }),
                HasSubstr("sequence node at 0 has 3"));
}

TEST_F(Find, ByThePathThroughABandOfItsOwn)
{
    MatrixView parallel = with_kind(view, {2}, LoopKind::parallel);
    EXPECT_EQ(find_at_path(parallel, {0, 2, 0}), (Beta{2}));       // the band of k
    EXPECT_EQ(find_at_path(parallel, {0, 2, 0, 0}), (Beta{2, 0})); // the band inside
}

} // namespace
} // namespace espalier::transform
