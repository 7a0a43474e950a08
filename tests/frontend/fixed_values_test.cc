// What stays the same in a region, and what data choose: conditions that are constants, products
// that declarations make, bounds of what loops assign.

#include "espalier/presburger/print.h"
#include "tests/support/memory_extraction.h"
#include "tests/support/programs.h"

#include <algorithm>

namespace espalier::frontend {
namespace {

using program::AccessKind;
using test::MemoryExtraction;

TEST_F(MemoryExtraction, ConditionsOnPointersThatStayTheSameAreConstants)
{
    program::Program program = extract("void f(int n, float *restrict x, float *restrict bias) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        x[i] = bias ? bias[i] : 0;\n"
                                       "        if (bias != 0) bias[i] = 1;\n"
                                       "        if (0 == bias) x[i] = 2;\n"
                                       "        if (!bias) x[i] = 3;\n"
                                       "    }\n}\n");
    ASSERT_EQ(program.statements.size(), 4U);
    EXPECT_EQ(std::ranges::count_if(program.parameters, is_read), 1);
    expect_read_when(program, "bias != 0", "{ : }");
    expect_written(program, 1, "[has_bias] -> { S1[i] -> bias[i] : has_bias >= 1 }");
    expect_written(program, 2, "[has_bias] -> { S2[i] -> x[i] : has_bias <= 0 }");
    expect_written(program, 3, "[has_bias] -> { S3[i] -> x[i] : has_bias <= 0 }");
    const auto bias = std::ranges::find(program.arrays, "bias", &program::Array::name);
    ASSERT_NE(bias, program.arrays.end());
    ASSERT_TRUE(bias->pointer_read);
    EXPECT_TRUE(
        bias->pointer_read->is_equal(isl::set(context.get(), "[has_bias] -> { : has_bias >= 1 }")));
}

TEST_F(MemoryExtraction, ComparisonsOfRealNumbersThatStayTheSameAreConstants)
{
    program::Program program = extract("void f(int n, double beta, double *x) {\n"
                                       "    for (int i = 0; i < n; i++)\n"
                                       "        if (beta == 0) x[i] = 0;\n"
                                       "        else if (beta < 0.5) x[i] = 1;\n"
                                       "        else if (beta >= 0.5) x[i] = 2;\n}\n");
    ASSERT_EQ(program.statements.size(), 3U);
    expect_read_when(program, "beta != 0", "{ : }");
    expect_read_when(program, "beta < 0.5", "{ : }");
    expect_read_when(program, "beta >= 0.5", "{ : }"); // neither, if it is no number
    expect_written(
        program, 2,
        "[beta_other_than_0, beta_less_than_0_5, beta_at_least_0_5] -> { S2[i] -> x[i] "
        ": beta_other_than_0 >= 1 and beta_less_than_0_5 <= 0 and beta_at_least_0_5 >= 1 }");
}

TEST_F(MemoryExtraction, ConditionsOnWhatChangesAreOfData)
{
    program::Program program = extract("void f(int n, double t, double *x) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        if (t > 0.5) x[i] = 0;\n"
                                       "        t = t * 0.5;\n"
                                       "    }\n}\n");
    EXPECT_EQ(std::ranges::count_if(program.parameters, is_read), 0);
}

TEST_F(MemoryExtraction, TwoPointersThatStayTheSameAreComparedOnce)
{
    program::Program program = extract("void f(int n, int *x, int *y) {\n"
                                       "    for (int i = 0; i < n; i++)\n"
                                       "        x[i] = x == y ? 1 : y[i];\n}\n");
    expect_read_when(program, "x != y", "{ : }");
    EXPECT_EQ(std::ranges::count_if(program.parameters, is_read), 1);
}

TEST_F(MemoryExtraction, DeclaredProductsAreDimensions)
{
    program::Program program = extract("void f(int n, int C, int NH, float *x) {\n"
                                       "    int W = 3 * C, head = C / NH;\n"
                                       "    for (int t = 0; t < n; t++)\n"
                                       "        for (int h = 0; h < NH; h++)\n"
                                       "            for (int i = 0; i < head; i++)\n"
                                       "                x[t * W + C + h * head + i] = 0;\n}\n");
    ASSERT_EQ(program.statements.size(), 1U);
    expect_written(program, 0, "{ S0[t, h, i] -> x[3t + 1, h, i] }");
    expect_read_when(program, "C == (long)head * NH", "{ : }");
    const isl::set possible = program::parameter_ranges(program);
    EXPECT_TRUE(program.assumptions.intersect(possible).is_subset(
        isl::set(context.get(), "[C_is_head_times_NH] -> { : C_is_head_times_NH >= 1 }")));
}

TEST_F(MemoryExtraction, ProductsOfWhatChangesAreNone)
{
    auto regions = [&](const std::string &between) {
        return test::extract("void f(int n, int C, int NH, float *x) {\n"
                             "    int head = C / NH;\n    " +
                                 between +
                                 "\n    for (int t = 0; t < n; t++)\n"
                                 "        for (int h = 0; h < NH; h++)\n"
                                 "            for (int i = 0; i < head; i++)\n"
                                 "                x[t * C + h * head + i] = 0;\n}\n",
                             context)
            .regions.size();
    };
    EXPECT_EQ(regions(""), 1U);
    EXPECT_EQ(regions("C++;"), 0U);
}

TEST_F(MemoryExtraction, WhatLoopsAssignHasBoundsBehindThem)
{
    const auto chosen = [&](const std::string &body, const std::string &elements) {
        SCOPED_TRACE(body);
        program::Program program = extract("void f(int n, const double *c, int *x) {\n"
                                           "    for (int i = 0; i < 9; i++) {\n"
                                           "        int p = 2;\n"
                                           "        for (int k = 5; k < n; k++) { " +
                                           body + " }\n        x[p] = i;\n    }\n}\n");
        bool is_found = false;
        for (const program::Statement &statement : program.statements)
            for (const program::Access &access : statement.accesses)
                if (program.arrays[access.array].name == "x") {
                    is_found = true;
                    const isl::set range = access.relation.range();
                    EXPECT_TRUE(range.is_equal(isl::set(context.get(), elements)))
                        << presburger::to_string(range);
                }
        EXPECT_TRUE(is_found);
    };
    chosen("if (c[k] > 0) p = k;",
           "[n] -> { x[a] : 2 <= a <= 4 and a < n and n >= 6; x[a] : a >= 2 "
           "and 5 <= a < n; x[2]; x[a] : 2 <= a < n and n >= 6 }");
    chosen("if (c[k] > 0) p = 7;", "[n] -> { x[2]; x[a] : 2 <= a <= 7 and n >= 6 }");
    chosen("if (c[k] > 0) p = 7; else p = 1;", "[n] -> { x[2]; x[a] : 1 <= a <= 7 and n >= 6 }");
    for (const char *body : {"if (c[k] > 0) p++;", "if (c[k] > 0) p = 7; if (c[k] > 1) p += 2;",
                             "if (c[k] > 0) p = 7; while (c[p] > 3) p--;"})
        chosen(body, "{ x[a] }");
}

TEST_F(MemoryExtraction, DataMayChooseRowsOfLinearArrays)
{
    program::Program program =
        extract("void f(int n, int m, int w, const double *c, float *restrict x) {\n"
                "    for (int i = 0; i < n; i++) {\n"
                "        int p = 0;\n"
                "        for (int k = 0; k < m; k++) if (c[k] > i) p = k;\n"
                "        for (int j = 0; j < w; j++) x[p * w + j] += 1;\n"
                "    }\n}\n");
    const auto array = std::ranges::find(program.arrays, "x", &program::Array::name);
    ASSERT_NE(array, program.arrays.end());
    EXPECT_EQ(array->linear_dimensions, 2U);
    const program::Statement *statement = nullptr;
    for (const program::Statement &one : program.statements)
        for (const program::Access &access : one.accesses)
            if (program.arrays[access.array].name == "x")
                statement = &one;
    ASSERT_TRUE(statement);
    const isl::map wanted(context.get(), "[n, m, w] -> { " + statement->name() +
                                             "[i, j] -> x[p, j] : 0 <= i < n and 0 <= j < w and (0 "
                                             "<= p < m or p = 0) }");
    for (const program::Access &access : statement->accesses) {
        const bool is_wanted =
            program.arrays[access.array].name != "x" || access.relation.is_equal(wanted);
        EXPECT_TRUE(is_wanted) << presburger::to_string(access.relation);
    }
}

TEST_F(MemoryExtraction, ConditionsBoundWhatProductsOfLoopVariablesChoose)
{
    program::Program program = extract(
        "void f(int n, int h, int w, int step, const float *restrict x, float *restrict y) {\n"
        "    for (int i = 0; i < n; i++)\n"
        "        for (int j = 0; j < n; j++) {\n"
        "            int iy = i * step - 1, ix = j * step;\n"
        "            if (iy >= 0 && iy < h && ix >= 0 && ix < w)\n"
        "                y[i * n + j] += x[iy * w + ix];\n"
        "        }\n}\n");
    const auto array = std::ranges::find(program.arrays, "x", &program::Array::name);
    ASSERT_NE(array, program.arrays.end());
    EXPECT_EQ(array->linear_dimensions, 2U);
    const isl::set wanted(context.get(),
                          "[n, h, w] -> { x[a, b] : n > 0 and 0 <= a < h and 0 <= b < w }");
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            const bool is_wanted = program.arrays[access.array].name != "x" ||
                                   access.relation.range().is_equal(wanted);
            EXPECT_TRUE(is_wanted) << presburger::to_string(access.relation);
        }
}

} // namespace
} // namespace espalier::frontend
