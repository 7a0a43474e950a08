// Contractions in loops that block them: which loop threads share.

#include "espalier/codegen/contractions/blocked_contractions.h"

#include "espalier/transform/trees.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::codegen {
namespace {

class BlockedContractions : public testing::Test {
protected:
    /// The depths of the parallel loops of a function's only statement, in blocks.
    std::vector<std::size_t> parallel_rows(const std::string &declarations,
                                           const std::string &loops, std::optional<BlockRow> row)
    {
        program::Program program = test::extract_program(
            "void f(" + declarations + ")\n{\n#pragma scop\n" + loops + "\n#pragma endscop\n}\n",
            context);
        std::optional<Proposal> made = blocked_contractions(transform::original_scop(program),
                                                            std::nullopt, {}, Machine(), {2, row});
        std::vector<std::size_t> result;
        for (const transform::Statement &statement : made.value().scop.statements)
            for (std::size_t k = 0; k < statement.depth(); ++k)
                if (statement.rows[k].kind == transform::LoopKind::parallel)
                    result.push_back(k);
        return result;
    }

    presburger::Context context;
    const std::string matrices =
        "int n, double A[restrict n][n], double B[restrict n][n], double C[restrict n][n]";
    const std::string product = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                                " for (int k = 0; k < n; k++) C[i][j] += A[i][k] * B[k][j];";
    const std::string batches =
        "int n, double A[restrict n][n][n], double B[restrict n][n][n], double C[restrict n][n][n]";
    const std::string products =
        "for (int q = 0; q < n; q++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
        " for (int k = 0; k < n; k++) C[q][i][j] += A[q][i][k] * B[q][k][j];";
};

TEST_F(BlockedContractions, ThreadsShareTheLoopThatIsNamed)
{
    EXPECT_EQ(parallel_rows(matrices, product, block_row), std::vector<std::size_t>{block_row});
    EXPECT_EQ(parallel_rows(matrices, product, panel_row), std::vector<std::size_t>{panel_row});
    EXPECT_EQ(parallel_rows(batches, products, block_row), std::vector<std::size_t>{1 + block_row});
}

TEST_F(BlockedContractions, ThreadsShareTheOutermostLoopAroundBlocks)
{
    EXPECT_EQ(parallel_rows(batches, products, std::nullopt), std::vector<std::size_t>{0});
    EXPECT_EQ(parallel_rows(matrices, product, std::nullopt), std::vector<std::size_t>{block_row});
}

} // namespace
} // namespace espalier::codegen
