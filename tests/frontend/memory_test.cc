// What the front end makes of memory that C does not spell as arrays of several dimensions:
// symbolic constants in it, linearised subscripts, pointers into arrays.

#include "espalier/presburger/print.h"
#include "tests/support/memory_extraction.h"
#include "tests/support/programs.h"

#include <algorithm>

namespace espalier::frontend {
namespace {

using program::AccessKind;
using test::MemoryExtraction;

TEST_F(MemoryExtraction, FieldsOfOneStructureAreThereTogether)
{
    program::Program program = extract("struct s { int rows, columns; };\n"
                                       "void f(struct s *a, double x[restrict 9][9]) {\n"
                                       "    for (int i = 0; i < a->rows; i++)\n"
                                       "        for (int j = 0; j < a->columns; j++)\n"
                                       "            x[i][j] = 0;\n}\n");
    expect_read_when(program, "a->rows", "{ : }");
    expect_read_when(program, "a->columns", "{ : }");
    EXPECT_TRUE(program.may_change.empty());
}

TEST_F(MemoryExtraction, FieldsAreThereWhenOthersAre)
{
    program::Program program =
        extract("struct grid { int rows, columns; double *at; };\n"
                "void f(int n, struct grid *u, struct grid *v) {\n"
                "    for (int t = 0; t < n; t++) {\n"
                "        for (int i = 0; i < v->rows; i++)\n"
                "            for (int j = 0; j < v->columns; j++)\n"
                "                v->at[i * v->columns + j] = u->at[i * u->columns + j];\n"
                "        for (int i = 0; i < u->rows; i++)\n"
                "            for (int j = 0; j < u->columns; j++) u->at[i * u->columns + j] = 0;\n"
                "    }\n}\n");
    for (const char *field : {"v->rows", "v->columns", "u->rows"})
        expect_read_when(program, field, "[n] -> { : n > 0 }");
    EXPECT_EQ(program.statements.back().iterators.size(), 3U);
}

TEST_F(MemoryExtraction, APointerIsReadOnlyWhereTheSourceReadsIt)
{
    program::Program program = extract("void f(int *n, int *m, double *x) {\n"
                                       "    for (int i = 0; i < *n; i++)\n"
                                       "        for (int j = 0; j < *m; j++)\n"
                                       "            x[i] += j;\n}\n");
    expect_read_when(program, "*n", "{ : }");
    expect_read_when(program, "*m", "[n_] -> { : n_ > 0 }");
}

TEST_F(MemoryExtraction, WritesThatMayChangeAConstantAreNoted)
{
    program::Program program = extract("int count;\n"
                                       "void f(int *n, int *x, double *y) {\n"
                                       "    for (int i = 0; i < *n; i++)\n"
                                       "        for (int j = 0; j < count; j++) {\n"
                                       "            x[i] += j;\n"
                                       "            y[i] += j;\n"
                                       "        }\n}\n");
    const std::vector<std::pair<std::size_t, std::size_t>> expected = {{0, 0}, {1, 0}};
    EXPECT_EQ(program.may_change, expected);
}

TEST_F(MemoryExtraction, WhatTheRegionWritesIsNoConstant)
{
    for (const char *body : {"for (int i = 0; i < n[0]; i++) n[i] = 0;",
                             "for (int i = 0; i < *n; i++) { int *p = n + 1; p[i] = 0; }",
                             "for (int i = 0; i < n[n[0]]; i++) x[i] = 0;"}) {
        frontend::Extraction extraction = test::extract(
            "void f(int *n, int *restrict x) {\n" + std::string(body) + "\n}\n", context);
        EXPECT_TRUE(extraction.regions.empty()) << body;
    }
}

TEST_F(MemoryExtraction, StructuresAreCopiedMemberByMember)
{
    program::Program program = extract("struct pair { double re, im; };\n"
                                       "struct body { struct pair at; int kind; };\n"
                                       "void f(int n, struct body *a, struct body *b) {\n"
                                       "    for (int i = 0; i < n; i++)\n"
                                       "        a[i] = b[2 * i + 1];\n}\n");
    ASSERT_EQ(program.statements.size(), 3U);
    expect_written(program, 0, "{ S0[i] -> a_at_re[i] }");
    expect_written(program, 1, "{ S1[i] -> a_at_im[i] }");
    expect_written(program, 2, "{ S2[i] -> a_kind[i] }");
}

TEST_F(MemoryExtraction, MembersOfStructuresOfTheRegionAreVariables)
{
    program::Program program = extract("struct pair { double re, im; };\n"
                                       "void f(int n, struct pair *a, struct pair *b, int t_re) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        struct pair t = a[i], u[4];\n"
                                       "        u[t_re] = t;\n"
                                       "        b[i] = u[t_re];\n"
                                       "    }\n}\n");
    auto declaration_of = [&](const std::string &name) {
        auto array = std::ranges::find(program.arrays, name, &program::Array::name);
        return array == program.arrays.end() ? "" : array->declaration;
    };
    EXPECT_EQ(declaration_of("t_re"), "double t_re_");
    EXPECT_EQ(declaration_of("t_im"), "double t_im");
    EXPECT_EQ(declaration_of("u_re"), "double u_re[4]");
    EXPECT_EQ(declaration_of("a_re"), "");
}

TEST_F(MemoryExtraction, StructuresStayWholeWhereACopyMayChangeWhatItCopies)
{
    for (const char *body : {"a[i] = a[a[i].next];", "a[a[i].next] = a[i];", "b[i] = b[i + 1];",
                             "struct link t = a[i], *p = &t; p->next++; a[i] = t;"}) {
        frontend::Extraction extraction =
            test::extract("struct link { int next; double value; };\n"
                          "struct holder { struct link *p; };\n"
                          "void f(int n, struct link *a, struct holder *b) {\n"
                          "    for (int i = 0; i < n; i++) {\n" +
                              std::string(body) + "\n}\n}\n",
                          context);
        EXPECT_TRUE(extraction.regions.empty()) << body;
    }
}

TEST_F(MemoryExtraction, LinearSubscriptsAreTakenApart)
{
    program::Program program =
        extract("void f(int n, int m, double *x) {\n"
                "    for (int i = 0; i < n; i++)\n"
                "        for (int j = 0; j < m; j++)\n"
                "            x[(i + 1) * m + j] = x[m * i + j] + x[j];\n}\n");
    expect_written(program, 0, "{ S0[i, j] -> x[1 + i, j] }");
    EXPECT_EQ(program.arrays.front().linear_dimensions, 2U);
    EXPECT_TRUE(program.arrays.front().extents[1]->plain_is_equal(
        isl::pw_aff(context.get(), "[m] -> { [] -> [m] }")));
    EXPECT_TRUE(program.assumptions.is_equal(isl::set::universe(program.assumptions.space())));
}

TEST_F(MemoryExtraction, SubscriptsAreAssumedToStayInTheirRows)
{
    program::Program program = extract("void f(int n, int m, double *x) {\n"
                                       "    for (int i = 0; i < n; i++)\n"
                                       "        for (int j = 0; j < n; j++)\n"
                                       "            x[i + j * m] = 0;\n}\n");
    expect_written(program, 0, "{ S0[i, j] -> x[j, i] }");
    const isl::set possible = program::parameter_ranges(program);
    isl::set wanted(context.get(), "[n, m] -> { : n <= 0 or m >= n }");
    EXPECT_TRUE(program.assumptions.intersect(possible).is_equal(wanted.intersect(possible)))
        << presburger::to_string(program.assumptions);
}

TEST_F(MemoryExtraction, RowsMayHaveALengthThatIsASum)
{
    program::Program program =
        extract("void f(int low, int high, int last, double *x) {\n"
                "    for (int k = 0; k <= last; k++)\n"
                "        for (int j = low; j <= high; j++)\n"
                "            x[j - low + 1 + (k + 2) * (high - low + 3)] = 0;\n}\n");
    expect_written(program, 0, "[low] -> { S0[k, j] -> x[2 + k, 1 + j - low] }");
}

TEST_F(MemoryExtraction, PlanesAndRows)
{
    program::Program program = extract("void f(int n, int m, int p, float *x) {\n"
                                       "    for (int i = 0; i < n; i++)\n"
                                       "        for (int j = 0; j < m; j++)\n"
                                       "            for (int k = 0; k < p; k++)\n"
                                       "                x[i * m * p + j * p + k] = 0;\n}\n");
    expect_written(program, 0, "{ S0[i, j, k] -> x[i, j, k] }");
    EXPECT_EQ(program.arrays.front().linear_dimensions, 3U);
}

TEST_F(MemoryExtraction, RowsMayBeThoseOfTriangles)
{
    for (const char *subscript : {"i * (i + 1) / 2 + j", "j + ((i + 1) * i >> 1)"}) {
        const program::Program program = extract("void f(int n, double *x) {\n"
                                                 "    for (int i = 0; i < n; i++)\n"
                                                 "        for (int j = 0; j <= i; j++)\n"
                                                 "            x[" +
                                                 std::string(subscript) + "] = 0;\n}\n");
        expect_written(program, 0, "{ S0[i, j] -> x[i, j] }");
        EXPECT_TRUE(program.arrays.front().has_triangular_rows);
        EXPECT_TRUE(program.assumptions.is_equal(isl::set::universe(program.assumptions.space())));
    }
}

TEST_F(MemoryExtraction, SubscriptsAreAssumedToStayInTheRowsOfTriangles)
{
    const program::Program program = extract("void f(int n, int m, double *x) {\n"
                                             "    for (int i = 2; i < n; i++)\n"
                                             "        for (int j = 0; j < m; j++)\n"
                                             "            x[i * (i - 1) / 2 + j] = 1;\n}\n");
    expect_written(program, 0, "{ S0[i, j] -> x[i - 1, j] }");
    const isl::set possible = program::parameter_ranges(program);
    const isl::set wanted(context.get(), "[n, m] -> { : n <= 2 or m <= 2 }");
    EXPECT_TRUE(program.assumptions.intersect(possible).is_equal(wanted.intersect(possible)))
        << presburger::to_string(program.assumptions);
}

TEST_F(MemoryExtraction, ProductsThatMayWrapAroundAreNoTriangleNumbers)
{
    expect_chosen(extract("void f(unsigned n, int *x) {\n"
                          "    for (unsigned i = 0; i < n; i++)\n"
                          "        x[i * (i + 1) / 2L] = 0;\n}\n"),
                  "x", "{ x[a] : a >= 0 }");
}

TEST_F(MemoryExtraction, QuotientsOfConstantsAreConstants)
{
    const program::Program program = extract("void f(int n, int m, double *x, double *y) {\n"
                                             "    for (int i = 0; i < m; i++)\n"
                                             "        x[i * (n / m)] = y[n % m + i];\n}\n");
    expect_written(program, 0, "{ S0[i] -> x[i, 0] }");
    ASSERT_EQ(program.parameters.size(), 4U);
    const isl::set wanted(context.get(), "[m] -> { : m > 0 }");
    std::set<std::string> values;
    for (std::size_t k : {2U, 3U}) {
        values.insert(program.parameters[k].reading->value);
        EXPECT_TRUE(program.parameters[k].reading->condition.is_equal(wanted)) << "not zero";
    }
    EXPECT_EQ(values, (std::set<std::string>{"n / m", "n % m"}));
}

TEST_F(MemoryExtraction, UnsignedProductsThatMayWrapAroundNameAnyElement)
{
    const std::string loops = "    for (unsigned i = 0; i < n; i++)\n"
                              "        for (unsigned j = 0; j < m; j++)\n"
                              "            x[i * m + j] = 0;\n}\n";
    expect_chosen(extract("void f(unsigned n, unsigned m, int *x) {\n" + loops), "x",
                  "{ x[a] : a >= 0 }");
}

TEST_F(MemoryExtraction, TablesThatNeverChangeBoundWhatTheyChoose)
{
    const std::string loop = "void f(int n, int *x) {\n"
                             "    for (int i = 0; i < n; i++)\n"
                             "        x[table[i & 3]] = 0;\n}\n";
    expect_chosen(extract("static const int table[4] = {3, 1, 5};\n" + loop), "x",
                  "{ x[a] : 0 <= a <= 5 }");
    expect_chosen(extract("static const int table[4] = {3, 1, 5, 2};\n" + loop), "x",
                  "{ x[a] : 1 <= a <= 5 }");
    expect_chosen(extract("static int table[4] = {3, 1, 5, 2};\n" + loop), "x", "{ x[a] }");
    expect_chosen(extract("extern const int table[4];\n" + loop), "x", "{ x[a] }");
    expect_chosen(extract("__attribute__((weak)) const int table[4] = {3, 1, 5, 2};\n" + loop), "x",
                  "{ x[a] }");
}

TEST_F(MemoryExtraction, PointersStandForPlacesInArrays)
{
    program::Program program = extract("void f(int n, int m, float *x, const float *y) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        int start = i * m;\n"
                                       "        float *p = x + start;\n"
                                       "        const float *q = &y[i * m];\n"
                                       "        for (int j = 0; j < m; j++)\n"
                                       "            p[j] = q[j];\n"
                                       "    }\n}\n");
    ASSERT_EQ(program.statements.size(), 1U);
    expect_written(program, 0, "{ S1[i, j] -> x[i, j] }");
    for (const char *name : {"x", "y"}) {
        auto array = std::ranges::find(program.arrays, name, &program::Array::name);
        ASSERT_NE(array, program.arrays.end());
        EXPECT_EQ(array->linear_dimensions, 2U);
    }
}

TEST_F(MemoryExtraction, RowsMayBeBehindPointers)
{
    program::Program program = extract("void f(int n, int m, double **a, double *x) {\n"
                                       "    for (int i = 0; i < n; i++) {\n"
                                       "        double *row = a[i] + 1;\n"
                                       "        for (int j = 0; j < m; j++)\n"
                                       "            row[j] = x[j];\n"
                                       "    }\n}\n");
    expect_written(program, 0, "{ S0[i, j] -> a[i, 1 + j] }");
    auto a = std::ranges::find(program.arrays, "a", &program::Array::name);
    ASSERT_NE(a, program.arrays.end());
    EXPECT_EQ(a->pointer_dimensions, 1U);
    EXPECT_FALSE(a->has_own_memory);
    const auto rows = std::size_t(a - program.arrays.begin());
    using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
    const Pairs expected = {{0, 1}, {rows, rows}};
    EXPECT_TRUE(std::ranges::is_permutation(program.may_overlap, expected));
    EXPECT_EQ(program.may_change_rows, Pairs());
}

TEST_F(MemoryExtraction, FieldsBehindOnePointerAreInTheSameRows)
{
    const std::string loops = "    for (int i = 0; i < n; i++)\n"
                              "        for (int j = 0; j < n; j++)\n";
    program::Program one_row = extract("struct pair { double x, y; };\n"
                                       "void f(int n, struct pair **a) {\n" +
                                       loops + "            a[i][j].x = a[i][j].y;\n}\n");
    EXPECT_EQ(one_row.may_overlap.size(), 2U) << "x in itself, and in y";
    program::Program two_rows = extract("struct rows { double *one, *two; };\n"
                                        "void f(int n, struct rows *a) {\n" +
                                        loops + "            a[i].one[j] = a[i].two[j];\n}\n");
    EXPECT_EQ(two_rows.may_overlap.size(), 2U);
}

TEST_F(MemoryExtraction, BytesMayChangePointersToRows)
{
    const std::string loops = "    for (int i = 0; i < n; i++)\n"
                              "        for (int j = 0; j < n; j++)\n"
                              "            a[i][j] = 0;\n}\n";
    for (const char *type : {"char", "unsigned char"})
        EXPECT_EQ(extract("void f(int n, " + std::string(type) + " **a) {\n" + loops)
                      .may_change_rows.size(),
                  1U);
    EXPECT_TRUE(extract("void f(int n, short **a) {\n" + loops).may_change_rows.empty());
}

TEST_F(MemoryExtraction, PointersToRowsAreReadWhateverDataSay)
{
    auto regions = [&](const std::string &body) {
        return test::extract("void f(int n, double **a, const int *x) {\n"
                             "    for (int j = 0; j < n; j++)\n"
                             "        for (int i = 0; i < n; i++)\n" +
                                 body + "\n}\n",
                             context)
            .regions.size();
    };
    EXPECT_EQ(regions("if (x[i]) a[i][j] = 0;"), 0U);
    EXPECT_EQ(regions("a[x[i]][j] = 0;"), 0U);
    EXPECT_EQ(regions("if (a[i][j] < 0) a[i][j] = 0;"), 1U) << "the condition reads it first";
    EXPECT_EQ(regions("if (x[i] && a[i][j] < 0) a[i][j] = 0;"), 0U);
    EXPECT_EQ(regions("if (a[i][j] < 0 && x[i]) a[i][j] = 0;"), 1U);
}

TEST_F(MemoryExtraction, PointersBehindOtherElementsAreOthers)
{
    program::Program program = extract("struct vector { double *data; };\n"
                                       "void f(int n, struct vector *a) {\n"
                                       "    struct vector *next = a + 1;\n"
                                       "    for (int i = 0; i < n; i++)\n"
                                       "        next->data[i] = i;\n}\n");
    expect_written(program, 0, "{ S0[i] -> a_data[1, i] }");
}

} // namespace
} // namespace espalier::frontend
