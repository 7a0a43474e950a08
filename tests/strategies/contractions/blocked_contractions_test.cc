// Contractions in loops that block them: which loop threads share, and what may change afterwards.

#include "espalier/strategies/contractions/blocked_contractions.h"

#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

class BlockedContractions : public testing::Test {
protected:
    /// The depths of the parallel loops of a function's only statement, in blocks.
    std::vector<std::size_t> parallel_loops(const std::string &declarations,
                                            const std::string &loops,
                                            std::optional<schedule::BlockLoop> loop)
    {
        program::Program program = test::extract_program(
            "void f(" + declarations + ")\n{\n#pragma scop\n" + loops + "\n#pragma endscop\n}\n",
            context);
        std::optional<WithBlocks> made = blocked_contractions(
            transform::original_view(program), std::nullopt, {}, machine::Machine(), {2, loop});
        std::vector<std::size_t> result;
        for (const transform::Statement &statement : made.value().view.statements)
            for (std::size_t k = 0; k < statement.depth(); ++k)
                if (statement.rows[k].kind() == transform::LoopKind::parallel)
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
    EXPECT_EQ(parallel_loops(matrices, product, schedule::ic_loop),
              std::vector<std::size_t>{schedule::ic_loop});
    EXPECT_EQ(parallel_loops(matrices, product, schedule::jc_loop),
              std::vector<std::size_t>{schedule::jc_loop});
    EXPECT_EQ(parallel_loops(batches, products, schedule::ic_loop),
              std::vector<std::size_t>{1 + schedule::ic_loop});
}

TEST_F(BlockedContractions, ThreadsShareTheOutermostLoopAroundBlocks)
{
    EXPECT_EQ(parallel_loops(batches, products, std::nullopt), std::vector<std::size_t>{0});
    EXPECT_EQ(parallel_loops(matrices, product, std::nullopt),
              std::vector<std::size_t>{schedule::ic_loop});
}

/// A product in blocks of 4 by 8, in panels of 32 columns and blocks of 16 rows.
class ChangesOfBlocks : public BlockedContractions {
protected:
    ChangesOfBlocks()
    {
        std::string start = "double T[64][64]; for (int i = 0; i < 64; i++)"
                            " for (int j = 0; j < 64; j++) S1: T[i][j] = 0;";
        std::string sums = "for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++)"
                           " for (int k = 0; k < n; k++) S2: T[i][j] += A[i][k] * B[k][j];";
        std::string end = "for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++)"
                          " S3: C[i][j] = T[i][j];";
        program::Program program =
            test::extract_program("void f(" + matrices + ")\n{\n#pragma scop\n" + start + sums +
                                      end + "\n#pragma endscop\n}\n",
                                  context);
        made = with_blocks(transform::original_view(program), "S2", {4, 8, 8, 16, 16, 32});
    }

    std::string change(const transform::MatrixView &view) const
    {
        return change_of_blocks(view, blocked_contractions_in(*made).at(0)).value_or("none");
    }

    /// The loop over `row` around the contraction.
    transform::Beta loop_over(std::size_t row) const
    {
        transform::Beta result(row + 1, 0);
        result.front() = 1;
        return result;
    }

    std::optional<transform::MatrixView> made;
};

TEST_F(ChangesOfBlocks, AroundBlocksAreFine)
{
    using transform::LoopKind;
    EXPECT_EQ(change(*made), "none");
    EXPECT_EQ(change(with_kind(*made, loop_over(schedule::ic_loop), LoopKind::parallel)), "none");
    EXPECT_EQ(change(contract(*made, "T", 1, 32)), "none");
    EXPECT_EQ(change(contract(*made, "T", 0, 4)), "none");
    EXPECT_EQ(change(pad(*made, "T", 1, 8)), "none");
}

TEST_F(ChangesOfBlocks, InBlocksAreNot)
{
    using transform::LoopKind;
    EXPECT_EQ(change(with_kind(*made, loop_over(schedule::jr_loop), LoopKind::parallel)),
              "a loop in its blocks is to run in parallel or in vector lanes");
    EXPECT_EQ(change(with_kind(*made, loop_over(schedule::jc_loop), LoopKind::vector)),
              "a loop in its blocks is to run in parallel or in vector lanes");
    EXPECT_EQ(change(interchange(*made, loop_over(schedule::step_loop), schedule::step_loop,
                                 schedule::row_loop)),
              "its innermost loops are no longer those of the blocks");
    EXPECT_EQ(change(split(*made, loop_over(schedule::row_loop), "i < 10")),
              "its iterations were divided");
    for (long turn : {2, 12})
        EXPECT_EQ(change(contract(*made, "T", 1, turn)),
                  "what it writes has another layout, which divides blocks");
    EXPECT_EQ(change(transpose(*made, "T", {1, 0})),
              "what it writes has another layout, which divides blocks");
}

} // namespace
} // namespace espalier::strategies
