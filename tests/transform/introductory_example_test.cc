// The introductory example of Girbal et al. (2006), figure 1, through the six steps of section 2.4.

#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/matrices.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/scops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using Matrix = Matrices::Matrix;

class IntroductoryExample : public testing::Test {
protected:
    const Statement &statement(const std::string &label) const
    {
        return *std::ranges::find(view.statements, label, &Statement::label);
    }
    Matrices matrices_of(const std::string &label) const
    {
        return matrices(view, statement(label));
    }
    Beta beta(const std::string &label) const { return statement(label).beta; }

    presburger::Context context;
    MatrixView view = test::introductory_example(context);
};

TEST_F(IntroductoryExample, StartsWithTheMatricesOfTheSource)
{
    EXPECT_EQ(beta("S1"), (Beta{0, 0}));
    EXPECT_EQ(beta("S2"), (Beta{0, 1, 0}));
    EXPECT_EQ(beta("S3"), (Beta{1, 0, 0}));
    EXPECT_EQ(matrices_of("S1").a, (Matrix{{1}}));
    EXPECT_EQ(matrices_of("S2").a, (Matrix{{1, 0}, {0, 1}}));
    EXPECT_EQ(matrices_of("S3").a, (Matrix{{1, 0}, {0, 1}}));
    EXPECT_EQ(matrices_of("S2").gamma, (Matrix{{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}));
    EXPECT_THAT(matrices_of("S2").lambda,
                testing::UnorderedElementsAre(std::vector<long>{1, 0, 0, 0, 0, 0, 0},
                                              std::vector<long>{-1, 0, 1, 0, 0, 0, -1},
                                              std::vector<long>{0, 1, 0, 0, 0, 0, 0},
                                              std::vector<long>{0, -1, 0, 1, 0, 0, -1}));
}

TEST_F(IntroductoryExample, TakesTheSixSteps)
{
    auto step = [&](MatrixView next) {
        view = std::move(next);
        EXPECT_EQ(find_irregularity(view), std::nullopt);
    };
    step(fusion(view, {}, 0)); // merges loops i and k
    EXPECT_EQ(beta("S3"), (Beta{0, 2, 0}));

    step(fusion(view, {0}, 1)); // merges loops j and l
    EXPECT_EQ(beta("S3"), (Beta{0, 1, 1}));

    step(fission(view, {}, 0, 1)); // splits Z[i] = 0 off
    EXPECT_EQ(beta("S1"), (Beta{0, 0}));
    EXPECT_EQ(beta("S2"), (Beta{1, 0, 0}));
    EXPECT_EQ(beta("S3"), (Beta{1, 0, 1}));

    const Matrix identity3 = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    step(strip_mine(view, {1, 0}, 64)); // j
    EXPECT_EQ(matrices_of("S2").a, identity3);
    EXPECT_EQ(matrices_of("S3").a, identity3);
    EXPECT_EQ(beta("S2"), (Beta{1, 0, 0, 0}));
    EXPECT_EQ(beta("S3"), (Beta{1, 0, 0, 1}));
    EXPECT_THAT(matrices_of("S2").iterators, testing::ElementsAre("i", "jj", "j"));

    step(strip_mine(view, {1}, 64)); // i
    EXPECT_EQ(matrices_of("S2").a,
              (Matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}));
    EXPECT_THAT(matrices_of("S2").iterators, testing::ElementsAre("ii", "i", "jj", "j"));
    EXPECT_EQ(beta("S2"), (Beta{1, 0, 0, 0, 0}));
    EXPECT_EQ(beta("S3"), (Beta{1, 0, 0, 0, 1}));

    step(interchange(view, {1}, 1, 2)); // i and jj
    const Matrix interchanged = {{1, 0, 0, 0}, {0, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}};
    EXPECT_EQ(matrices_of("S2").a, interchanged);
    EXPECT_EQ(matrices_of("S3").a, interchanged);
    EXPECT_EQ(view.statements.size(), 3u);
}

TEST_F(IntroductoryExample, StripMiningExtendsTheDomainAsPrinted)
{
    MatrixView stripped = strip_mine(view, {0, 1}, 64);
    const Statement &s2 = *std::ranges::find(stripped.statements, "S2", &Statement::label);
    // 0 <= i < M, 0 <= j < N, jj <= j <= jj + 63, jj = 64 jj_2
    isl::set printed(view.program.context.ctx(),
                     "[M, N] -> { [i, jj, j] : exists (jj2 : 0 <= i < M and "
                     "0 <= j < N and jj <= j <= jj + 63 and jj = 64 jj2) }");
    EXPECT_TRUE(s2.instances.apply(s2.iterators.as_map()).is_equal(printed));
}

TEST_F(IntroductoryExample, FusionAndFissionCommute)
{
    MatrixView fused = fission(fusion(fusion(view, {}, 0), {0}, 1), {}, 0, 1);
    MatrixView split = fission(view, {}, 0, 1); // section 3.4.1, the second row of vectors
    split = fusion(fusion(split, {}, 1), {1}, 0);
    EXPECT_EQ(to_string(split), to_string(fused));
}

TEST_F(IntroductoryExample, TileIsStripMiningAndInterchange)
{
    MatrixView ready = fission(fusion(fusion(view, {}, 0), {0}, 1), {}, 0, 1);
    MatrixView tiled = tile(ready, {1, 0}, {64, 64});
    MatrixView composed =
        interchange(strip_mine(strip_mine(ready, {1, 0}, 64), {1}, 64), {1}, 1, 2);
    EXPECT_EQ(to_string(tiled), to_string(composed));
    EXPECT_TRUE(is_equal(schedule_tree(tiled), schedule_tree(composed)));
}

TEST_F(IntroductoryExample, TilesAnImperfectNest)
{
    MatrixView tiled = tile(view, {0, 1}, {32, 32});
    EXPECT_EQ(find_irregularity(tiled), std::nullopt);
    EXPECT_EQ(std::ranges::find(tiled.statements, "S1", &Statement::label)->beta,
              (Beta{0, 0, 0, 0, 0}));
    EXPECT_EQ(std::ranges::find(tiled.statements, "S2", &Statement::label)->beta,
              (Beta{0, 0, 0, 0, 1}));
}

TEST_F(IntroductoryExample, TreeAndBackIsTheSame)
{
    MatrixView tiled = tile(fusion(view, {}, 0), {0, 1}, {32, 32});
    schedule::Tree tree = schedule_tree(tiled);
    EXPECT_TRUE(is_equal(schedule_tree(matrix_view(view.program, tree)), tree));
}

} // namespace
} // namespace espalier::transform
