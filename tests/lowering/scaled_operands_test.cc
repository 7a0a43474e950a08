// What the packing of operands computes in place of the contraction.

#include "espalier/lowering/scaled_operands.h"

#include "espalier/lowering/packed_operands.h"
#include "espalier/program/print.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/transform/trees.h"
#include "tests/support/contractions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

using test::in_three_loops;
using testing::ElementsAre;
using testing::IsEmpty;

class ScaledOperands : public testing::Test {
protected:
    /// What becomes of a contraction in three loops (see test::matrices): its assignment, and those
    /// of the statements that pack its operands, in the order of the program; without zeros for
    /// what strips lack.
    std::vector<std::string> assignments(const std::string &statement,
                                         const std::string &type = "double")
    {
        transform::MatrixView view =
            transform::original_view(test::matrices(in_three_loops(statement), context, type));
        std::optional<strategies::WithBlocks> proposal =
            strategies::blocked_contractions(view, std::nullopt, {}, machine::Machine(), {});
        block = strategies::blocked_contractions_in(proposal.value().view).at(0);
        transform::MatrixView packed = with_packed_operands(proposal->view, *block).view;
        program::Program program = with_scaled_operands(packed.program, packed, *block);
        std::vector<std::string> result;
        for (const program::Statement &one : program.statements)
            if (one.accesses.size() > 1)
                result.push_back(assignment(program, one));
        return result;
    }

    /// The assignment, without subscripts.
    static std::string assignment(const program::Program &program,
                                  const program::Statement &statement)
    {
        program::LeafPrinter leaves;
        leaves.access = [&](std::size_t access) {
            return program.arrays[statement.accesses[access].array].name;
        };
        return program::print(*statement.body, leaves);
    }

    presburger::Context context;
    std::optional<strategies::BlockedContraction> block;
};

TEST_F(ScaledOperands, ScalarInFront)
{
    EXPECT_THAT(assignments("C[i][j] += alpha * A[i][k] * B[k][j];"),
                ElementsAre("C += A_packed * B_packed", "B_packed = B", "A_packed = alpha * A"));
    EXPECT_THAT(block->contraction.fixed, IsEmpty());
}

TEST_F(ScaledOperands, GroupsStayAsTheyAre)
{
    EXPECT_THAT(assignments("C[i][j] += A[i][k] * B[k][j] * alpha;"),
                ElementsAre("C += A_packed * B_packed * alpha", "B_packed = B", "A_packed = A"))
        << "a product of all three";
    EXPECT_EQ(block->contraction.fixed.size(), 1U);
    EXPECT_THAT(assignments("C[i][j] += A[i][k] * (B[k][j] * alpha);"),
                ElementsAre("C += A_packed * B_packed", "B_packed = B * alpha", "A_packed = A"));
    EXPECT_THAT(assignments("C[i][j] += A[i][k] * alpha * B[k][j];"),
                ElementsAre("C += A_packed * B_packed", "B_packed = B", "A_packed = A * alpha"));
}

TEST_F(ScaledOperands, ConstantsAndSigns)
{
    EXPECT_THAT(
        assignments("C[i][j] -= -A[i][k] * (2.5f + B[k][j] / 3.0f);", "float"),
        ElementsAre("C -= A_packed * B_packed", "B_packed = 2.5f + B / 3.0f", "A_packed = -A"));
    EXPECT_THAT(assignments("C[i][j] += -(A[i][k] * B[k][j]);"),
                ElementsAre("C += -(A_packed * B_packed)", "B_packed = B", "A_packed = A"));
}

TEST_F(ScaledOperands, SeveralOfEachKind)
{
    EXPECT_THAT(assignments("C[i][j] += A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];"),
                ElementsAre("C += A_packed * BB_packed + B_packed * AA_packed",
                            "A_packed = A * alpha", "B_packed = B * alpha", "BB_packed = B",
                            "AA_packed = A"));
    EXPECT_THAT(block->contraction.fixed, IsEmpty());
}

TEST_F(ScaledOperands, OneArrayInBothRoles)
{
    EXPECT_THAT(assignments("C[i][j] += alpha * A[i][k] * A[j][k];"),
                ElementsAre("C += AA_packed * A_packed", "A_packed = A", "AA_packed = alpha * A"));
}

} // namespace
} // namespace espalier::lowering
