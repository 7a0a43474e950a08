// Calls of visible functions, and the bodies and values that take their place.

#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

struct Case {
    const char *name;
    const char *functions; ///< in front of the function with the loop
    const char *body;      ///< of a loop over i < n
    /// What the statements of the region do, each in a line; empty where there is no region with
    /// that loop.
    const char *statements;
    const char *behind = ""; ///< in the file, behind the function with the loop
};

class Expansion : public testing::TestWithParam<Case> {};

std::string statements_of(const program::Program &program)
{
    std::string result;
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            result += describe(program, statement) + ";\n";
    return result;
}

TEST_P(Expansion, TakesThePlaceOfTheCall)
{
    presburger::Context context;
    const Extraction extraction = test::extract(
        fmt::format("static int global;\n{}\nvoid f(int n, double *restrict a, double *restrict b, "
                    "double c[restrict n][5])\n{{ for (int i = 0; i < n; i++) {{ {} }} }}\n{}\n",
                    GetParam().functions, GetParam().body, GetParam().behind),
        context);
    const auto region = std::ranges::find(extraction.regions, "f", &Region::function);
    if (region == extraction.regions.end())
        EXPECT_STREQ(GetParam().statements, "");
    else
        EXPECT_EQ(statements_of(region->program), GetParam().statements);
}

constexpr Case cases[] = {
    {"Row",
     "static void axpy(int m, double s, const double *x, double *y)"
     "{ for (int j = 0; j < m; j++) y[j] += s * x[j]; }",
     "axpy(5, a[i], b, c[i]);", "s = a[i];\nc[i][j] += s * b[j];\n"},
    {"Value", "static double sq(double x) { return x * x; }", "a[i] = sq(b[i]) + sq(2);",
     "a[i] = b[i] * b[i] + (double)2 * (double)2;\n"},
    {"Choices",
     "static double limit(double x) { if (x < 0) return 0; else if (x > 1) return 1; return x; }",
     "a[i] = limit(b[i]);", "a[i] = b[i] < 0 ? (double)0 : b[i] > 1 ? (double)1 : b[i];\n"},
    {"Subscript", "static int at(int i, int j) { int k = 2 * i; return k + j; }",
     "a[at(i, 1)] = b[i];", "a[2 * i + 1] = b[i];\n"},
    {"Loops",
     "static double sum(int m, const double *x)"
     "{ double s = 0; for (int j = 0; j < m; j++) s += x[j]; return s; }",
     "a[i] = 2 * sum(5, c[i]);", "s = 0;\ns += c[i][j];\nsum_1 = s;\na[i] = 2 * sum_1;\n"},
    {"OutParameter", "static void put(double *to, double x) { *to = x; to[0] += 1; }",
     "double t; put(&t, b[i]); a[i] = t;", "x = b[i];\nt = x;\nt += 1;\na[i] = t;\n"},
    {"Nested",
     "static void one(double *x) { *x = 1; } static void two(double *x) { one(x); one(x + 1); }",
     "two(a + 2 * i);", "a[2 * i] = 1;\na[2 * i + 1] = 1;\n"},
    {"Names", "static void one(double *x) { int i = 3; x[i] = i; }", "one(a + i);",
     "i_1 = 3;\na[i + 3] = i_1;\n"},
    {"EarlyReturn", "static void one(int m, double *x) { if (m < 3) return; x[0] = m; }",
     "one(i, a + i);", "a[i] = i;\n"},
    {"ReturnsAPointer", "static double *row(double (*c)[5], int i) { return c[i]; }",
     "row(c, i)[2] = *(row(c, i) + 1);", "c[i][2] = c[i][1];\n"},
    {"FourLoops",
     "static void power(double *x) { for (int j = 0; j < 3; j++) for (int k = 0; k < 3; k++) for "
     "(int l = 0; l < 3; l++) for (int m = 0; m < 3; m++) x[j] += k * l * m; }",
     "power(c[i]);", ""},
    {"WritesAGlobal", "static void one(double *x) { *x = 1; global = 2; }", "one(a + i);",
     "a[i] = 1;\nglobal = 2;\n"},
    {"ShadowedGlobal", "static void one(double *x) { *x += global; }",
     "int global = i; one(a + global);", ""},
    {"NotDeclaredYet", "static void one(double *x);", "one(a + i);", "",
     "static int later; static void one(double *x) { *x = later; }"},
    {"DefinedBehind", "static void one(double *x);", "one(a + i);", "a[i] = 1;\n",
     "static void one(double *x) { *x = 1; }"},
    {"Recursion", "static void one(int m, double *x) { if (m > 0) one(m - 1, x); *x += m; }",
     "one(3, a + i);", ""},
    {"StaticVariable", "static double one(void) { static int k; return k++; }", "a[i] = one();",
     ""},
    {"ReturnInALoop",
     "static void one(double *x) { for (int j = 0; j < 3; j++) { if (x[j] > 0) return; x[j] = 1; } "
     "}",
     "one(c[i]);", ""},
    {"KeptApart", "__attribute__((noinline)) static void one(double *x) { *x = 1; }", "one(a + i);",
     ""},
    {"UnknownCall", "void out(double); static void one(double *x) { *x = 1; out(2); }",
     "one(a + i);", ""},
    {"Pragma",
     "static void one(double *x) {\n#pragma GCC ivdep\nfor (int j = 0; j < 5; j++) x[j] = 1; }",
     "one(c[i]);", ""},
    {"SideEffectsInOrder", "static int step(void) { return global++; }",
     "a[i] = step() + 2 * step();", ""},
    {"ChangesItsArgument", "static double twice(double x) { x *= 2; return x + x; }",
     "a[i] = twice(b[i]);", "a[i] = twice(b[i]);\n"},
    {"UsedOftenWithACall",
     "double sqrt(double); static double cube(double x) { return x * x * x; }",
     "a[i] = cube(sqrt(b[i]));", "a[i] = cube(sqrt(b[i]));\n"},
};

