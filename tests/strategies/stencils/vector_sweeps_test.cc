// Stencils in a cache: which regions become vector loops in the source's order.

#include "espalier/strategies/stencils/vector_sweeps.h"

#include "espalier/transform/trees.h"

#include "espalier/presburger/context.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using transform::LoopKind;

class VectorSweeps : public testing::Test {
protected:
    /// \param body  of a function with two arrays A and B of so many elements
    std::optional<Candidate> sweeps(const std::string &body, int size)
    {
        region = test::analyzed(test::extract_program(
            fmt::format("void f(double A[restrict {1}], double B[restrict {1}])\n{{\n"
                        "#pragma scop\n{0}\n#pragma endscop\n}}\n",
                        body, size),
            context));
        return vector_sweeps(region->program, region->dependences, machine::Machine());
    }

    static std::string jacobi(int size)
    {
        return fmt::format("for (int t = 0; t < 100; t++) {{\n"
                           "for (int i = 1; i < {0} - 1; i++) B[i] = A[i - 1] + A[i + 1];\n"
                           "for (int i = 1; i < {0} - 1; i++) A[i] = B[i - 1] + B[i + 1];\n}}\n",
                           size);
    }

    presburger::Context context;
    std::optional<test::AnalyzedRegion> region;
};

TEST_F(VectorSweeps, InTheOrderOfTheSource)
{
    std::optional<Candidate> proposal = sweeps(jacobi(2000), 2000);
    ASSERT_TRUE(proposal);
    const transform::MatrixView view = transform::matrix_view(proposal->plan);
    ASSERT_EQ(view.statements.size(), 2U);
    for (const transform::Statement &statement : view.statements) {
        ASSERT_EQ(statement.depth(), 2U);
        EXPECT_EQ(statement.rows[0].kind(), LoopKind::sequential);
        EXPECT_EQ(statement.rows[1].kind(), LoopKind::vector);
        EXPECT_TRUE(statement.rows[1].role->has_row_function);
    }
}

TEST_F(VectorSweeps, IndependentOnesAlone)
{
    std::optional<Candidate> proposal =
        sweeps("for (int t = 0; t < 100; t++) {\n"
               "for (int i = 1; i < 99; i++) B[i] = A[i - 1] + A[i + 1];\n"
               "for (int i = 1; i < 99; i++) A[i] = A[i - 1] + B[i + 1];\n}\n",
               100);
    ASSERT_TRUE(proposal);
    const transform::MatrixView view = transform::matrix_view(proposal->plan);
    EXPECT_EQ(view.statements[0].rows[1].kind(), LoopKind::vector);
    EXPECT_EQ(view.statements[1].rows[1].kind(), LoopKind::sequential);
}

TEST_F(VectorSweeps, OnlyWhereDataStayInTheCacheAndVectorsPay)
{
    EXPECT_FALSE(sweeps(jacobi(1'000'000), 1'000'000));
    EXPECT_FALSE(sweeps("for (int i = 0; i < 100; i++) A[i] = A[i] + B[i];", 100));
    EXPECT_FALSE(sweeps("for (int t = 0; t < 100; t++)\n"
                        "for (int i = 1; i < 99; i++) A[i] = A[i - 1] + A[i + 1];",
                        100));
    EXPECT_FALSE(sweeps("for (int t = 0; t < 100; t++)\n"
                        "for (int i = 1; i < 99; i++) A[i] = A[i] < 1.0 ? 2.0 : B[i];",
                        100));
}

} // namespace
} // namespace espalier::strategies
