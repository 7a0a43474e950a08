#include "espalier/targets/c/region_function.h"

#include "tests/support/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::targets {
namespace {

TEST(RegionFunction, GetsWhatItsBodyNames)
{
    const auto made = region_function("own", "    a[0][i] = n1;\n", "    ",
                                      {{"n", "int n"},
                                       {"m", "int m"},
                                       {"n1", "double n1"},
                                       {"a", "double (*a)[n]"},
                                       {"n2", "double n2"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->definition, "static __attribute__((noinline)) void own(int n, double n1, "
                                "double (*a)[n])\n{\n    a[0][i] = n1;\n}\n");
    EXPECT_EQ(made->call, "own(n, n1, a);\n");
}

TEST(RegionFunction, GetsWhatMacrosName)
{
    const auto made = region_function("own", "    AT(i) = 0;\n", "    ",
                                      {{.name = "a", .parameter = "double *a", .is_hidden = true}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->call, "own(a);\n");
}

TEST(RegionFunction, MayNeedNothing)
{
    const auto made = region_function("own", "    global[0] = 1;\n", "    ", {{"n", "int n"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->definition,
              "static __attribute__((noinline)) void own(void)\n{\n    global[0] = 1;\n}\n");
    EXPECT_EQ(made->call, "own();\n");
}

TEST(RegionFunction, DoesWithoutParametersThatItDoesNotNeed)
{
    EXPECT_TRUE(region_function("own", "    x[0] = 1;\n", "    ", {{"i", ""}, {"x", "double *x"}}));
    EXPECT_FALSE(
        region_function("own", "    x[i] = 1;\n", "    ", {{"i", ""}, {"x", "double *x"}}));
}

TEST(RegionFunction, ChangesCopies)
{
    const auto made = region_function("own", "  s += x[n];\n  most = x[0];\n", "  ",
                                      {{"n", "int n"},
                                       {.name = "s", .changed_type = "double"},
                                       {"x", "double *x"},
                                       {.name = "most", .changed_type = "long"},
                                       {.name = "least", .changed_type = "long"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->definition,
              "static __attribute__((noinline)) void own(int n, double *espalier_s, double *x, "
              "long *espalier_most)\n{\n"
              "  double s = *espalier_s;\n"
              "  long most = *espalier_most;\n"
              "  s += x[n];\n"
              "  most = x[0];\n"
              "  *espalier_s = s;\n"
              "  *espalier_most = most;\n"
              "}\n");
    EXPECT_EQ(made->call, "double espalier_s = s;\n"
                          "long espalier_most = most;\n"
                          "own(n, &espalier_s, x, &espalier_most);\n"
                          "s = espalier_s;\n"
                          "most = espalier_most;\n");
}

TEST(RegionFunction, NamesCopiesAsNothingElse)
{
    const auto made = region_function("own", "  s += espalier_s;\n", "  ",
                                      {{.name = "s", .changed_type = "double"},
                                       {.name = "espalier_s", .changed_type = "double"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->call, "double espalier_s_ = s;\n"
                          "double espalier_espalier_s = espalier_s;\n"
                          "own(&espalier_s_, &espalier_espalier_s);\n"
                          "s = espalier_s_;\n"
                          "espalier_s = espalier_espalier_s;\n");
}

TEST(RegionFunction, UsesTemporariesThatMacrosMayName)
{
    const auto made = region_function("own", "  SET(0);\n", "  ",
                                      {{.name = "t", .temporary = "double t", .is_hidden = true}});
    ASSERT_TRUE(made);
    EXPECT_THAT(made->definition, testing::HasSubstr("  double t;\n  (void)t;\n  SET(0);\n"));
}

TEST(RegionFunction, CannotGetWhatNamesAVariableThatTheRegionHides)
{
    presburger::Context context;
    const program::Program program = test::extract_program(
        "void f(int n, double (*a)[n]) {\n"
        "#pragma scop\n{ int n = 3; for (int i = 0; i < n; i++) a[i][0] = i; }\n#pragma endscop\n}",
        context);
    const std::string code = "int n = 3;\na[0][0] = n;\n";
    const auto made = region_function(
        "own", code, "  ", outside_of(program, {{"n", "int n"}, {"a", "double (*a)[n]"}}, code));
    EXPECT_FALSE(made);
}

TEST(RegionFunction, GetsGlobalSizesThatItMightWrite)
{
    presburger::Context context;
    const auto parameters = [&](const std::string &type) {
        const frontend::Extraction found =
            test::extract("int n; void f(int m, " + type +
                              " *restrict a) { for (int i = 0; i < n + m; i++) a[i] = 1; }",
                          context);
        const frontend::Region &region = found.regions.front();
        EXPECT_EQ(reads_constants_again(region.program, *region.outside), type != "double") << type;
        const auto made =
            region_function("own", "a[n + m] = 1;", "",
                            outside_of(region.program, *region.outside, "a[n + m] = 1;"));
        return made->call;
    };
    EXPECT_EQ(parameters("unsigned char"), "own(m, a, n);\n");
    EXPECT_EQ(parameters("int"), "own(m, a, n);\n");
    EXPECT_EQ(parameters("double"), "own(m, a);\n");
}

TEST(RegionFunction, DeclaresTemporaries)
{
    const auto made =
        region_function("own", "  t = x[0];\n  line[0] = t;\n", "  ",
                        {{.name = "line", .temporary = "double line[80]", .is_array = true},
                         {"x", "double *x"},
                         {.name = "t", .temporary = "double t"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->definition, "static __attribute__((noinline)) void own(double *x)\n{\n"
                                "  double line[80];\n"
                                "  double t;\n"
                                "  t = x[0];\n"
                                "  line[0] = t;\n"
                                "}\n");
    EXPECT_EQ(made->call, "own(x);\n");
}

TEST(RegionFunction, CannotGetArraysOfThreads)
{
    const std::string body = "    #pragma omp parallel for private(line)\n    line[0] = 1;\n";
    EXPECT_FALSE(region_function(
        "own", body, "    ", {{.name = "line", .parameter = "double *line", .is_array = true}}));
    EXPECT_TRUE(region_function("own", body, "    ", {{"line", "double *line"}}));
}

TEST(RegionFunction, GetsRestrictedPointersToArrays)
{
    presburger::Context context;
    const program::Program program = test::extract_program(
        "struct s { double *x; }; void f(struct s *s, double *a, double *p, int n) {\n"
        "#pragma scop\nfor (int i = 0; i < n; i++) a[i] = s->x[i];\n#pragma endscop\n}",
        context);
    const std::vector<program::OutsideVariable> pointers = {
        {"s", "struct s *s", "struct s *restrict s"},
        {"a", "double *a", "double *restrict a"},
        {"p", "double *p", "double *restrict p"}};
    const auto head = [&](const std::string &code) {
        const auto made = region_function("own", code, "    ", outside_of(program, pointers, code));
        return made->definition.substr(0, made->definition.find('{'));
    };
    EXPECT_THAT(head("a[0] = s->x[0];\n"), testing::HasSubstr("(struct s *s, double *restrict a)"));
    EXPECT_THAT(head("a[0] = s->x[0] + *p;\n"),
                testing::HasSubstr("(struct s *s, double *a, double *p)"))
        << "nobody knows where `p` leads";
}

} // namespace
} // namespace espalier::targets
