// Kernels: their text, and when two blocks share one.

#include "espalier/lowering/kernel_library.h"

#include "tests/support/contractions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

using test::in_three_loops;
using testing::HasSubstr;
using testing::StartsWith;

class KernelLibraryTest : public testing::Test {
protected:
    /// The kernel for a statement in three loops (see test::matrices).
    Kernel kernel(const std::string &statement, const schedule::BlockSizes &sizes,
                  const std::string &type = "double")
    {
        program::Program program = test::matrices(in_three_loops(statement), context, type);
        const program::Statement &last = test::last_statement(program);
        return library.kernel(program, last, program::find_contraction(program, last).value(),
                              sizes);
    }

    presburger::Context context;
    KernelLibrary library{Names()};
    /// Two rows of two vectors of two elements.
    const schedule::BlockSizes small{
        .rows = 2, .columns = 4, .lanes = 2, .steps = 8, .block_rows = 4, .panel_columns = 8};
};

TEST_F(KernelLibraryTest, Text)
{
    Kernel made = kernel("C[i][j] -= alpha * A[i][k] * B[k][j];", small);
    EXPECT_EQ(made.name, "espalier_kernel0");
    ASSERT_EQ(made.definitions.size(), 2U);
    EXPECT_EQ(made.definitions[0], "typedef double espalier_vector_doublex2 "
                                   "__attribute__((vector_size(16), aligned(8), may_alias));\n");
    EXPECT_EQ(
        made.definitions[1],
        R"(static __attribute__((noinline)) void espalier_kernel0(long steps, const double *restrict a0, const double *restrict b0, double *restrict c, long stride, double x0)
{
    const __UINTPTR_TYPE__ next = (__UINTPTR_TYPE__)c + 2 * stride * 8;
    __builtin_prefetch((void *)(next + 0 * stride * 8 + 0), 1);
    __builtin_prefetch((void *)(next + 1 * stride * 8 + 0), 1);
    espalier_vector_doublex2 c0_0 = *(espalier_vector_doublex2 *)(c + 0 * stride + 0);
    espalier_vector_doublex2 c0_1 = *(espalier_vector_doublex2 *)(c + 0 * stride + 2);
    espalier_vector_doublex2 c1_0 = *(espalier_vector_doublex2 *)(c + 1 * stride + 0);
    espalier_vector_doublex2 c1_1 = *(espalier_vector_doublex2 *)(c + 1 * stride + 2);
    for (long k = 0; k < steps; k++) {
        const espalier_vector_doublex2 b0_0 = *(const espalier_vector_doublex2 *)(b0 + 0);
        const espalier_vector_doublex2 b0_1 = *(const espalier_vector_doublex2 *)(b0 + 2);
        b0 += 4;
        c0_0 -= x0 * a0[0] * b0_0;
        c0_1 -= x0 * a0[0] * b0_1;
        c1_0 -= x0 * a0[1] * b0_0;
        c1_1 -= x0 * a0[1] * b0_1;
        a0 += 2;
    }
    *(espalier_vector_doublex2 *)(c + 0 * stride + 0) = c0_0;
    *(espalier_vector_doublex2 *)(c + 0 * stride + 2) = c0_1;
    *(espalier_vector_doublex2 *)(c + 1 * stride + 0) = c1_0;
    *(espalier_vector_doublex2 *)(c + 1 * stride + 2) = c1_1;
}
)");
}

TEST_F(KernelLibraryTest, SeveralOperands)
{
    Kernel made = kernel("C[i][j] += A[i][k] * B[j][k] + B[i][k] * A[j][k];", small);
    EXPECT_THAT(made.definitions[1], HasSubstr("(long steps, const double *restrict a0, const "
                                               "double *restrict a1, const double *restrict b0, "
                                               "const double *restrict b1, double *restrict c, "
                                               "long stride)"));
    EXPECT_THAT(made.definitions[1], HasSubstr("c1_0 += a0[1] * b0_0 + a1[1] * b1_0;"));
}

TEST_F(KernelLibraryTest, SameKernelForOtherArraysAndBlocksAround)
{
    Kernel one = kernel("C[i][j] += A[i][k] * B[k][j];", small);
    schedule::BlockSizes other = small;
    other.steps = 100;
    other.block_rows = other.panel_columns = 40;
    Kernel same = kernel("D[i][j] += C[k][i] * A[j][k];", other);
    EXPECT_EQ(same.name, one.name);
    EXPECT_EQ(same.definitions, one.definitions);
}

TEST_F(KernelLibraryTest, OthersForOtherStatementsSizesAndTypes)
{
    EXPECT_EQ(kernel("C[i][j] += A[i][k] * B[k][j];", small).name, "espalier_kernel0");
    EXPECT_EQ(kernel("C[i][j] -= A[i][k] * B[k][j];", small).name, "espalier_kernel1");
    schedule::BlockSizes flat = small;
    flat.rows = 1;
    EXPECT_EQ(kernel("C[i][j] += A[i][k] * B[k][j];", flat).name, "espalier_kernel2");
    Kernel single = kernel("C[i][j] += A[i][k] * B[k][j];", small, "float");
    EXPECT_EQ(single.name, "espalier_kernel3");
    EXPECT_THAT(single.definitions[0], StartsWith("typedef float espalier_vector_floatx2 "
                                                  "__attribute__((vector_size(8), aligned(4),"));
    EXPECT_EQ(kernel("C[i][j] += A[i][k] * B[k][j];", small).name, "espalier_kernel0");
}

TEST_F(KernelLibraryTest, NamesDodgeThoseOfTheFile)
{
    library = KernelLibrary(choose_names({"espalier_kernel0", "espalier_vector_doublex2"}));
    Kernel made = kernel("C[i][j] += A[i][k] * B[k][j];", small);
    EXPECT_EQ(made.name, "espalier_kernel_0");
    EXPECT_THAT(made.definitions[0], HasSubstr(" espalier_vector___doublex2 "));
    EXPECT_THAT(made.definitions[1], HasSubstr("espalier_vector___doublex2 c0_0 = "));
}

} // namespace
} // namespace espalier::lowering
