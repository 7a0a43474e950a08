// Loops that find extrema in vectors, with threads around them where that is asked for.

#include "espalier/strategies/extremum_lanes.h"

#include "espalier/driver/legality.h"
#include "espalier/schedule/loops.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using schedule::LoopKind;
using testing::ElementsAre;
using testing::IsEmpty;

class ExtremumLanesStrategy : public test::TransformedRegion {
protected:
    /// The kinds of loops with roles in the first candidate that is legal.
    std::vector<LoopKind> kinds(const std::string &loops, bool parallel)
    {
        region_is("\n#pragma scop\n" + loops + "\n#pragma endscop\n",
                  "#include <math.h>\nstatic double m, least, sum;\n");
        const Tiling tiling;
        const machine::Machine machine;
        std::vector<LoopKind> result;
        extremum_lanes().propose(
            {file->regions.front().program, dependences, machine, tiling, parallel},
            [&](const Candidate &candidate) {
                const driver::Legality legality(candidate.reference->program,
                                                candidate.reference->dependences, {false, false},
                                                parallel);
                const driver::Legality::Outcome outcome =
                    legality.check(candidate.plan.program, candidate.plan.tree);
                if (!outcome.is_legal())
                    return false;
                for (const schedule::Loop &loop : schedule::loops_with_roles(outcome.tree))
                    result.push_back(loop.role()->kind);
                return true;
            });
        return result;
    }
};

constexpr const char *change = "for (int i = 1; i < n; i++)\n"
                               "    for (int j = 0; j < n; j++) {\n"
                               "        D[i][j] = C[i][j] + C[i - 1][j];\n"
                               "        m = fmax(m, fabs(D[i][j] - C[i][j]));\n"
                               "    }";

TEST_F(ExtremumLanesStrategy, Vectors)
{
    EXPECT_THAT(kinds(change, false), ElementsAre(LoopKind::vector));
}

TEST_F(ExtremumLanesStrategy, VectorsInsideOfThreads)
{
    EXPECT_THAT(kinds(change, true), ElementsAre(LoopKind::parallel, LoopKind::vector));
}

TEST_F(ExtremumLanesStrategy, SeveralInOneLoop)
{
    EXPECT_THAT(kinds("for (int i = 0; i < n; i++) {\n"
                      "    if (x[i] * x[i] > m) m = x[i] * x[i];\n"
                      "    if (fabs(x[i]) < least) least = fabs(x[i]);\n"
                      "}",
                      false),
                ElementsAre(LoopKind::vector));
}

TEST_F(ExtremumLanesStrategy, NothingWhereMoreIsCarried)
{
    EXPECT_THAT(kinds("for (int i = 0; i < n; i++) {\n"
                      "    sum += x[i];\n"
                      "    m = fmax(m, fabs(x[i]));\n"
                      "}",
                      false),
                IsEmpty());
}

TEST_F(ExtremumLanesStrategy, NothingWithoutExtrema)
{
    EXPECT_THAT(kinds("for (int i = 0; i < n; i++) sum += x[i];", false), IsEmpty());
}

} // namespace
} // namespace espalier::strategies
