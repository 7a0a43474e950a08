// Static variables that pointers lead to, and those that they do not.

#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

/// Whether `y`, to which a region writes, may lie in `table`, for what else a file has.
bool may_overlap(const std::string &table, const std::string &others = "",
                 const std::string &value = "table[0]")
{
    presburger::Context context;
    const program::Program program =
        test::extract_program(table +
                                  ";\nvoid f(int n, double *y)\n{\n#pragma scop\n"
                                  "    for (int i = 0; i < n; i++) y[i] += " +
                                  value + ";\n#pragma endscop\n}\n" + others + "\n",
                              context);
    EXPECT_EQ(program.arrays.size(), 2U);
    return !program.may_overlap.empty();
}

const std::string table = "static double table[4]";

TEST(StaticVariables, AreOutOfReachWhereOnlyValuesAreReadAndWritten)
{
    EXPECT_FALSE(may_overlap(table));
    EXPECT_FALSE(
        may_overlap(table, "void g(int k) { table[k] = 2; table[1]++; (table)[k] *= 2; }"));
    EXPECT_FALSE(may_overlap(table, "unsigned long g(void) { return sizeof table; }"));
    EXPECT_FALSE(may_overlap(table, "double g(void) { return *table; }"));
    EXPECT_FALSE(may_overlap("static struct { double of[4]; int n; } table",
                             "void g(void) { table.of[1] = table.n; }", "table.of[1]"));
}

TEST(StaticVariables, AreInReachWhereAnAddressIsTaken)
{
    for (const char *others :
         {"double *g(void) { return table; }", "double *g(void) { return &table[1]; }",
          "double *g(void) { return table + 1; }", "static double *const other = table;",
          "void h(double *); void g(void) { h(table); }", "double (*g(void))[4] { return &table; }",
          "unsigned long g(void) { return (unsigned long)table; }",
          "struct s { double *at; }; struct s g(void) { return (struct s){table}; }",
          "\n#ifdef _OPENMP\ndouble *g(void) { return table; }\n#endif",
          "\n#if 0\n#elif 1\n#else\n#define OTHER table\n#endif",
          "static double table[4] __attribute__((used));",
          "void g(void) { __asm__(\"\" : : \"r\"(table)); }", "__asm__(\".globl table\");"})
        EXPECT_TRUE(may_overlap(table, others)) << others;
}

TEST(StaticVariables, OfOtherFilesAreInReach)
{
    EXPECT_TRUE(may_overlap("double table[4]"));
    EXPECT_TRUE(may_overlap("extern double table[4]"));
    EXPECT_TRUE(may_overlap("__attribute__((used)) static double table[4]"));
}

} // namespace
} // namespace espalier::frontend
