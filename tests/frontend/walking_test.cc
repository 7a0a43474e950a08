// Variables and pointers that loops change by the same each time.

#include "espalier/program/print.h"
#include "tests/support/memory_extraction.h"
#include "tests/support/programs.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

using program::AccessKind;
using test::MemoryExtraction;

TEST_F(MemoryExtraction, VariablesThatGoOnByTheSameAreFollowed)
{
    program::Program program = extract("void f(int n, int m, float *x) {\n"
                                       "    int p = 0, k = n;\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        for (int j = 0; j < m; j++) {\n"
                                       "            x[p] = x[k];\n"
                                       "            p++;\n"
                                       "        }\n"
                                       "        k -= 2;\n"
                                       "    }\n}\n");
    ASSERT_EQ(program.statements.size(), 1U);
    expect_written(program, 0, "{ S0[i, j] -> x[i, j] }");
    const isl::set possible = program::parameter_ranges(program);
    EXPECT_TRUE(program.assumptions.intersect(possible).is_subset(
        isl::set(context.get(), "[n, m] -> { : n <= 0 or m >= 0 }")));
}

TEST_F(MemoryExtraction, WhatAVariableStartsWithIsReadOnce)
{
    program::Program program = extract("int f(int k, int n, float *x) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        x[k] = 0;\n"
                                       "        k += 3;\n"
                                       "    }\n"
                                       "    return k;\n}\n");
    ASSERT_EQ(program.statements.size(), 2U);
    expect_written(program, 0, "[k_] -> { S0[i] -> x[k_ + 3i] }");
    expect_read_when(program, "k", "{ : }");
}

TEST_F(MemoryExtraction, VariablesThatChangeUnderConditionsAreNotFollowed)
{
    for (const char *change : {"if (i % 2) k++;", "k = 0;", "k += k;"}) {
        SCOPED_TRACE(change);
        expect_chosen(
            extract("void f(int k, int n, float *x) {\n    for (int i = 0; i < n; i++) {\n"
                    "        x[k] = 0;\n        " +
                    std::string(change) + "\n    }\n}\n"),
            "x", "{ x[a] }");
    }
}

TEST_F(MemoryExtraction, VariablesAreKnownBehindLoopsThatChangeThem)
{
    program::Program program = extract("void f(int n, int m, int w, float *x) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        int k = 0;\n"
                                       "        float *p = x + i * w;\n"
                                       "        for (int j = 0; j < m; j++) {\n"
                                       "            k += 2;\n"
                                       "            *p++ = 2.5f;\n"
                                       "        }\n"
                                       "        p[k] = 1.5f;\n"
                                       "        for (int j = 0; j < m; j++)\n"
                                       "            *--p = 0.5f;\n"
                                       "    }\n}\n");
    const auto expect = [&](const std::string &body, const std::string &elements) {
        for (std::size_t k = 0; k < program.statements.size(); ++k)
            if (!program.statements[k].is_kill() &&
                program::describe(program, program.statements[k]).ends_with(body)) {
                const std::string name = program.statements[k].name();
                return expect_written(program, k, fmt::format(fmt::runtime(elements), name));
            }
        FAIL() << "there is no statement " << body;
    };
    expect("= 1.5f", "[m] -> {{ {0}[i] -> x[i, 3m] : m > 0; {0}[i] -> x[i, 0] : m <= 0 }}");
    expect("= 0.5f", "[m] -> {{ {0}[i, j] -> x[i, m - 1 - j] }}");
}

TEST_F(MemoryExtraction, VariablesAreNotKnownBehindLoopsThatDataEnd)
{
    const program::Program program =
        extract("void f(int n, float *restrict x, float *restrict y) {\n"
                "    for (int i = 0; i < n; i++) {\n"
                "        int k = 0;\n"
                "        for (int j = 0; j < n; j++) {\n"
                "            if (y[j] < 0)\n"
                "                break;\n"
                "            k++;\n"
                "        }\n"
                "        x[k] = 0;\n"
                "    }\n}\n");
    EXPECT_TRUE(std::ranges::any_of(program.statements, [](const program::Statement &statement) {
        return std::ranges::any_of(statement.accesses, [](const program::Access &access) {
            return access.kind == AccessKind::may_write && access.subscripts.empty();
        });
    }));
}

/// n - 2 elements and 2 at a time, through planes of n rows: dimensions of n elements.
TEST_F(MemoryExtraction, PointersMayWalkThroughPlanes)
{
    program::Program program = extract("void f(int n, float *x) {\n"
                                       "    const int plane = n * n, row = n;\n"
                                       "    float *p = x + plane + n + 1;\n"
                                       "    for (int i = 1; i < n - 1; i++) {\n"
                                       "        for (int j = 1; j < n - 1; j++) {\n"
                                       "            for (int k = 1; k < n - 1; k++)\n"
                                       "                *p++ = 0;\n"
                                       "            p += 2;\n"
                                       "        }\n"
                                       "        p += 2 * row;\n"
                                       "    }\n}\n");
    ASSERT_EQ(program.statements.size(), 1U);
    expect_written(program, 0, "{ S0[i, j, k] -> x[i, j, k] }");
}

TEST_F(MemoryExtraction, DeclarationsMayRenameSizes)
{
    program::Program program =
        extract("void f(int n, int m, float *x) {\n"
                "    const int row = m, plane = n * row;\n"
                "    for (int i = 0; i < n; i++)\n"
                "        for (int j = 0; j < n; j++)\n"
                "            for (int k = 0; k < m; k++)\n"
                "                x[i * plane + j * row + k] = x[(i * n + j) * m];\n}\n");
    ASSERT_EQ(program.statements.size(), 1U);
    expect_written(program, 0, "{ S0[i, j, k] -> x[i, j, k] }");
}

} // namespace
} // namespace espalier::frontend
