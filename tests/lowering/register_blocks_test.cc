// Blocks of contractions in registers: the statements that come out, and what the code does.

#include "espalier/lowering/kernel_calls.h"

#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/transform/trees.h"
#include "tests/support/region_with_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

class RegisterBlocks : public test::RegionWithKernels {
protected:
    /// A machine with blocks of 2 rows and 4 columns, and few more in the caches, so that sizes of
    /// 37 and 1, which the tests run with, have blocks of all kinds.
    static machine::Machine machine()
    {
        machine::Machine result;
        result.vector = 16;
        result.vector_registers = 8;
        result.first_cache = result.second_cache = result.last_cache = 4096;
        return result;
    }

    static std::optional<strategies::WithBlocks> proposal(const transform::MatrixView &view)
    {
        return strategies::blocked_contractions(view, std::nullopt, {}, machine(), {});
    }

    /// Blocks the contractions of a region, legally.
    void block(const std::string &body)
    {
        region_is("\n#pragma scop\n" + body + "\n#pragma endscop\n");
        blocked = proposal(view());
        ASSERT_TRUE(blocked);
        EXPECT_THAT(explanations(blocked->view), IsEmpty());
        KernelLibrary library{Names()};
        made =
            with_kernels({blocked->view.program, transform::schedule_tree(blocked->view)}, library);
    }

    std::vector<strategies::BlockedContraction> blocks() const
    {
        return strategies::blocked_contractions_in(blocked->view);
    }

    std::optional<strategies::WithBlocks> blocked;
};

TEST_F(RegisterBlocks, OfAWholeProduct)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[i][k] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pad_E", "pack_D", "pad_D", "block_S1", "clear_S1",
                                      "load_S1", "part_S1", "store_S1"));
    EXPECT_THAT(expect_same_results(),
                HasSubstr("C_block[" + std::to_string(blocks()[0].sizes.rows) + "]"));
}

TEST_F(RegisterBlocks, WithoutPartialOnes)
{
    block(R"(
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 32; j++)
            for (int k = 0; k < 9; k++)
S1:             if (n == 37)
                    C[i][j] += D[i][k] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pack_D", "block_S1"));
    expect_same_results();
}

TEST_F(RegisterBlocks, PartialOnesOnly)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < n; k++)
S1:             if (n == 37)
                    C[i][j] += D[i][k] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pad_E", "pack_D", "pad_D", "clear_S1", "load_S1",
                                      "part_S1", "store_S1"));
    expect_same_results();
}

TEST_F(RegisterBlocks, StepsBehindTheRow)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i + 1; k < n; k++)
S1:             C[i][j] += D[k][i] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pad_E", "pack_D", "pad_D", "S1", "block_S1",
                                      "clear_S1", "load_S1", "part_S1", "store_S1"))
        << "the first rows of a block have more steps than the others, before these";
    expect_same_results();
}

TEST_F(RegisterBlocks, StepsBeforeTheRow)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < i; k++)
S1:             C[i][j] -= D[i][k] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pad_E", "pack_D", "pad_D", "block_S1", "clear_S1",
                                      "load_S1", "part_S1", "store_S1", "S1"))
        << "the last rows of a block have more steps than the others, behind these";
    expect_same_results();
}

TEST_F(RegisterBlocks, StepsBetweenRowAndColumn)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i; k <= j; k++)
S1:             C[i][j] -= D[i][k] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pad_E", "pack_D", "pad_D", "S1_1", "block_S1",
                                      "clear_S1", "load_S1", "part_S1", "store_S1", "S1_2"));
    expect_same_results();
}

TEST_F(RegisterBlocks, LowerTriangleOfTheTarget)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= i; j++)
S1:             C[i][j] += D[i][k] * 0.5 * E[j][k] + E[i][k] * 0.5 * D[j][k];
)");
    EXPECT_THAT(labels(),
                ElementsAre("pack_D", "pad_D", "pack_E", "pad_E", "ppack_E", "ppad_E", "ppack_D",
                            "ppad_D", "block_S1", "clear_S1", "load_S1", "part_S1", "store_S1"))
        << "all elements of the target have the same steps";
    expect_same_results();
}

TEST_F(RegisterBlocks, UpperTriangleOfTheTarget)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[k][i] * E[k][j];
)");
    EXPECT_THAT(labels(), ElementsAre("pack_E", "pad_E", "pack_D", "pad_D", "block_S1", "clear_S1",
                                      "load_S1", "part_S1", "store_S1"));
    expect_same_results();
}

TEST_F(RegisterBlocks, InPlace)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i + 1; k < n; k++)
S1:             C[i][j] += D[k][i] * C[k][j];
)");
    expect_same_results();
}

TEST_F(RegisterBlocks, StatementsAroundStayAsTheyAre)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
S1:         C[i][j] *= 0.5;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S2:             C[i][j] += D[i][k] * E[k][j];
    for (int i = 0; i < n; i++)
S3:     x[i] += C[i][i];
)");
    EXPECT_THAT(labels(), ElementsAre("S1", "pack_E", "pad_E", "pack_D", "pad_D", "block_S2",
                                      "clear_S2", "load_S2", "part_S2", "store_S2", "S3"));
    expect_same_results();
}

TEST_F(RegisterBlocks, TwoContractionsShareAKernel)
{
    block(R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[i][k] * E[k][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S2:             D[i][j] += C[i][k] * E[k][j];
)");
    EXPECT_EQ(blocks().size(), 2U);
    EXPECT_EQ(made->definitions.size(), 2U) << "a type and a function";
    expect_same_results();
}

TEST_F(RegisterBlocks, NothingWithoutContractions)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += C[i][j] * y[j];
#pragma endscop
)");
    EXPECT_FALSE(proposal(view()));
}

TEST_F(RegisterBlocks, NothingForContractionsInLoopsWithOthers)
{
    region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += D[i][k] * E[k][j];
        }
#pragma endscop
)");
    EXPECT_FALSE(proposal(view()));
}

} // namespace
} // namespace espalier::lowering
