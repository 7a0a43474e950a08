// Which switches become branches, and what they say then.

#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

struct Case {
    const char *name;
    const char *body; ///< of a switch in a loop over i < n
    const char *value;
    bool is_modelled;
};

class Switches : public testing::TestWithParam<Case> {};

TEST_P(Switches, BecomeBranches)
{
    presburger::Context context;
    const Extraction extraction =
        test::extract(fmt::format("void f(int n, const int *restrict k, double *restrict a)\n"
                                  "{{ for (int i = 0; i < n; i++) switch ({}) {{ {} }} }}\n",
                                  GetParam().value, GetParam().body),
                      context);
    EXPECT_EQ(extraction.regions.size(), GetParam().is_modelled ? 1U : 0U);
}

constexpr Case cases[] = {
    {"Breaks", "case 1: a[i] = 1; break; case 2: a[i] = 2; break;", "i % 4", true},
    {"Default", "default: a[i] = 1; break; case 2: a[i] = 2;", "i % 4", true},
    {"DefaultWithOthers", "case 1: default: a[i] = 1; break; case 2: a[i] = 2;", "i % 4", true},
    {"Data", "case 1: a[i] = 1; break; case 2: a[i] = 2;", "k[i]", true},
    {"Blocks", "case 1: { a[i] = 1; break; } case 2: { a[i] = 2; }", "i", true},
    {"Ranges", "case 1 ... 3: a[i] = 1; break; case 'c': a[i] = 2;", "(char)i", true},
    {"InnerLoopBreaks", "case 1: while (a[i] > 2) { if (k[i]) break; a[i] /= 2; }", "i", true},
    {"GoesOn", "case 1: a[i] = 1; case 2: a[i] = 2;", "i", false},
    {"EndsEarlier", "case 1: if (k[i]) break; a[i] = 1;", "i", false},
    {"SideEffects", "case 1: a[i] = 1; break; case 2: a[i] = 2;", "n--", false},
    {"LabelInside", "case 1: if (k[i]) { case 2: a[i] = 1; }", "i", false},
    {"SharedVariable", "case 1: ; int t = 1; a[i] = t; break; case 2: t = 2; a[i] = t;", "i",
     false},
};

INSTANTIATE_TEST_SUITE_P(All, Switches, testing::ValuesIn(cases),
                         [](const auto &test) { return test.param.name; });

TEST(Switches, HaveTheDomainsOfTheirCases)
{
    presburger::Context context;
    const program::Program program = test::extract_program(
        "void f(int n, double *restrict a)\n{ for (int i = 0; i < n; i++) switch (i) { case 3: "
        "case "
        "5 ... 7: a[i] = 1; break; case 9: a[i] = 2; break; default: a[i] = 3; } }\n",
        context);
    ASSERT_EQ(program.statements.size(), 3U);
    const char *expected[] = {"[n] -> { S0[i] : i < n and (i = 3 or 5 <= i <= 7) }",
                              "[n] -> { S1[i] : i < n and i = 9 }",
                              "[n] -> { S2[i] : 0 <= i < n and (i <= 2 or i = 4 or i = 8 or i >= "
                              "10) }"};
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_TRUE(program.statements[k].domain.is_equal(isl::set(context.get(), expected[k])));
}

} // namespace
} // namespace espalier::frontend
