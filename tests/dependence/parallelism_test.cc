#include "espalier/dependence/parallelism.h"

#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::dependence {
namespace {

/// The first band at or below a node.
std::optional<schedule::Cursor> first_band(const schedule::Cursor &node)
{
    if (node.is<schedule::Band>())
        return node;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        if (auto band = first_band(node.child(k)))
            return band;
    return std::nullopt;
}

/// The outermost loop of a body, in its own order.
std::optional<schedule::Privatization> outermost_loop(const program::Program &program)
{
    schedule::Tree original = schedule::original_schedule(program);
    Dependences dependences = analyze(program, original);
    schedule::Cursor band = *first_band(schedule::original_schedule_without_kills(program).root());
    return find_parallelism(program, dependences, schedule::reaching_instances(band),
                            schedule::prefix_functions(band), band.as<schedule::Band>().member(0));
}

/// The same when the updates of all reductions may change their order.
std::optional<schedule::Privatization> outermost_reduction(const program::Program &program)
{
    std::vector<Reduction> reductions = find_reductions(program);
    Relaxation relaxation{reductions,
                          analyze(program, schedule::original_schedule(program), reductions)};
    schedule::Cursor band = *first_band(schedule::original_schedule_without_kills(program).root());
    return find_reduction_parallelism(program, relaxation, schedule::reaching_instances(band),
                                      schedule::prefix_functions(band),
                                      band.as<schedule::Band>().member(0));
}

class Parallelism : public testing::Test {
protected:
    std::optional<schedule::Privatization> check(const std::string &body)
    {
        program = test::extract_program(test::in_function(body), context);
        return outermost_loop(*program);
    }

    std::optional<schedule::Privatization> check_reduction(const std::string &body)
    {
        program = test::extract_program(test::in_function(body), context);
        return outermost_reduction(*program);
    }

    presburger::Context context;
    std::optional<program::Program> program;
};

TEST_F(Parallelism, IndependentIterations)
{
    auto loop = check("for (int i = 0; i < n; i++) x[i] = y[i];");
    ASSERT_TRUE(loop);
    EXPECT_TRUE(loop->private_arrays.empty());
}

TEST_F(Parallelism, FlowBetweenIterationsPreventsIt)
{
    EXPECT_FALSE(check("for (int i = 1; i < n; i++) x[i] = x[i - 1];"));
}

TEST_F(Parallelism, OverwritingPreventsIt)
{
    EXPECT_FALSE(check("for (int i = 1; i < n; i++) x[i - 1] = x[i];"));
    EXPECT_FALSE(check("for (int i = 0; i < n; i++) y[0] = x[i];"));
}

TEST_F(Parallelism, ScalarsOfTheirOwnArePrivate)
{
    auto loop = check("for (int i = 0; i < n; i++) { double t = x[i]; y[i] = t * t; }");
    ASSERT_TRUE(loop);
    ASSERT_EQ(loop->private_arrays.size(), 1U);
    EXPECT_EQ(program->arrays[loop->private_arrays[0]].name, "t");
}

TEST_F(Parallelism, ScalarsThatAreOnlyReadAreShared)
{
    program = test::extract_program("void f(int n, double *restrict x) {\n#pragma scop\n"
                                    "  for (int i = 0; i < n; i++) { double t; t = 2; for (int j = "
                                    "0; j < n; j++) x[n * 0 + j] = t; }\n"
                                    "#pragma endscop\n}\n",
                                    context);
    schedule::Tree original = schedule::original_schedule(*program);
    Dependences dependences = analyze(*program, original);
    schedule::Cursor outer = schedule::original_schedule_without_kills(*program).root().child(0);
    schedule::Cursor inner = outer.child(0).child(1).child(0);
    ASSERT_EQ(inner.type(), schedule::NodeType::band);
    auto loop =
        find_parallelism(*program, dependences, schedule::reaching_instances(inner),
                         schedule::prefix_functions(inner), inner.as<schedule::Band>().member(0));
    ASSERT_TRUE(loop);
    EXPECT_TRUE(loop->private_arrays.empty());
}

TEST_F(Parallelism, AScalarThatIsReadLaterIsNot)
{
    EXPECT_FALSE(
        check("double t = 0; for (int i = 0; i < n; i++) { t = x[i]; y[i] = t; } x[0] = t;"));
}

TEST_F(Parallelism, UpdatesAreCollected)
{
    const char *body = "for (int i = 0; i < n; i++) x[0] += y[i];";
    EXPECT_FALSE(check(body));
    auto loop = check_reduction(body);
    ASSERT_TRUE(loop);
    ASSERT_EQ(loop->reductions.size(), 1U);
    EXPECT_EQ(program->arrays[loop->reductions[0].array].name, "x");
}

TEST_F(Parallelism, IndependentUpdatesNeedNotBeCollected)
{
    auto loop = check_reduction("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] += "
                                "A[i][j];");
    ASSERT_TRUE(loop);
    EXPECT_TRUE(loop->reductions.empty());
}

TEST_F(Parallelism, ReadsOfPartialSumsPreventIt)
{
    EXPECT_FALSE(check_reduction("for (int i = 0; i < n; i++) { x[0] += y[i]; A[0][i] = x[0]; }"));
}

TEST_F(Parallelism, OtherAccessesToTheArrayPreventIt)
{
    EXPECT_FALSE(check_reduction("for (int i = 1; i < n; i++) { x[0] += y[i]; x[i] = 0; }"));
    EXPECT_FALSE(check_reduction("for (int i = 1; i < n; i++) { x[0] += y[i]; x[0] *= 2; }"));
}

TEST_F(Parallelism, OtherDependencesPreventIt)
{
    EXPECT_FALSE(check_reduction("for (int i = 1; i < n; i++) { x[0] += y[i]; y[i] = y[i - 1]; }"));
}

TEST_F(Parallelism, APrivateSumIsNotCollected)
{
    auto loop = check_reduction("for (int i = 0; i < n; i++) { double t = 0; for (int j = 0; j < "
                                "n; j++) t += A[i][j]; x[i] = t; }");
    ASSERT_TRUE(loop);
    EXPECT_EQ(loop->private_arrays.size(), 1U);
    EXPECT_TRUE(loop->reductions.empty());
}

TEST_F(Parallelism, TruthValuesAreCollectedWhereTheyStartAsOnes)
{
    auto loop =
        check_reduction("int t = 1; for (int i = 0; i < n; i++) t = x[i] > 0 && t; y[0] = t;");
    ASSERT_TRUE(loop);
    EXPECT_EQ(loop->reductions.size(), 1U);
}

TEST_F(Parallelism, UnknownTruthValuesStayAsTheyAreIfNothingUpdatesThem)
{
    program = test::extract_program("int f(int n, int t, double x[n]) {\n#pragma scop\n"
                                    "  for (int i = 0; i < n; i++) t = x[i] > 0 && t;\n"
                                    "#pragma endscop\n  return t;\n}\n",
                                    context);
    EXPECT_FALSE(outermost_reduction(*program));
}

} // namespace
} // namespace espalier::dependence
