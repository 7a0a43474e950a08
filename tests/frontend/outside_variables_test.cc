// What code for a region would be given in a function of its own.

#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

struct Function {
    const char *name;
    const char *text;       ///< the file
    const char *parameters; ///< those that could be, in a function's head; null: there can be none
};

class OutsideVariables : public testing::TestWithParam<Function> {};

/// "int n, - i, double *a, !s, +int k": "-" in front of what has none, "!" in front of what is in
/// macros, "+" in front of copies that are changed, "=" in front of what is declared anew.
std::string described(const std::vector<program::OutsideVariable> &variables)
{
    std::string result;
    for (const program::OutsideVariable &variable : variables)
        result += fmt::format("{}{}{}", result.empty() ? "" : ", ", variable.is_hidden ? "!" : "",
                              !variable.temporary.empty() ? "=" + variable.temporary
                              : !variable.changed_type.empty()
                                  ? fmt::format("+{} {}", variable.changed_type, variable.name)
                              : variable.parameter.empty() ? "- " + variable.name
                                                           : variable.parameter);
    return result;
}

TEST_P(OutsideVariables, AreThoseInScope)
{
    presburger::Context context;
    const Extraction found = test::extract(GetParam().text, context);
    ASSERT_FALSE(found.regions.empty());
    const auto &outside = found.regions.back().outside;
    ASSERT_EQ(outside.has_value(), GetParam().parameters != nullptr);
    if (outside) {
        EXPECT_EQ(described(*outside), GetParam().parameters);
    }
}

