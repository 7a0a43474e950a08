#include "espalier/transform/loops.h"

#include "espalier/ast/code_size.h"
#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/schedule/loops.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/schedule_forms.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::transform {
namespace {

using schedule::LoopOption;
using test::refusal;

class Loops : public testing::Test {
protected:
    presburger::Context context;
    MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j < m; j++)
    S2:         x[i] += A[i][j];
    S3:     y[i] = x[i];
        }
        for (int k = n - 1; k >= 0; k--)
    S4:     x[k] = y[k];)",
                                             context);

    static void expect(const MatrixView &result, const std::string &vectors)
    {
        EXPECT_EQ(test::beta_vectors(result), vectors);
        EXPECT_EQ(find_irregularity(result), std::nullopt);
    }
    /// The names of the rows of a statement, with * for those to be unrolled.
    static std::string loops(const MatrixView &view, const std::string &label)
    {
        std::string result;
        for (const Row &row : test::statement(view, label).rows)
            result += row.name + (row.option == LoopOption::unroll ? "* " : " ");
        return result;
    }
    /// The kinds of the loops with roles.
    static std::vector<LoopKind> kinds(const MatrixView &view)
    {
        std::vector<LoopKind> result;
        for (const schedule::Loop &loop : schedule::loops_with_roles(schedule_tree(view)))
            result.push_back(loop.role()->kind);
        return result;
    }
    static void expect_same_tree_again(const MatrixView &view)
    {
        schedule::Tree tree = schedule_tree(view);
        EXPECT_TRUE(is_equal(schedule_tree(matrix_view(view.program, tree)), tree));
    }
};

TEST_F(Loops, KindsBecomeRoles)
{
    MatrixView result =
        with_kind(with_kind(view, {0}, LoopKind::parallel), {0, 1}, LoopKind::vector);
    EXPECT_EQ(kinds(result), (std::vector{LoopKind::parallel, LoopKind::vector}));
    expect_same_tree_again(result);
    EXPECT_EQ(kinds(with_kind(result, {0, 1}, LoopKind::sequential)),
              std::vector{LoopKind::parallel});
}

TEST_F(Loops, ALoopIsParallelIfAllOfItIs)
{
    for (Beta loop : {Beta{0}, Beta{1}}) {
        MatrixView marked = with_kind(view, loop, LoopKind::parallel);
        EXPECT_EQ(kinds(marked).size(), 1U);
        EXPECT_EQ(kinds(fusion(marked, {}, 0)).size(), 0U);
    }
    MatrixView both = with_kind(with_kind(view, {0}, LoopKind::parallel), {1}, LoopKind::parallel);
    EXPECT_EQ(kinds(fusion(both, {}, 0)).size(), 1U);
}

TEST_F(Loops, OptionsBecomeThoseOfBands)
{
    MatrixView result = with_option(view, {0, 1}, LoopOption::separate);
    EXPECT_EQ(test::statement(result, "S2").rows[1].option, LoopOption::separate);
    EXPECT_EQ(test::statement(result, "S2").rows[0].option, LoopOption::none);
    expect_same_tree_again(result);
    EXPECT_TRUE(test::is_same_order(result, view));
    EXPECT_FALSE(is_equal(schedule_tree(result), schedule_tree(view)));
}

TEST_F(Loops, FullUnrollIsAnOption)
{
    MatrixView result = full_unroll(strip_mine(view, {1}, 4), {1, 0});
    EXPECT_EQ(loops(result, "S4"), "kk k* ");
    expect_same_tree_again(result);
}

TEST_F(Loops, UnrollStripMinesAndUnrolls)
{
    MatrixView result = unroll(view, {0}, 4);
    expect(result, "S1[0, 0, 0] S2[0, 0, 1, 0] S3[0, 0, 2] S4[1, 0]");
    for (const char *label : {"S1", "S3"})
        EXPECT_EQ(loops(result, label), "ii i* ");
    EXPECT_EQ(loops(result, "S2"), "ii i* j ");
    EXPECT_TRUE(test::statement(result, "S2").rows[0].separated.has_value());
    EXPECT_TRUE(test::is_same_order(result, full_unroll(strip_mine(view, {0}, 4), {0, 0})));
    expect_same_tree_again(result);
}

TEST_F(Loops, UnrollNeedsAFactor)
{
    EXPECT_EQ(refusal([&] { unroll(view, {0}, 0); }),
              "E111: 0 is no size of a strip or tile: it has to be at least 1");
    EXPECT_EQ(refusal([&] { unroll(view, {0, 0}, 2); }),
              "E111: [0, 0] is no loop: it names a statement");
}

