// Which nests of short loops become copies of their bodies.

#include "espalier/strategies/unrolled_loops.h"

#include "espalier/schedule/original.h"
#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

using schedule::Band;
using schedule::Cursor;

/// How many loops below a node are unrolled.
std::size_t unrolled_below(const Cursor &node)
{
    std::size_t result = 0;
    if (node.is<Band>())
        for (const schedule::Member &member : node.as<Band>().members)
            result += member.option == schedule::LoopOption::unroll ? 1 : 0;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        result += unrolled_below(node.child(k));
    return result;
}

class UnrolledLoops : public testing::Test {
protected:
    /// How many loops are unrolled in the order of the source; nothing if the strategy is not for
    /// it.
    std::optional<std::size_t> unrolled_in(const std::string &body)
    {
        const program::Program program = test::extract_program(
            "void f(int n, double a[restrict][5][5], double x[restrict][5], double y[restrict])\n"
            "{\n#pragma scop\n" +
                body + "\n#pragma endscop\n}\n",
            context);
        const auto tree =
            with_unrolled_loops(program, schedule::original_schedule_without_kills(program));
        return tree ? std::optional(unrolled_below(tree->root())) : std::nullopt;
    }

    presburger::Context context;
};

TEST_F(UnrolledLoops, NestsOfEachPoint)
{
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++)"
                          " for (int p = 0; p < 4; p++) for (int m = p + 1; m < 5; m++) {"
                          "  x[i][m] -= a[i][m][p] * x[i][p];"
                          "  for (int q = p + 1; q < 5; q++) a[i][m][q] -= a[i][p][q]; }"),
              3);
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++) {"
                          " for (int p = 0; p < 5; p++) x[i][p] = 0;"
                          " for (int p = 0; p < 5; p++) for (int m = 4; m >= 0; m--)"
                          "  x[i][p] += a[i][p][m] * y[m];"
                          " for (int p = 0; p < 5; p++) y[p] = x[i][p]; }"),
              4);
    EXPECT_EQ(unrolled_in("for (int p = 0; p < 5; p++) for (int m = 0; m < 5; m++)"
                          " for (int q = 0; q < 5; q++) a[0][p][m] += a[1][p][q] * a[2][q][m];"),
              3);
}

TEST_F(UnrolledLoops, WhatCompilersUnrollByThemselvesStays)
{
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++) for (int p = 0; p < 5; p++)"
                          " x[i][p] += a[i][p][p] * y[i];"),
              std::nullopt);
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++)"
                          " for (int p = 0; p < 5; p++) for (int m = 0; m <= p; m++)"
                          "  x[i][p] += a[i][p][m] * y[m];"),
              std::nullopt);
}

TEST_F(UnrolledLoops, LoopsThatAreNotShortStay)
{
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++) for (int p = 0; p < 5; p++)"
                          " for (int m = 0; m < n; m++) x[i][p] += y[m];"),
              std::nullopt);
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++)"
                          " for (int p = i; p < i + 12; p++) for (int m = 0; m < 12; m++)"
                          "  for (int q = 0; q < 12; q++) y[p] += y[n + q] * y[m + n];"),
              2);
    EXPECT_EQ(unrolled_in("for (int i = 0; i < n; i++) {"
                          " for (int p = 0; p < 5; p++) for (int m = 0; m < 5; m++)"
                          "  for (int q = 0; q < 5; q++) a[i][p][m] += a[i + 1][p][q];"
                          " for (int j = 0; j < n; j++) y[j] += a[i][0][0]; }"),
              3);
}

} // namespace
} // namespace espalier::strategies