#define ROW "struct row { int m; double *x; }; "
constexpr const char *row_function =
    ROW "static void twice(const struct row *r)"
        "{ for (int j = 0; j < r->m; j++) r->x[j] *= 2; } "
        "static void pass(struct row *r) { twice(r); } "
        "static void grow(struct row *r) { r->m += 1; r->x[r->m] = 0; }";

constexpr Case structure_cases[] = {
    {"Passed", row_function, "struct row r = {5, c[i]}; twice(&r);", "c[i][j] *= 2;\n"},
    {"Designated", row_function, "const struct row r = {.x = c[i], .m = 5}; twice(&r);",
     "c[i][j] *= 2;\n"},
    {"PassedOn", row_function, "struct row r = {5, c[i]}; pass(&r);", "c[i][j] *= 2;\n"},
    {"Two", row_function, "struct row r = {5, c[i]}, s = {1, a + i}; twice(&r); twice(&s);",
     "c[i][j] *= 2;\na[i] *= 2;\n"},
    {"Changed", row_function, "struct row r = {1, c[i]}; grow(&r);", "c[i][2] = 0;\n"},
    {"NamedByTheLoop", row_function, "struct row r = {5, c[i]}; twice(&r); r.x[0] = 1;", ""},
    {"Whole",
     ROW "static double first(struct row r) { for (int j = 0; j < 2; j++) r.x[j] = 1; "
         "return r.x[0]; }",
     "struct row r = {5, c[i]}; a[i] = first(r);", ""},
    {"SomeValues", row_function, "struct row r = {5}; r.x = c[i]; twice(&r);", ""},
    {"Volatile", row_function, "volatile struct row r = {5, c[i]}; twice((struct row *)&r);", ""},
    {"Union",
     "union row { double *x; long n; }; static void zero(union row *r)"
     "{ for (int j = 0; j < 5; j++) r->x[j] = 0; }",
     "union row r = {c[i]}; zero(&r);", ""},
};
#undef ROW

constexpr const char *memory_functions = "void *memcpy(void *, const void *, unsigned long);"
                                         "void *memset(void *, int, unsigned long);";

constexpr Case memory_cases[] = {
    {"Copy", memory_functions, "memcpy(c[i], b, 5 * sizeof(double));", "c[i][at_1] = b[at_1];\n"},
    {"CopyOfAll", memory_functions, "double t[5]; memcpy(t, c[i], sizeof t); a[i] = t[i % 5];",
     "t[at_1] = c[i][at_1];\na[i] = t[(i) mod 5];\n"},
    {"CopyOfRows", memory_functions, "memcpy(a + n * i, b, (n * sizeof *b));",
     "a[i][at_1] = b[at_1];\n"},
    {"CopyOfAProduct", memory_functions, "memcpy(b, a, sizeof(double) * n * (n + 1));",
     "b[at_1][at_2] = a[at_1][at_2];\n"},
    {"CopyOfAWrappingProduct", memory_functions,
     "unsigned m = n; memcpy(b, a, m * m * sizeof(double));", "b[at_1] = a[at_1];\n"},
    {"Zeros", memory_functions, "memset(c[i], 0, sizeof(c[0]));", "c[i][at_1] = 0;\n"},
    {"OtherBytes", memory_functions, "memset(c[i], 1, sizeof(c[0]));", ""},
    {"PartsOfNumbers", memory_functions, "memset(a + i, 0, 4);", ""},
    {"OtherTypes", memory_functions, "memcpy(a + i, (int *)b + i, 1 * sizeof(double));", ""},
    {"CastsToAnything", memory_functions, "memcpy((void *)c[i], (const void *)b, 5 * sizeof *b);",
     "c[i][at_1] = b[at_1];\n"},
    {"Casts", memory_functions, "memcpy((float *)a, (float *)b, n * sizeof(float));", ""},
    {"Effects", memory_functions, "memset(a + i, 0, global++ * sizeof(double));", ""},
    {"Structures", "void *memset(void *, int, unsigned long); static struct { int k, l; } s[9];",
     "memset(s, 0, sizeof s);", ""},
    {"OwnFunction", "static void memclear(void *x, int c, unsigned long n) { *(char *)x = c + n; }",
     "memclear(a, 0, sizeof *a);", ""},
};

INSTANTIATE_TEST_SUITE_P(Memory, Expansion, testing::ValuesIn(memory_cases),
                         [](const auto &test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(Structures, Expansion, testing::ValuesIn(structure_cases),
                         [](const auto &test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(All, Expansion, testing::ValuesIn(cases),
                         [](const auto &test) { return test.param.name; });

TEST(ExpandedCalls, LoopsWithoutBracesEndWhereACallDoes)
{
    presburger::Context context;
    const Extraction extraction =
        test::extract("static double sum(const double *x)\n"
                      "{ double s = 0; for (int j = 0; j < 3; j++) s += x[j]; return s; }\n"
                      "void f(int n, double *restrict a, const double *restrict b)\n"
                      "{ for (int i = 0; i < n; i++)\n a[i] = sum(b + i); }\n",
                      context);
    const auto region = std::ranges::find(extraction.regions, "f", &Region::function);
    ASSERT_NE(region, extraction.regions.end());
    EXPECT_EQ(region->original, "for (int i = 0; i < n; i++)\n a[i] = sum(b + i);");
}

} // namespace
} // namespace espalier::frontend
