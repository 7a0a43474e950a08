// What is known of symbolic constants where a region starts: from what leaves the function ahead,
// from assertions and promises, from branches and loops around.

#include "espalier/presburger/print.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::frontend {
namespace {

struct Case {
    const char *name;
    const char *body;    ///< where `@` is, the region stands
    const char *context; ///< of n and m, in the range of `int`
};

constexpr const char *declarations = R"(
void abort(void) __attribute__((noreturn));
void exit(int) __attribute__((noreturn));
void __assert_fail(const char *, const char *, int, const char *) __attribute__((noreturn));
#define assert(e) ((void)sizeof((e) ? 1 : 0), __extension__({ if (e) ; else __assert_fail(#e, "f.c", 1, __func__); }))
#define strict_assert(e) ((e) ? (void)(0) : __assert_fail(#e, "f.c", 1, __func__))
#define short_assert(e) ((void)((e) || (__assert_fail(#e, "f.c", 1, __func__), 0)))
void __pencil_assume(int);
void use(int *);
int global;
)";

/// It uses n and m.
constexpr const char *region = R"(
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i] += b[j];
#pragma endscop
)";

class KnownContext : public testing::TestWithParam<Case> {};

TEST_P(KnownContext, IsFound)
{
    presburger::Context context;
    std::string body = GetParam().body;
    body.replace(body.find('@'), 1, region);
    const program::Program program = test::extract_program(
        fmt::format("{}int f(int n, int m, int k, double *restrict a, double *restrict b) {{ {} "
                    "return 0; }}",
                    declarations, body),
        context);
    const isl::set range(context.get(), "[n, m] -> { : -2147483648 <= n, m <= 2147483647 }");
    const isl::set expected(context.get(), GetParam().context);
    EXPECT_TRUE(program.context.intersect(range).is_equal(expected.intersect(range)))
        << "found " << presburger::to_string(program.context) << "\nexpected "
        << presburger::to_string(expected);
}

/// Numbers of 64 bits without a sign are read as signed ones, for which `n > 0` says less: other
/// values are for the check in front of the region.
TEST(KnownContextOfUnsignedNumbers, LeavesThoseThatAreNotReadAsTheyAre)
{
    presburger::Context context;
    const program::Program program =
        test::extract_program("void f(unsigned long n, double *restrict a) { if (n <= 5) return;\n"
                              "#pragma scop\n"
                              "    for (unsigned long i = 0; i < n; i++) a[i] = 0;\n"
                              "#pragma endscop\n}\n",
                              context);
    const isl::set negative(context.get(), "[n] -> { : n < 0 }");
    EXPECT_FALSE(program.context.is_disjoint(negative));
    EXPECT_TRUE(program.context.intersect(program.assumptions).is_disjoint(negative));
}

constexpr const char *nothing = "{ : }";

