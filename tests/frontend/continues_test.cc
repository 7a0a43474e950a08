// Which `continue` becomes a branch, and what the domains are then.

#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

struct Case {
    const char *name;
    const char *body; ///< of a loop over i < n
    bool is_modelled; ///< the loop itself
};

class Continues : public testing::TestWithParam<Case> {};

TEST_P(Continues, BecomeBranches)
{
    presburger::Context context;
    const Extraction extraction =
        test::extract(fmt::format("void f(int n, const int *restrict k, double *restrict a)\n"
                                  "{{ for (int i = 0; i < n; i++) {{ {} }} }}\n",
                                  GetParam().body),
                      context);
    EXPECT_EQ(extraction.regions.size(), GetParam().is_modelled ? 1U : 0U);
}

constexpr Case cases[] = {
    {"OnLoopVariables", "if (i == 3) continue; a[i] = 1;", true},
    {"OnData", "if (k[i] == 3) continue; a[i] = 1;", true},
    {"WithSomethingBefore", "if (i == 3) { a[i] = 2; continue; } a[i] = 1;", true},
    {"InTheOtherPart", "if (i == 3) a[i] = 2; else continue; a[i] = 1;", true},
    {"Several", "if (i == 3) continue; a[i] = 1; if (i == 4) continue; a[i] = 2;", true},
    {"AtTheEnd", "a[i] = 1; continue;", true},
    {"NothingBehind", "a[i] = 1; if (i == 3) continue;", true},
    {"InnerBranch", "if (i > 2) { if (k[i]) continue; a[i] = 2; } a[i] = 1;", false},
    {"BothParts", "if (i > 2) { a[i] = 2; continue; } else a[i] = 3; a[i] = 1;", false},
    {"Label", "if (k[i]) goto b; if (i == 3) continue; b: a[i] = 1;", false},
};

INSTANTIATE_TEST_SUITE_P(All, Continues, testing::ValuesIn(cases),
                         [](const auto &test) { return test.param.name; });

TEST(Continues, HaveDomainsWithoutWhatTheyLeaveOut)
{
    presburger::Context context;
    const program::Program program =
        test::extract_program("void f(int n, double *restrict a)\n{ for (int i = 0; i < n; i++) { "
                              "if (i == 3) { a[i] = 2; "
                              "continue; } if (i > 5) continue; a[i] = 1; } }\n",
                              context);
    ASSERT_EQ(program.statements.size(), 2U);
    const char *expected[] = {"[n] -> { S0[i] : i < n and i = 3 }",
                              "[n] -> { S1[i] : i < n and 0 <= i <= 5 and i != 3 }"};
    for (std::size_t k = 0; k < 2; ++k)
        EXPECT_TRUE(program.statements[k].domain.is_equal(isl::set(context.get(), expected[k])));
    EXPECT_EQ(program.statements[0].guards, 1U);
    EXPECT_EQ(program.statements[1].guards, 2U);
}

} // namespace
} // namespace espalier::frontend
