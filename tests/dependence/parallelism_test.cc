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
std::optional<ParallelLoop> outermost_loop(const program::Program &program)
{
    schedule::Tree original = schedule::original_schedule(program);
    Dependences dependences = analyze(program, original);
    schedule::Cursor band = *first_band(schedule::original_schedule_without_kills(program).root());
    return find_parallelism(program, dependences, schedule::reaching_instances(band),
                            schedule::prefix_functions(band), band.as<schedule::Band>().member(0));
}

class Parallelism : public testing::Test {
protected:
    std::optional<ParallelLoop> check(const std::string &body)
    {
        program = test::extract_program(test::in_function(body), context);
        return outermost_loop(*program);
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

} // namespace
} // namespace espalier::dependence