constexpr Case cases[] = {
    {"Return", "if (n <= 0) return 1; @", "[n] -> { : n > 0 }"},
    {"ReturnUnless", "if (!(n < m)) return -1; @", "[n, m] -> { : n < m }"},
    {"ReturnInBraces", "if (n <= 0) { k = 3; return k; } @", "[n] -> { : n > 0 }"},
    {"Disjunction", "if (n <= 0 || m <= n) return 1; @", "[n, m] -> { : 0 < n < m }"},
    {"Conjunction", "if (n <= 0 && m <= 0) return 1; @", nothing},
    {"Abort", "if (n < 2) abort(); @", "[n] -> { : n > 1 }"},
    {"Exit", "if (n < 2) { exit(1); } @", "[n] -> { : n > 1 }"},
    {"Unreachable", "if (n % 4) __builtin_unreachable(); @", "[n] -> { : n mod 4 = 0 }"},
    {"Else", "if (n > 3) k = 1; else return 2; @", "[n] -> { : n > 3 }"},
    {"BothReturn", "if (n > 3) { if (k) return 1; else abort(); } @", "[n] -> { : n <= 3 }"},
    {"Assert", "assert(n > 0 && m > n); @", "[n, m] -> { : 0 < n < m }"},
    {"StrictAssert", "strict_assert(n > 0); @", "[n] -> { : n > 0 }"},
    {"ShortAssert", "short_assert(n > 0); @", "[n] -> { : n > 0 }"},
    {"Assume", "__builtin_assume(n > 0); @", "[n] -> { : n > 0 }"},
    {"PencilAssume", "__pencil_assume(m == n); @", "[n, m] -> { : m = n }"},
    {"Expected", "if (__builtin_expect(n <= 0, 0)) return 1; @", "[n] -> { : n > 0 }"},
    {"Around", "if (n > 4) { @ }", "[n] -> { : n > 4 }"},
    {"AroundElse", "if (n > 4) k = 1; else { @ }", "[n] -> { : n <= 4 }"},
    {"InsideLoop", "for (int t = 0; t < k; t++) { if (n <= 0) continue; @ }", "[n] -> { : n > 0 }"},
    {"AheadOfLoop", "if (n <= 0) return 1; for (int t = 0; t < k; t++) { @ }",
     "[n] -> { : n > 0 }"},
    {"While", "while (n > m) { @ m++; }", "[n, m] -> { : n > m }"},
    {"NotEqual", "if (n == 0) return 1; if (n < 0) return 2; @", "[n] -> { : n > 0 }"},
    {"NotConvex", "if (n == 0) return 1; @", nothing},
    {"Braces", "{ if (n <= 0) return 1; } @", "[n] -> { : n > 0 }"},
    {"LabelBehind", "if (n <= 0) goto out; @ out: k = 1;", "[n] -> { : n > 0 }"},
    {"OtherVariable", "if (k <= 0) return 1; @", nothing},
    {"FallsThrough", "if (n <= 0) k = 1; @", nothing},
    {"ChangedBetween", "if (n <= 0) return 1; n = k; @", nothing},
    {"ChangedInTheElse", "if (n <= 0) return 1; else n = k; @", nothing},
    {"ChangedByTheCondition", "if (n-- <= 0) return 1; @", nothing},
    {"ChangedBehindInTheLoop", "if (n <= 0) return 1; for (int t = 0; t < k; t++) { @ n--; }",
     nothing},
    {"CheckedAgainInTheLoop", "for (int t = 0; t < k; t++) { if (n <= 0) return 1; @ n--; }",
     "[n] -> { : n > 0 }"},
    {"ChangedThroughAPointer", "if (n <= 0) return 1; use(&n); @", nothing},
    {"ChangedThroughAnEarlierPointer", "use(&n); if (n <= 0) return 1; use(0); @", nothing},
    {"JumpPastIt", "if (k) goto past; if (n <= 0) return 1; past:; @", nothing},
    {"JumpPastItIntoALoop",
     "if (k) goto past; if (n <= 0) return 1; for (int t = 0; t < k; t++) { @ past: k--; }",
     nothing},
    {"JumpBack", "again: if (n <= 0) return 1; @ n--; if (k) goto again;", nothing},
    {"Case", "switch (k) { case 1: if (n <= 0) return 1; case 2: ; @ }", nothing},
    {"BreaksAnotherLoop", "while (k) { if (n <= 0) break; k = 0; } @", nothing},
    {"Memory", "if (a[0] < 1 || (int)b[n] < 0) return 1; @", nothing},
    {"Call", "if (exit(n), n < 0) return 1; @", nothing},
    {"Never", "if (n > 0) return 1; if (n <= 0) return 2; @", "[n] -> { : n <= 0 }"},
};

INSTANTIATE_TEST_SUITE_P(All, KnownContext, testing::ValuesIn(cases),
                         [](const auto &test) { return test.param.name; });

TEST(KnownContext, WrapsAroundWhereThatIsNotExcluded)
{
    presburger::Context context;
    const program::Program program =
        test::extract_program(fmt::format("void f(unsigned n, double *restrict a, double *restrict "
                                          "b) {{ unsigned m = 4; if (n - 1 > 9) return; {} }}",
                                          region),
                              context);
    EXPECT_TRUE(program.context.intersect(isl::set(context.get(), "[n] -> { : n >= 0 }"))
                    .is_equal(isl::set(context.get(), "[n] -> { : 0 <= n <= 10 }")))
        << presburger::to_string(program.context);
}

} // namespace
} // namespace espalier::frontend
