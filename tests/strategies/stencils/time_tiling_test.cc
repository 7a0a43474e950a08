#include "espalier/strategies/stencils/time_tiling.h"

#include "espalier/dependence/violations.h"
#include "espalier/presburger/context.h"
#include "espalier/strategies/resolved_roles.h"
#include "espalier/transform/trees.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using testing::HasSubstr;
using transform::LoopKind;

const std::string jacobi = R"(
    for (int t = 0; t < m; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = A[i - 1][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = B[i - 1][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j];
    })";

const std::string seidel = R"(
    for (int t = 0; t < m; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] += A[i - 1][j + 1] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j];)";

class TimeTiling : public testing::Test {
protected:
    std::optional<Candidate> tiled(const std::string &source, bool parallel, Tiling tiling = {},
                                   const machine::Machine &machine = {})
    {
        region = test::analyzed(test::extract_program(source, context));
        return time_tiled(region->program, region->dependences, machine, tiling, parallel);
    }

    /// A jacobi with sizes that are numbers.
    static std::string fixed(int steps, int size)
    {
        return fmt::format("void f(double A[restrict {1}], double B[restrict {1}])\n{{\n"
                           "#pragma scop\n"
                           "for (int t = 0; t < {0}; t++) {{\n"
                           "for (int i = 1; i < {1} - 1; i++) B[i] = A[i - 1] + A[i + 1];\n"
                           "for (int i = 1; i < {1} - 1; i++) A[i] = B[i - 1] + B[i + 1];\n"
                           "}}\n#pragma endscop\n}}\n",
                           steps, size);
    }

    void expect_legal(const Candidate &proposal, bool parallel) const
    {
        CpuStrategy strategy;
        strategy.parallel = parallel;
        schedule::Tree tree =
            with_resolved_roles(strategy, region->program, region->dependences, proposal.plan.tree);
        EXPECT_TRUE(dependence::violations(region->program, region->dependences, tree).empty());
    }

    presburger::Context context;
    std::optional<test::AnalyzedRegion> region;
};

TEST_F(TimeTiling, TilesTimeWithSpaceAndKeepsVectorsInnermost)
{
    std::optional<Candidate> proposal = tiled(test::in_function(jacobi), false);
    ASSERT_TRUE(proposal);
    const transform::MatrixView view = transform::matrix_view(proposal->plan);
    for (const transform::Statement &statement : view.statements) {
        ASSERT_EQ(statement.depth(), 6U);
        EXPECT_EQ(statement.rows[0].kind(), LoopKind::sequential);
        EXPECT_EQ(statement.rows[5].kind(), LoopKind::vector);
        EXPECT_TRUE(statement.rows[5].role->has_row_function);
    }
    EXPECT_NE(view.statements[0].beta[5], view.statements[1].beta[5]);
    expect_legal(*proposal, false);
}

TEST_F(TimeTiling, RunsTilesOfAWavefrontInParallel)
{
    for (const std::string &body : {jacobi, seidel}) {
        std::optional<Candidate> proposal = tiled(test::in_function(body), true);
        ASSERT_TRUE(proposal);
        EXPECT_EQ(transform::matrix_view(proposal->plan).statements[0].rows[1].kind(),
                  LoopKind::parallel);
        expect_legal(*proposal, true);
    }
}

TEST_F(TimeTiling, InterleavesRowsWhoseIterationsDependOnEachOther)
{
    std::optional<Candidate> proposal = tiled(test::in_function(seidel), false);
    ASSERT_TRUE(proposal);
    const transform::Statement statement = transform::matrix_view(proposal->plan).statements[0];
    ASSERT_EQ(statement.depth(), 6U);
    EXPECT_TRUE(statement.rows[4].isolated);
    EXPECT_EQ(statement.rows[5].isolated->options.back(), schedule::LoopOption::unroll);
    expect_legal(*proposal, false);
}

TEST_F(TimeTiling, TakesSizesThatAreNoMultiplesOfEachOther)
{
    for (const std::string &body : {jacobi, seidel}) {
        std::optional<Candidate> proposal =
            tiled(test::in_function(body), true, {Tiling::Mode::fixed, {4, 3, 5}});
        ASSERT_TRUE(proposal);
        expect_legal(*proposal, true);
    }
}

TEST_F(TimeTiling, IsForArraysThatLeaveTheCacheBetweenSteps)
{
    EXPECT_TRUE(tiled(fixed(100, 1'000'000), false));
    EXPECT_FALSE(tiled(fixed(100, 2000), false));
    EXPECT_FALSE(tiled(fixed(2, 1'000'000), false));
}

TEST_F(TimeTiling, RowsOfTilesStayInTheFirstCache)
{
    machine::Machine machine;
    machine.second_cache *= 2;
    EXPECT_THAT(tiled(test::in_function(jacobi), false, {}, machine)->description,
                HasSubstr(" x 512"));
    machine.first_cache *= 2;
    EXPECT_THAT(tiled(test::in_function(jacobi), false, {}, machine)->description,
                HasSubstr(" x 1024"));
}

TEST_F(TimeTiling, IsForStencilsAlone)
{
    EXPECT_FALSE(tiled(test::in_function("for (int k = 0; k < n; k++) for (int i = 0; i < n; i++)"
                                         " for (int j = 0; j < n; j++) A[i][j] += B[i][k];"),
                       false));
    EXPECT_FALSE(tiled(test::in_function(jacobi), false, {Tiling::Mode::off}));
}

} // namespace
} // namespace espalier::strategies
