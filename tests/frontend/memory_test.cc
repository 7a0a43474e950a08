// What the front end makes of memory that C does not spell as arrays of several dimensions:
// symbolic constants in it, linearised subscripts, pointers into arrays.

#include "espalier/presburger/print.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

using program::AccessKind;

bool is_read(const program::Parameter &parameter) { return parameter.reading.has_value(); }

class MemoryExtraction : public testing::Test {
protected:
    program::Program extract(const std::string &text)
    {
        return test::extract_program(text, context);
    }

    /// What a statement writes.
    void expect_written(const program::Program &program, std::size_t statement,
                        const std::string &expected)
    {
        const std::vector<program::Access> &accesses = program.statements.at(statement).accesses;
        auto write = std::ranges::find(accesses, AccessKind::write, &program::Access::kind);
        ASSERT_NE(write, accesses.end());
        isl::map wanted = isl::map(context.get(), expected)
                              .intersect_domain(program.statements.at(statement).domain);
        EXPECT_TRUE(write->relation.is_equal(wanted))
            << "found " << presburger::to_string(write->relation) << "\nexpected "
            << presburger::to_string(wanted);
    }

    /// The first statement may write any element of an array, and nothing else.
    /// \param elements  those that there are
    void expect_chosen(const program::Program &program, const std::string &array,
                       const std::string &elements)
    {
        const std::vector<program::Access> &accesses = program.statements.at(0).accesses;
        auto write = std::ranges::find(accesses, AccessKind::may_write, &program::Access::kind);
        ASSERT_NE(write, accesses.end());
        EXPECT_EQ(program.arrays[write->array].name, array);
        EXPECT_TRUE(write->subscripts.empty());
        EXPECT_TRUE(
            write->relation.is_equal(isl::map::universe(write->relation.space())
                                         .intersect_domain(write->relation.domain())
                                         .intersect_range(isl::set(context.get(), elements))));
    }

    void expect_read_when(const program::Program &program, const std::string &lvalue,
                          const std::string &condition)
    {
        for (const program::Parameter &parameter : program.parameters)
            if (parameter.reading && parameter.reading->value == lvalue) {
                EXPECT_TRUE(
                    parameter.reading->condition.is_equal(isl::set(context.get(), condition)))
                    << "found " << presburger::to_string(parameter.reading->condition);
                return;
            }
        FAIL() << "there is no symbolic constant for " << lvalue;
    }

    presburger::Context context;
};

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