constexpr Function functions[] = {
    {"Parameters",
     "void f(int n, const double *restrict a, double (*b)[n]) {\n"
     "for (int i = 0; i < n; i++) b[i][0] = a[i]; }",
     "int n, const double *restrict a, double (*b)[n]"},
    {"WhatOnlyTypesName",
     "void f(unsigned long n, int h, double b[n][n + 4]) {\n"
     "for (int i = 0; i < h; i++) b[i][i] = 1; }",
     "unsigned long n, int h, double (*b)[n + 4]"},
    {"ArraysAsPointers",
     "void f(int n) { static float t[9][8]; double a[n][n + 1], b[4] = {0};\n"
     "for (int i = 0; i < n; i++) a[i][0] = b[i] + t[i][i]; }",
     "int n, float (*t)[8], double (*a)[n + 1], double *b"},
    {"Constants",
     "void f(int n, double *x) { static const int t[2] = {1, 2}; const int k = 3; const int l = "
     "n;\n"
     "for (int i = 0; i < n; i++) x[i] = t[i % 2] + k + l; }",
     "int n, double *x, - t, - k, const int l"},
    {"OfTypesWithNames",
     "struct s { int n; double *x; }; void f(struct s *s, unsigned char *x, _Bool b) {\n"
     "for (int i = 0; i < s->n; i++) s->x[i] = x[i] + b; }",
     "struct s *s, unsigned char *x, _Bool b"},
    {"OfTypesWithoutNames",
     "void f(int n, double *x) { struct { double y[9]; } s;\n"
     "for (int i = 0; i < n; i++) x[i] = s.y[i]; }",
     nullptr},
    {"OfTypesThatItReturns",
     "struct r { int n; } f(int n, double *x) { struct r s = {n};\n"
     "for (int i = 0; i < n; i++) x[i] = s.n; return s; }",
     nullptr},
    {"WhatItChangesForItself",
     "void f(int n, double *x) { int i; double s; double a[9]; double u = 1;\n"
     "for (i = 0; i < n; i++) { s = x[i]; x[i] = s * u; a[i] = s; } }",
     "int n, double *x, =int i, =double s, =double a[9], double u"},
    {"NumbersWithValuesThatItChanges",
     "typedef float real; int f(int n, double *x) { int most = 0, at, k; static real s;\n"
     "double t; double _Complex z = 0; k = 3; if (n > 3) t = 1;\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) { x[i] = s + z; s = x[i]; k += 2; z += 1;\n"
     "t = x[i]; if (x[i] > most) { most = x[i]; at = i; } }\n#pragma endscop\n"
     "return most + at + k + t; }",
     "int n, double *x, +int most, - at, +int k, +real s, - t, +_Complex double z"},
    {"Temporaries",
     "typedef struct { double re, im; } z; void f(int n, double *x) {\n"
     "double s, line[9], large[9000], aligned[9] __attribute__((aligned(64))), v[n]; z t; int i;\n"
     "for (i = 0; i < n; i++) { s = x[i]; t.re = s; line[i] = s; large[i] = s; aligned[i] = s;\n"
     "v[i] = s; x[i] = line[i] + large[i] + aligned[i] + v[i] + t.re; } x[0] = 1; }",
     "int n, double *x, =double s, =double line[9], double *large, double *aligned, double *v, =z "
     "t, "
     "=int i"},
    {"WhatOtherPointersLeadTo",
     "void f(int n, double *x) { double s, line[9], *p = line, *q = &s;\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) { s = x[i]; line[i] = s; x[i] = p[0] + *q; }\n"
     "#pragma endscop\n}",
     "int n, double *x, - s, double *line, double *p, double *q"},
    {"WhatElseItChanges",
     "struct s { int a; }; void f(int n, double *x, double *p) { struct s s = {0};\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) { x[i] = *p; p += 2; s.a += i; }\n"
     "#pragma endscop\n}",
     "int n, double *x, - p, - s"},
    {"WhatIsInAMacro",
     "#define AT(i) x[(i) + off]\n"
     "void f(int n, int off, double *x) { for (int i = 0; i < n; i++) AT(i) = 0; }",
     "int n, !int off, !double *x"},
    {"InScopeOnly",
     "void f(int n, double *x) { double m = 3; { int m = 2; n += m; }\n"
     "for (int t = 0; t < 2; t++) { double k = t; if (n > t) { n = t; }\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) x[i] += k * m;\n#pragma endscop\n double late = 0; "
     "x[0] = late; } }",
     "int n, double *x, double m, int t, double k"},
    {"TheInnermostOfAName",
     "void f(int n, double *x) { float m = 3; x[0] = m; { double m = 2;\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) x[i] += m;\n#pragma endscop\n} }",
     "int n, double *x, double m"},
    {"LengthsThatOtherVariablesHide",
     "void f(int n, double (*a)[n]) { { int n = 3;\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) a[i][0] = 0;\n#pragma endscop\n} }",
     "- a, int n"},
    {"TypesThatVariablesHide",
     "typedef float real; void f(int n, double *x) { real s = 0, t; typeof(n) k = 0; { int real = "
     "2;\n"
     "#pragma scop\nfor (int i = 0; i < n; i++) { t = x[i]; x[i] = t * real + s; s = t; k += 2; }\n"
     "#pragma endscop\n} x[0] += s + k; }",
     "int n, double *x, - s, - t, - k, int real"},
    {"LengthsThatChange",
     "void f(int n, double *x) { double a[n][n]; n -= 1;\n"
     "for (int i = 0; i < n; i++) a[0][i] = x[i]; }",
     "int n, double *x, - a"},
    {"LengthsByCalls",
     "int g(void); void f(int n, double *x) { double a[3][g()];\n"
     "for (int i = 0; i < n; i++) a[0][i] = x[i]; }",
     "int n, double *x, - a"},
    {"OfWhichTheSizeIsAsked",
     "void f(double *x) { double a[30] = {0};\n"
     "for (unsigned long i = 0; i < sizeof a / sizeof a[0]; i++) x[i] = a[i]; }",
     "double *x, - a"},
    {"DirectivesInTheFunction",
     "void f(int n, double *x) {\n#define K 3\nfor (int i = 0; i < n; i++) x[i] += K; }", nullptr},
    {"PragmasInTheFunction",
     "void f(int n, double *x) {\n#pragma GCC unroll 2\nfor (int i = 0; i < n; i++) x[i] += 1;\n"
     "for (int i = 0; i < n; i++) x[i] += 1; }",
     "int n, double *x"},
    {"FunctionsThatOthersInline",
     "inline void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] += 1; }", nullptr},
    {"InlineFunctionsOfTheFile",
     "static inline void f(int n, double *x) { for (int i = 0; i < n; i++) x[i] += 1; }",
     "int n, double *x"},
};

INSTANTIATE_TEST_SUITE_P(Spellings, OutsideVariables, testing::ValuesIn(functions),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace espalier::frontend
