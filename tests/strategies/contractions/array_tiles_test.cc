// Statements that run tile by tile of an array that they share.

#include "espalier/strategies/contractions/array_tiles.h"

#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"
#include "tests/support/candidates.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

class ArrayTiles : public testing::Test {
protected:
    /// What becomes of the body of a function, see test::in_function; nothing if that is illegal.
    std::optional<transform::MatrixView> tiled(const std::string &body, const std::string &array,
                                               const std::vector<long> &sizes,
                                               std::size_t outermost = 0)
    {
        test::AnalyzedRegion region =
            test::analyzed(test::extract_program(test::in_function(body), context));
        std::optional<transform::MatrixView> made =
            tiled_by_array(transform::original_view(region.program), array, sizes, outermost);
        if (!made)
            return std::nullopt;
        return test::legal_scop(region, Candidate{transform::plan_of(*made), ""});
    }

    presburger::Context context;
};

TEST_F(ArrayTiles, RunOneAfterTheOther)
{
    std::optional<transform::MatrixView> found =
        tiled("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) S1: A[i][j] = x[j];"
              "for (int j = 0; j < n; j++) for (int i = 0; i < n; i++) S2: B[j][i] = A[i][j];"
              "for (int i = 0; i < n; i++) S3: y[i] = x[i];",
              "A", {4, 16}, 1);
    ASSERT_TRUE(found);
    const transform::Statement &first = test::statement(*found, "S1"),
                               &second = test::statement(*found, "S2");
    EXPECT_EQ(first.beta, (transform::Beta{0, 0, 0, 0, 0}));
    EXPECT_EQ(second.beta, (transform::Beta{0, 0, 1, 0, 0}));
    EXPECT_EQ(test::statement(*found, "S3").beta, (transform::Beta{1, 0}));
    EXPECT_EQ(names_of(first.rows), (std::vector<std::string>{"tile1", "tile0", "i", "j"}));
    EXPECT_EQ(users_of(*found, "A").size(), 2u);
}

TEST_F(ArrayTiles, OfStatementsSideBySide)
{
    const std::string one = "for (int i = 0; i < n; i++) S1: y[i] = x[i];",
                      between = "for (int i = 0; i < n; i++) S2: A[0][i] = x[i];",
                      other = "for (int i = 0; i < n; i++) S3: B[0][i] = y[i];";
    EXPECT_TRUE(tiled(one + other + between, "y", {8}));
    EXPECT_FALSE(tiled(one + between + other, "y", {8}));
    EXPECT_FALSE(tiled(one + other, "y", {8, 8}));
    EXPECT_FALSE(
        tiled("for (int i = 0; i < n; i++) { S1: y[i] = x[i]; S2: A[0][i] = y[i]; }", "y", {8}));
}

} // namespace
} // namespace espalier::strategies
