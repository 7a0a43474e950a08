// Loops during which no integer in memory changes.

#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace espalier::frontend {
namespace {

const std::string declarations = R"(
extern int printf(const char *, ...);
double sqrt(double);
struct rows { int n, *start, *column; double *value; };
struct pair { double a, b; };
union either { double real; int whole; };
extern int total;
extern double sum;
void other(void);
)";

/// Steady loops of a function `f` with a body.
std::vector<SteadyLoop> steady(const std::string &body, const std::string &functions = "")
{
    presburger::Context context;
    return test::extract(declarations + functions +
                             "\nvoid f(int n, int *p, double *x, struct rows *a)\n{\n" + body +
                             "\n}\n",
                         context)
        .steady_loops;
}

std::string loop(const std::string &body)
{
    return "    for (int t = 0; t < n; t++) {\n        x[t] += 1;\n        " + body + "\n    }";
}

TEST(SteadyLoops, StoreRealNumbersAndPointers)
{
    for (const char *body :
         {"x[t] = sqrt(x[t]) + p[t];", "sum += x[t];", "a->value[t] = 2;", "a->start = p;",
          "int k = 0; k += p[t]; x[k]++;", "double y[4] = {1, 2}; x[t] = y[t % 4];",
          "struct pair one = {1, 2}, two; two = one; x[t] = two.a;", "int k[3]; x[0] = sizeof k;",
          "if (x[t] > 2) break;", "switch (p[t]) { case 1: x[t] = 2; break; default: x[0]--; }",
          "double *y = x; x = y + 1;", "do x[0] *= 0.5; while (x[0] > 1);"})
        EXPECT_EQ(steady(loop(body)).size(), 1U) << body;
}

TEST(SteadyLoops, MayPrint)
{
    presburger::Context context;
    auto count = [&](const std::string &body) {
        return test::extract("#include <stdio.h>\nvoid f(int n, int *p, double *x)\n{\n" +
                                 loop(body) + "\n}\n",
                             context)
            .steady_loops.size();
    };
    EXPECT_EQ(count(R"(printf("%d %g %s\n", t, x[t], "."); fflush(stdout);)"), 1U);
    EXPECT_EQ(count(R"(printf("%n", p);)"), 0U);
    EXPECT_EQ(count(R"(scanf("%lf", x);)"), 0U);
}

TEST(SteadyLoops, StoreNoIntegers)
{
    for (const char *body :
         {"p[t] = 1;", "a->n++;", "*a->start = 0;", "total = t;", "a->column[2] -= 3;",
          "((char *)x)[1] = 0;", "((union either *)x)->real = 1;",
          "struct rows b = *a; x[0] = b.n;", "int k[2] = {t, 1}; x[k[0]] = 1;",
          "int k = t; int *q = &k; x[*q] = 2;", "*a = a[1];", "x[((int[]){t, 1})[1]] = 0;",
          "_Bool *b = (_Bool *)x; b[0] = 1;", "enum { one } *b = (void *)x; *b = one;"})
        EXPECT_TRUE(steady(loop(body)).empty()) << body;
}

TEST(SteadyLoops, DoNothingThatIsNotSeen)
{
    for (const char *body :
         {"other();", "void (*g)(void) = other; g();", "return;", "goto out; out: ;",
          "__asm__(\"\");", "volatile double *v = x; v[0] = 1;",
          "_Atomic double *v = (void *)x; x[0] = *v;", "printf(\"%d\", t);",
          "x[0] = ({ other(); 1; });", "\n#pragma omp barrier\n"})
        EXPECT_TRUE(steady(loop(body)).empty()) << body;
}

TEST(SteadyLoops, CallFunctionsOfTheFileThatAreAsGood)
{
    const std::string good =
        "static void g(int n, double *x) { for (int i = 0; i < n; i++) x[i] = 0; }\n"
        "void h(double *x, int n) { g(n, x); if (n) h(x, n - 1); }";
    const std::vector<SteadyLoop> found = steady(loop("h(x, t);"), good);
    ASSERT_EQ(found.size(), 2U) << "g has one, too";
    EXPECT_EQ(found[1].functions, (std::set<std::string>{"g", "h"}));
    for (const char *function : {"void h(double *x, int n) { total = n; }",
                                 "void g(double *, int); void h(double *x, int n) { g(x, n); }\n"
                                 "void g(double *x, int n) { if (n) h(x, n - 1); else total++; }",
                                 "__attribute__((weak)) void h(double *x, int n) { x[n] = 0; }",
                                 "void h(double *x, int n, ...) { x[n] = 0; }",
                                 "void h(double *x, int n) { int *p = &n; x[*p] = 0; }",
                                 "void h(double *x, int n)\n{\n#pragma omp barrier\n x[n] = 0; }"})
        EXPECT_TRUE(steady(loop("h(x, t);"), function).empty()) << function;
    EXPECT_TRUE(steady(loop("g(*a);"), "void g(struct rows a) { sum = a.n; }").empty());
}

TEST(SteadyLoops, AreTheOutermostOnesOfTheirKind)
{
    const std::string inner =
        "    for (int i = 0; i < n; i++)\n        for (int j = 0; j < n; j++)\n"
        "            x[i] += 1;\n";
    EXPECT_EQ(steady(inner + inner).size(), 2U);
    EXPECT_EQ(steady("for (int t = 0; t < n; t++) {\n" + inner + "}").size(), 1U);
    const std::vector<SteadyLoop> found =
        steady("for (int t = 0; t < n; t++) {\n" + inner + "total++;\n}");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].indentation, "    ");
}

} // namespace
} // namespace espalier::frontend
