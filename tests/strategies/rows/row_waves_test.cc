// Nests over rows and columns in waves.

#include "espalier/strategies/rows/row_waves.h"

#include "espalier/presburger/context.h"
#include "espalier/transform/trees.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <isl/set.h>

namespace espalier::strategies {
namespace {

class RowWavesTest : public testing::Test {
protected:
    static std::optional<std::size_t> column(const transform::Statement &statement)
    {
        return statement.depth() > 1 ? std::optional<std::size_t>(1) : std::nullopt;
    }

    /// The values of a row of a statement for `constants`.
    static bool is_time(const transform::MatrixView &view, const std::string &label,
                        std::size_t row, const std::string &function)
    {
        const transform::Statement &statement = test::statement(view, label);
        isl::pw_aff expected(statement.instances.ctx(), function);
        return statement.instances.is_subset(statement.time(row).eq_set(expected));
    }

    presburger::Context context;
};

/// 100 columns are two blocks of 64, since blocks are multiples of the rows of a wave.
TEST_F(RowWavesTest, ThreadsGetEqualPartsOfKnownColumns)
{
    transform::MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
    R:      x[i] = 0;
            for (int j = 0; j < 100; j++)
    S:          x[i] += A[i][j];
            for (int j = 0; j < 100; j++)
    T:          y[j] += A[i][j] * x[i];
        })",
                                                        context);
    transform::MatrixView result = with_waves(view, 0, {2, 32, 512}, column);
    EXPECT_EQ(test::beta_vectors(result), "R[0, 0, 0, 0] S[0, 0, 0, 1, 0] T[0, 0, 0, 2, 0]");
    EXPECT_TRUE(is_time(result, "R", 0, "{ R[i] -> [(64 * floor(i / 32))] }"));
    EXPECT_TRUE(is_time(result, "R", 1, "{ R[i] -> [(0)] }"));
    EXPECT_TRUE(
        is_time(result, "S", 0, "{ S[i, j] -> [(64 * floor(i / 32) + 64 * floor(j / 64))] }"));
    EXPECT_TRUE(is_time(result, "S", 1, "{ S[i, j] -> [(64 * floor(j / 64))] }"));
    // Behind both blocks of S.
    EXPECT_TRUE(is_time(result, "T", 0, "{ T[i, j] -> [(64 * floor(i / 32) + 128)] }"));
    EXPECT_EQ(test::statement(result, "S").rows[1].kind(), transform::LoopKind::parallel);
}

/// What stands behind the columns has a time where there are none, too.
TEST_F(RowWavesTest, NoColumns)
{
    transform::MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
    S:          x[i] += A[i][j];
    T:      y[i] = x[i];
        })",
                                                        context);
    transform::MatrixView result = with_waves(view, 0, {2, 32, 512}, column);
    const transform::Statement &last = test::statement(result, "T");
    EXPECT_TRUE(last.instances.is_subset(last.time(0).domain()));
}

TEST_F(RowWavesTest, UnknownColumnsAreInBlocksOfOneSize)
{
    transform::MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
    S:          x[i] += A[i][j];)",
                                                        context);
    transform::MatrixView result = with_waves(view, 0, {2, 32, 512}, column);
    EXPECT_TRUE(
        is_time(result, "S", 0, "{ S[i, j] -> [(512 * floor(i / 32) + 512 * floor(j / 512))] }"));
}

TEST_F(RowWavesTest, WithoutColumnsNothingChanges)
{
    transform::MatrixView view = test::scop_in_function(R"(
        for (int i = 0; i < n; i++)
    S:      x[i] = 0;)",
                                                        context);
    EXPECT_TRUE(test::is_same_order(with_waves(view, 0, {2, 32, 512}, column), view));
}

} // namespace
} // namespace espalier::strategies
