// New transformations in Lua, from the primitives: figures 31 to 33 of Girbal et al. (2006), and
// the sequence of figure 34.

#include "espalier/transform/find.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"
#include "tests/support/programs.h"
#include "tests/support/scripts.h"

#include <gmock/gmock.h>

namespace espalier::transform {
namespace {

using Composition = test::ScriptTest;

/// Figure 32, with the offset of figure 18.
const std::string own_fission = R"(
function own_fission(P, o, b)
    P = beta(P)
    local Q, R = beta(P, o, b), beta(P, o + 1)
    move(P, Q, 1)
    move(R, R, -b)
end
)";

/// Figure 18.
const std::string own_fusion = R"(
function own_fusion(P, o, b)
    local R = beta(P, o + 1)
    move(R, R, b)
    move(P, R, -1)
end
)";

/// Figure 33; of the two loops that the strips are made of, the outer one and the inner strip loop
/// are interchanged.
const std::string own_tile = R"(
function own_tile(P, k1, k2)
    P = beta(P)
    local Q = enclose(P)
    stripmine(P, k2)
    stripmine(Q, k1)
    interchange(Q, depth(Q))
end
)";

TEST_F(Composition, MoveLeavesFreeSlotsUntilTheEnd) // figure 31
{
    MatrixView moved = run("move(beta{}, beta{1}, 2) assert(betaof(S3)[1] == 3)");
    EXPECT_EQ(find_statement(moved, "S3"), (Beta{1, 0, 0}));
}

TEST_F(Composition, Fission)
{
    EXPECT_EQ(test::text(run(own_fission + "own_fission(beta{}, 0, 1)")),
              test::text(fission(view, {}, 0, 1)));
}

TEST_F(Composition, FissionAfterFusionLeavesTheRegionUnchanged)
{
    EXPECT_EQ(test::text(run(own_fission + own_fusion +
                             "own_fusion(beta{}, 0, 2) own_fission(beta{}, 0, 2)")),
              test::text(view));
}

TEST_F(Composition, Tile)
{
    EXPECT_EQ(test::text(run(own_tile + "own_tile('l', 32, 16)")),
              test::text(tile(view, {1, 0}, {32, 16})));
}

TEST_F(Composition, MoveMayNotPutStatementsAtOnePlace)
{
    Diagnostic diagnostic = failure("\nmove(beta{0}, beta{0, 1}, -1)");
    EXPECT_THAT(diagnostic.message, testing::HasSubstr("have the same place, and no order"));
    EXPECT_EQ(diagnostic.place.line, 2u);
    EXPECT_EQ(diagnostic.place.column, 1u);
}

const char *shallow_water = R"(
void swim(int ITMAX, int doloop_ub, int N, int M, int MNMIN, double U[restrict N][M],
          double V[restrict N][M], double P[restrict N][M], double W[restrict N][M],
          double X[restrict M], double Y[restrict N], double Z[restrict 4])
{
#pragma scop
    for (int t = 0; t <= doloop_ub; t++) {
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
C1L1:           U[j][i] = P[j][i] + W[j][i];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
C2L1:           V[j][i] = U[j][i];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < M; i++)
C3L1:           W[j][i] = V[j][i];
        for (int j = 0; j < N; j++)
C3L10:      Y[j] = W[j][0];
        for (int i = 0; i < MNMIN; i++)
C3L11:      X[i] = W[0][i];
        if (t < ITMAX)
C3L12:      Z[0] = W[0][0];
    }
#pragma endscop
}
)";

/// As printed but for what is not in the program above, and for the two targets, which the paper
/// does not show.
const std::string figure_34 = R"(
-- Avoid spurious versioning
addContext(C1L1,'ITMAX>=9')
addContext(C1L1,'doloop_ub>=ITMAX')
addContext(C1L1,'doloop_ub<=ITMAX')
addContext(C1L1,'N>=500')
addContext(C1L1,'M>=500')
addContext(C1L1,'MNMIN>=500')
addContext(C1L1,'MNMIN<=M')
addContext(C1L1,'MNMIN<=N')
addContext(C1L1,'M<=N')
addContext(C1L1,'M>=N')
BLOOP = before(enclose(C1L1,2))
TARGET_2_1_2_1 = after(enclose(C2L1_2_1_2_1))

-- Move and shift calc3 backwards
shift(enclose(C3L1),{'1','0','0'})
shift(enclose(C3L10),{'1','0'})
shift(enclose(C3L11),{'1','0'})
shift(C3L12,{'1'})
motion(enclose(C3L1),BLOOP)
motion(enclose(C3L10),BLOOP)
motion(enclose(C3L11),BLOOP)
motion(C3L12,BLOOP)

-- Peel and shift to enable fusion
peel(enclose(C3L1,2),'3')
peel(enclose(C3L1_2,2),'N-3')
peel(enclose(C3L1_2_1,1),'3')
peel(enclose(C3L1_2_1_2,1),'M-3')
peel(enclose(C1L1,2),'2')
peel(enclose(C1L1_2,2),'N-2')
peel(enclose(C1L1_2_1,1),'2')
peel(enclose(C1L1_2_1_2,1),'M-2')
peel(enclose(C2L1,2),'1')
peel(enclose(C2L1_2,2),'N-1')
peel(enclose(C2L1_2_1,1),'3')
peel(enclose(C2L1_2_1_2,1),'M-3')
shift(enclose(C1L1_2_1_2_1),{'0','1','1'})
shift(enclose(C2L1_2_1_2_1),{'0','2','2'})

-- Double fusion of the three nests
motion(enclose(C2L1_2_1_2_1),TARGET_2_1_2_1)
motion(enclose(C1L1_2_1_2_1),C2L1_2_1_2_1)
motion(enclose(C3L1_2_1_2_1),C1L1_2_1_2_1)

-- Register blocking and unrolling (factor 2)
stripmine(enclose(C3L1_2_1_2_1,2),2,2)
stripmine(enclose(C3L1_2_1_2_1,1),4,2)
interchange(enclose(C3L1_2_1_2_1,2))
fullunroll(enclose(C3L1_2_1_2_1,2))
fullunroll(enclose(C3L1_2_1_2_1,1))
)";

TEST_F(Composition, TheSequenceForSwim)
{
    view = original_view(test::extract_program(shallow_water, context));
    MatrixView transformed = run(figure_34);
    EXPECT_EQ(find_irregularity(transformed), std::nullopt);
    const Statement &block =
        *std::ranges::find(transformed.statements, "C3L1_2_1_2_1", &Statement::label);
    std::vector<std::string> loops;
    for (const Row &row : block.rows)
        loops.push_back(row.name);
    EXPECT_THAT(loops, testing::ElementsAre("t", "jj", "ii", "j", "i"));
    EXPECT_EQ(block.rows[3].option, schedule::LoopOption::unroll);
    Beta body = enclose(block.beta);
    EXPECT_EQ(find_statement(transformed, "C1L1_2_1_2_1"), append(body, 1));
    EXPECT_EQ(find_statement(transformed, "C2L1_2_1_2_1"), append(body, 2));
}

} // namespace
} // namespace espalier::transform
