// Packing of operands: layout and order of the copies, what the code does, and what is refused.

#include "espalier/transform/pack_operand.h"

#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/normal_form.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class PackingOfOperands : public test::TransformedRegion {
protected:
    /// The name of the reference of `S1` to an array that it reads.
    static std::string reference(const MatrixView &view, const std::string &array)
    {
        const program::Statement &source = source_of(view.program, view.statements[0].instances);
        for (const program::Access &access : source.accesses)
            if (access.kind == program::AccessKind::read &&
                view.program.arrays[access.array].name == array)
                return access.reference.name();
        return "";
    }

    /// A product in tiles of 8 * 8 elements of C and 4 steps; rows 3, 4 and 5 are over its points.
    MatrixView tiles()
    {
        region_is(R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[i][k] * E[k][j];
#pragma endscop
)");
        return tile(view(), {0, 0, 0}, {8, 8, 4});
    }
};

TEST_F(PackingOfOperands, StripByStrip)
{
    MatrixView view = tiles();
    MatrixView packed = pack_operand(view, "S1", reference(view, "E"), 3, {{4, 8}, {5, 4}, 2});
    packed = pack_operand(packed, "S1", reference(view, "D"), 3, {{3, 8}, {5, 4}, 8});
    EXPECT_EQ(find_irregularity(packed), std::nullopt);
    EXPECT_THAT(explanations(packed), IsEmpty());
    std::string text = code(packed);
    EXPECT_THAT(text, HasSubstr("double E_packed[4][4][2]"));
    EXPECT_THAT(text, HasSubstr("double D_packed[1][4][8]"));
    EXPECT_THAT(text, HasSubstr(R"(
                    for (long c4 = c1; c4 <= espalier_min((long)n - 2, c1 + 7); c4 += 2) {
                        for (long c5 = c4; c5 <= c4 + 1; c5++)
                            E_packed[(c4 - c1) / 2][c3 - c2][c5 - c4] = E[c3][c5];
                    })"))
        << "full strips, along the rows of E";
    EXPECT_THAT(text, HasSubstr(R"(
                if (c0 <= (long)n - 8) {
                    for (long c4 = c2; c4 <= espalier_min((long)n - 1, c2 + 3); c4++) {
                        for (long c5 = c0; c5 <= c0 + 7; c5++)
                            D_packed[0][c4 - c2][c5 - c0] = D[c5][c4];
                    })"))
        << "a full strip of eight rows of D";
    expect_same_output(packed);
}

TEST_F(PackingOfOperands, ZerosWhereStripsAreNotFull)
{
    MatrixView view = tiles();
    MatrixView packed = pack_operand(view, "S1", reference(view, "E"), 3, {{4, 8}, {5, 4}, 4});
    EXPECT_THAT(code(packed), HasSubstr(R"(
                                for (long c5 = n; c5 <= v1; c5++)
                                    E_packed[n / 4 - c1 / 4][c4 - c2][c5 + n % 4 - n] = 0;)"));
    expect_same_output(packed);
    region_is(R"(
#pragma scop
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            for (int k = 0; k < 16; k++)
S1:             if (n == 37)
                    C[i][j] += D[i][k] * E[k][j];
#pragma endscop
)");
    packed = tile(this->view(), {0, 0, 0}, {8, 8, 4});
    packed = pack_operand(packed, "S1", reference(packed, "E"), 3, {{4, 8}, {5, 4}, 4});
    EXPECT_THAT(code(packed), Not(HasSubstr("] = 0;")));
}

TEST_F(PackingOfOperands, PartsOfStripsOfWhatIsTransposed)
{
    MatrixView view = tiles();
    MatrixView packed = pack_operand(view, "S1", reference(view, "D"), 3, {{3, 8}, {5, 4}, 8, 2});
    EXPECT_THAT(code(packed), HasSubstr(R"(
                        for (long c5 = c3; c5 <= c3 + 1; c5++)
                            D_packed[0][c4 - c2][c5 - c0] = D[c5][c4];)"));
    expect_same_output(packed);
}

TEST_F(PackingOfOperands, ForAllPointsOfOuterLoops)
{
    MatrixView view = tiles();
    MatrixView packed = pack_operand(view, "S1", reference(view, "E"), 2, {{4, 8}, {5, 40}, 8});
    EXPECT_THAT(code(packed), HasSubstr("E_packed[1][40][8]"));
    EXPECT_THAT(explanations(packed), Contains(HasSubstr("nothing has copied it there")))
        << "there may be more steps than the buffer has place for";
    expect_same_output(packed);
}

TEST_F(PackingOfOperands, OfWhatDependsOnOtherLoops)
{
    MatrixView view = tiles();
    expect_refused(
        [&] { pack_operand(view, "S1", reference(view, "E"), 3, {{3, 8}, {5, 4}, 2}); },
        "the element of `E` that `S1` (line 10) reads depends on loops other than those that are "
        "to index the buffer");
}

TEST_F(PackingOfOperands, SeesLaterWritesInTheCheckOnly)
{
    region_is(R"(
#pragma scop
    for (int i = 1; i < n; i++)
        for (int k = 0; k < n; k++)
S1:         C[i][k] += C[i - 1][k] * D[i][k];
#pragma endscop
)");
    MatrixView tiled = tile(view(), {0, 0}, {4, 4});
    MatrixView packed = pack_operand(tiled, "S1", reference(tiled, "D"), 2, {{2, 4}, {3, 4}, 2});
    EXPECT_THAT(explanations(packed), IsEmpty());
    expect_same_output(packed);
    MatrixView early = pack_operand(tiled, "S1", reference(tiled, "C"), 2, {{2, 4}, {3, 4}, 2});
    EXPECT_THAT(explanations(early), Contains(HasSubstr("writes C[")));
}

TEST_F(PackingOfOperands, CopiesRunAsTheLoopsAroundThemDo)
{
    MatrixView view = tiles();
    view.statements[0].rows[0].role = schedule::loop_role(LoopKind::parallel);
    MatrixView packed = pack_operand(view, "S1", reference(view, "E"), 3, {{4, 8}, {5, 4}, 8});
    for (const Statement *statement : statements_in(packed, {}))
        EXPECT_EQ(statement->rows[0].kind(), LoopKind::parallel) << statement->label;
}

} // namespace
} // namespace espalier::transform
