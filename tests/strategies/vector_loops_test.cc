// Which loops run in vectors since compilers do not see by themselves that they can.

#include "espalier/strategies/vector_loops.h"

#include "espalier/schedule/loops.h"
#include "espalier/schedule/original.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

class VectorLoops : public testing::Test {
protected:
    /// The depths of the vector loops in the order of the source.
    std::vector<std::size_t> depths(const std::string &declarations, const std::string &body)
    {
        return depths(declarations, body, schedule::LoopKind::vector, with_vector_loops);
    }

    /// The depths of the narrow ones, where compilers choose vectors of so many bytes.
    std::vector<std::size_t> narrow(const std::string &declarations, const std::string &body,
                                    std::size_t bytes = 64)
    {
        machine::Machine machine;
        machine.compilers_vector = bytes;
        return depths(declarations, body, schedule::LoopKind::narrow_vector,
                      [&](const auto &program, const auto &dependences, const auto &tree) {
                          return with_narrow_vector_loops(program, dependences, machine, tree);
                      });
    }

    template <class Find>
    std::vector<std::size_t> depths(const std::string &declarations, const std::string &body,
                                    schedule::LoopKind kind, Find find)
    {
        const program::Program program = test::extract_program(
            "void f(" + declarations + ")\n{\n#pragma scop\n" + body + "\n#pragma endscop\n}\n",
            context);
        const test::AnalyzedRegion region = test::analyzed(program);
        const auto tree =
            find(program, region.dependences, schedule::original_schedule_without_kills(program));
        std::vector<std::size_t> result;
        if (tree)
            for (const schedule::Loop &loop : schedule::loops_with_roles(*tree)) {
                EXPECT_EQ(loop.role()->kind, kind);
                result.push_back(loop.depth());
            }
        return result;
    }

    presburger::Context context;
};

using Depths = std::vector<std::size_t>;

TEST_F(VectorLoops, PointersThatMayOverlap)
{
    const std::string body = "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++)"
                             " a[i * n + j] = b[i * n + j] + b[i * n + j - n];";
    EXPECT_EQ(depths("int n, double *a, const double *b", body), Depths{1});
    EXPECT_EQ(depths("int n, double *restrict a, const double *restrict b", body), Depths{});
}

TEST_F(VectorLoops, ShortLoopsAreUnrolled)
{
    EXPECT_EQ(depths("int n, double *a, const double *b",
                     "for (int i = 0; i < n; i++) { double s = 0;"
                     " for (int r = -2; r <= 2; r++) for (int c = 0; c < 3; c++)"
                     " s += b[i + r + 4 * c]; a[i] = s; }"),
              Depths{0});
    EXPECT_EQ(depths("int n, double *a, const double *b",
                     "for (int i = 0; i < n; i++)"
                     " for (int r = 0; r < 40; r++) a[i] += b[i + r];"),
              Depths{});
}

TEST_F(VectorLoops, IterationsAreIndependent)
{
    EXPECT_EQ(depths("int n, double *a, const double *b",
                     "for (int i = 1; i < n; i++) a[i] = a[i - 1] + b[i];"),
              Depths{});
    EXPECT_EQ(depths("int n, double *a, const double *b",
                     "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++)"
                     " a[i * n + j] += a[i * n + j - n] * b[j];"),
              Depths{1});
}

TEST_F(VectorLoops, NarrowOnesReadSeveralPlacesOfARow)
{
    const std::string arrays = "int n, float a[restrict n][n], float b[restrict n][n]";
    const std::string rows = "for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) ";
    EXPECT_EQ(narrow(arrays, rows + "a[i][j] = b[i][j - 1] + b[i][j];"), Depths{1});
    EXPECT_EQ(narrow(arrays, rows + "a[i][j] = b[i][j - 1] + b[i][j];", 32), Depths{});
    EXPECT_EQ(narrow(arrays, rows + "a[i][j] = 2 * b[i][j];"), Depths{});
    EXPECT_EQ(narrow(arrays, rows + "a[i][j] = b[i][j - 1] / b[i][j];"), Depths{});
    EXPECT_EQ(narrow(arrays, rows + "a[i][j] /= b[i][j - 1] + b[i][j];"), Depths{});
    EXPECT_EQ(narrow(arrays, rows + "{ a[i][j] = 0; for (int s = 0; s < 3; s++)"
                                    " a[i][j] += b[i][j + s - 1]; }"),
              Depths{1});
    EXPECT_EQ(narrow(arrays, rows + "a[i][j] = a[i][j - 1] + b[i][j - 1] + b[i][j];"), Depths{});
}

TEST_F(VectorLoops, NarrowOnesAreOfFloatingPointNumbers)
{
    EXPECT_EQ(narrow("int n, int *restrict a, const int *restrict b",
                     "for (int i = 0; i < n; i++) a[i] = b[i] + b[i + 1];"),
              Depths{});
    EXPECT_EQ(narrow("int n, float *restrict a, const float *restrict b",
                     "for (int i = 0; i < n; i++) a[i] = b[i] > b[i + 1] ? b[i] : b[i + 1];"),
              Depths{});
}

} // namespace
} // namespace espalier::strategies