TEST_F(Loops, UnrollAndJamOfAPerfectNest)
{
    MatrixView perfect = fission(fission(view, {}, 0, 2), {}, 0, 1);
    MatrixView jammed = unroll_and_jam(perfect, {1}, {1, 0}, 2);
    expect(jammed, "S1[0, 0] S2[1, 0, 0, 0] S3[2, 0] S4[3, 0]");
    EXPECT_EQ(loops(jammed, "S2"), "ii j i* ");
    MatrixView composed =
        full_unroll(interchange(strip_mine(perfect, {1}, 2), {1}, 1, 2), {1, 0, 0});
    EXPECT_TRUE(test::is_same_order(jammed, composed));
    expect_same_tree_again(jammed);
}

TEST_F(Loops, UnrollAndJamLeavesNeighboursWhereTheyAre)
{
    MatrixView jammed = unroll_and_jam(view, {0}, {0, 1}, 2);
    expect(jammed, "S1[0, 0, 0] S2[0, 1, 0, 0] S3[0, 2, 0] S4[1, 0]");
    EXPECT_EQ(loops(jammed, "S1"), "ii i* ");
    EXPECT_EQ(loops(jammed, "S2"), "ii j i* ");
    EXPECT_TRUE(test::is_same_order(matrix_view(view.program, schedule_tree(jammed)), jammed));
}

TEST_F(Loops, UnrollAndJamOverTwoLoops)
{
    MatrixView deep = test::scop_in_function(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
    S1:         B[i][j] = 0;
                for (int k = 0; k < n; k++)
    S2:             B[i][j] += A[i][k] * A[j][k];
            })",
                                             context);
    MatrixView jammed = unroll_and_jam(deep, {0}, {0, 0, 1}, 2);
    expect(jammed, "S1[0, 0, 0, 0] S2[0, 0, 1, 0, 0]");
    EXPECT_EQ(loops(jammed, "S1"), "ii j i* ");
    EXPECT_EQ(loops(jammed, "S2"), "ii j k i* ");
    schedule::Tree tree = schedule_tree(jammed);
    ast::NodePtr code = ast::generate(tree, {jammed.program.context});
    EXPECT_TRUE(
        ast::check_exactly(code, ast::expectation(tree, jammed.program.context)).is_right());
}

TEST_F(Loops, FullStripsAreSeparatedInALoopInside)
{
    // Four iterations of i run interleaved, each two iterations of j behind the one before.
    MatrixView skewed = fission(fission(view, {}, 0, 2), {}, 0, 1);
    skewed = strip_mine(std::move(skewed), {1}, 4);
    skewed = skew(std::move(skewed), {1}, 2, 1, 2);
    skewed = interchange(std::move(skewed), {1}, 1, 2);
    MatrixView result =
        full_unroll(separate_full_strips(skewed, {1, 0}, {1}, {1, 0, 0}, 4), {1, 0, 0});
    EXPECT_TRUE(test::is_same_order(result, skewed));
    schedule::Tree tree = schedule_tree(result);
    ast::NodePtr code = ast::generate(tree, {result.program.context});
    EXPECT_TRUE(
        ast::check_exactly(code, ast::expectation(tree, result.program.context)).is_right());
    EXPECT_EQ(refusal([&] { separate_full_strips(skewed, {1, 0}, {1, 0, 0}, {1}, 4); }),
              "E111: the loop [1] is not inside the loop [1, 0, 0]");
}

TEST_F(Loops, ShortLoopsInStripsAreUnrolledInWhatIsLeftAsWell)
{
    MatrixView nest = test::scop_in_function(R"(
        for (int i = 0; i < n; i++)
            for (int k = 0; k < m; k++)
                for (int j = 0; j < 3; j++)
    S1:             x[i] += A[k][j];)",
                                             context);
    nest = full_unroll(strip_mine_inwards(std::move(nest), {0}, 4, {{0, 0, 0}}), {0, 0, 0, 0});
    schedule::Tree tree = schedule_tree(nest);
    ast::NodePtr code = ast::generate(tree, {nest.program.context});
    EXPECT_TRUE(ast::check_exactly(code, ast::expectation(tree, nest.program.context)).is_right());
    EXPECT_EQ(ast::code_size(code).copies.at("S1"), 6U)
        << "three in full strips, and three in the last";
}

TEST_F(Loops, UnrollAndJamOfSeveralLoops)
{
    MatrixView two = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
    S1:     x[i] = 0;
            for (int j = 0; j < m; j++)
    S2:         x[i] += A[i][j];
            for (int k = 0; k < i; k++)
    S3:         y[i] += A[i][k];
    S4:     y[i] += x[i];
        })",
                                            context);
    MatrixView all = unroll_and_jam_children(two, {0}, {1, 2}, 2);
    expect(all, "S1[0, 0, 0] S2[0, 1, 0, 0] S3[0, 2, 0, 0] S4[0, 3, 0]");
    EXPECT_EQ(loops(all, "S1"), "ii i ");
    EXPECT_EQ(loops(all, "S3"), "ii k i* ");
    MatrixView one = unroll_and_jam_children(two, {0}, {1}, 2);
    expect(one, "S1[0, 0, 0] S2[0, 1, 0, 0] S3[0, 2, 0, 0] S4[0, 2, 1]");
    EXPECT_EQ(loops(one, "S2"), "ii j i* ");
    EXPECT_EQ(loops(one, "S3"), "ii i k ");
    EXPECT_TRUE(test::statement(one, "S2").rows[0].separated.has_value());
    EXPECT_FALSE(test::statement(one, "S3").rows[0].separated.has_value());
    MatrixView last = unroll_and_jam_children(two, {0}, {2}, 2);
    expect(last, "S1[0, 0, 0] S2[0, 0, 1, 0] S3[0, 1, 0, 0] S4[0, 2, 0]");
}

TEST_F(Loops, StripsGoInwards)
{
    MatrixView nest = test::scop_in_function(R"(
        for (int i = 1; i < n; i++) {
    S1:     x[i] = 0;
    S2:     y[i] = 0;
            for (int j = 0; j < m; j++) {
    S3:         x[i] += A[i][j];
                for (int k = 0; k < j; k++)
    S4:             y[i] += A[i][k];
    S5:         y[i] += x[i];
            }
            for (int l = 0; l < m; l++)
    S6:         A[i][l] = 0;
    S7:     x[i] = 0;
        })",
                                             context);
    MatrixView result = strip_mine_inwards(nest, {0}, 4, {});
    expect(result, "S1[0, 0, 0] S2[0, 0, 1] S3[0, 1, 0, 0] S4[0, 1, 1, 0, 0] S5[0, 1, 2, 0] "
                   "S6[0, 2, 0, 0] S7[0, 3, 0]");
    EXPECT_EQ(loops(result, "S2"), "ii i ");
    EXPECT_EQ(loops(result, "S4"), "ii j k i ");
    EXPECT_EQ(loops(result, "S6"), "ii l i ");
    EXPECT_FALSE(test::statement(result, "S1").rows[0].separated.has_value());
    EXPECT_EQ(test::statement(result, "S5").rows[1].separated->starts, "ii");
    EXPECT_EQ(test::statement(result, "S5").rows[1].separated->loop, "i");
    schedule::Tree tree = schedule_tree(result);
    ast::NodePtr code = ast::generate(tree, {result.program.context});
    EXPECT_TRUE(
        ast::check_exactly(code, ast::expectation(tree, result.program.context)).is_right());
    EXPECT_EQ(refusal([&] { strip_mine_inwards(nest, {0}, 0, {}); }),
              "E111: 0 is no size of a strip or tile: it has to be at least 1");
}

TEST_F(Loops, WholeLoopsStayInStrips)
{
    MatrixView nest = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
    S1:         x[i] += A[i][j];
            for (int k = 0; k < m; k++)
    S2:         A[i][k] = 0;
    S3:     x[i] = 0;
        })",
                                             context);
    MatrixView result = strip_mine_inwards(nest, {0}, 4, {{0, 1}});
    expect(result, "S1[0, 0, 0, 0] S2[0, 1, 0, 0] S3[0, 1, 1]");
    EXPECT_EQ(loops(result, "S1"), "ii j i ");
    EXPECT_EQ(loops(result, "S2"), "ii i k ");
    EXPECT_EQ(loops(result, "S3"), "ii i ");
}

TEST_F(Loops, UnrollAndJamNeedsANest)
{
    EXPECT_EQ(refusal([&] { unroll_and_jam(view, {0}, {0}, 2); }),
              "E111: the loop [0] is not inside the loop [0]");
    EXPECT_EQ(refusal([&] { unroll_and_jam(view, {1}, {0, 1}, 2); }),
              "E111: the loop [0, 1] is not inside the loop [1]");
    EXPECT_EQ(refusal([&] { unroll_and_jam(view, {0}, {0, 2}, 2); }),
              "E111: [0, 2] is no loop: it names a statement");
    EXPECT_EQ(refusal([&] { unroll_and_jam(view, {0}, {0, 1}, 0); }),
              "E111: 0 is no size of a strip or tile: it has to be at least 1");
}

} // namespace
} // namespace espalier::transform
