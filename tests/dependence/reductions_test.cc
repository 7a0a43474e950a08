#include "espalier/dependence/reductions.h"

#include "tests/support/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::dependence {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Reductions : public testing::Test {
protected:
    /// "+: s", "max: m floating": what is found in a loop over i around `body`.
    std::vector<std::string> in_loop(const std::string &body)
    {
        return in_region("for (int i = 0; i < n; i++) { " + body + " }");
    }

    std::vector<std::string> in_region(const std::string &body)
    {
        program = test::extract_program(
            "#include <stdbool.h>\n#include <math.h>\n#include <stdint.h>\n"
            "typedef double real;\nextern int pure_sum(void) __attribute__((pure));\nint shared;\n"
            "void f(int n, int s, long l, short h, unsigned char c, unsigned u, float g, double d, "
            "real r, _Bool b, int64_t w, int a[restrict n], const short p[restrict n], const long "
            "q[restrict n], const double x[restrict n], const real y[restrict n], const int "
            "*restrict open) {\n#pragma scop\n" +
                body + "\n#pragma endscop\n}\n",
            context);
        std::vector<std::string> result;
        for (const Reduction &reduction : find_reductions(*program))
            result.push_back(spelling(reduction.op) + ": " + program->arrays[reduction.array].name +
                             (reduction.is_floating ? " floating" : "") +
                             (reduction.normalizes ? " normalizes" : ""));
        return result;
    }

    presburger::Context context;
    std::optional<program::Program> program;
};

TEST_F(Reductions, CompoundAssignments)
{
    EXPECT_THAT(in_loop("s += a[i];"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s++;"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s -= a[i];"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s *= a[i];"), ElementsAre("*: s"));
    EXPECT_THAT(in_loop("s &= a[i];"), ElementsAre("&: s"));
    EXPECT_THAT(in_loop("s |= a[i];"), ElementsAre("|: s"));
    EXPECT_THAT(in_loop("s ^= a[i];"), ElementsAre("^: s"));
    EXPECT_THAT(in_loop("s /= 3;"), IsEmpty());
    EXPECT_THAT(in_loop("s <<= 1;"), IsEmpty());
}

TEST_F(Reductions, OnConditions)
{
    EXPECT_THAT(in_loop("if (x[i] > 0) s++;"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("if (a[i] > 0) l += 100 / a[i];"), ElementsAre("+: l"));
    EXPECT_THAT(in_region("for (int i = 1; i < n; i++) if (x[i] > 0) a[0] += 100 / u;"),
                ElementsAre("+: a"));
    EXPECT_THAT(in_region("for (int i = 1; i < n; i++) if (q[i] > a[0]) a[0] += 100 / u;"),
                IsEmpty());
    EXPECT_THAT(in_region("for (int i = 1; i < n; i++) if (p[i] > a[0]) a[0] = p[i];"),
                ElementsAre("max: a"));
    EXPECT_THAT(in_region("for (int i = 1; i < n; i++) if (a[0] >= p[i]) a[0] = p[i];"),
                ElementsAre("min: a"));
    EXPECT_THAT(in_region("for (int i = 1; i < n; i++) if (p[i] > a[0]) a[0] = p[i] + 1;"),
                IsEmpty());
}

/// Parts of a sum may overflow where the sum does not.
TEST_F(Reductions, SignedSumsWrapAroundInUnsignedTypes)
{
    auto type = [&](const std::string &body) {
        in_loop(body);
        return find_reductions(*program).at(0).modular_type;
    };
    EXPECT_EQ(type("s += a[i];"), "unsigned int");
    EXPECT_EQ(type("l *= a[i];"), "unsigned long");
    EXPECT_EQ(type("u += a[i];"), std::nullopt);
    EXPECT_EQ(type("h += a[i];"), std::nullopt);
    EXPECT_EQ(type("d += x[i];"), std::nullopt);
    EXPECT_EQ(type("s ^= a[i];"), std::nullopt);
}

TEST_F(Reductions, TheElementOnEitherSide)
{
    EXPECT_THAT(in_loop("s = s + a[i];"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s = a[i] * s;"), ElementsAre("*: s"));
    EXPECT_THAT(in_loop("s = s - a[i];"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s = a[i] - s;"), IsEmpty());
    EXPECT_THAT(in_loop("s = a[i] + a[n - 1 - i];"), IsEmpty());
}

TEST_F(Reductions, ChainsOfOneOperator)
{
    EXPECT_THAT(in_loop("s = s + a[i] + 1;"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s = 1 + (a[i] + s - n);"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s = n - (a[i] + s);"), IsEmpty());
    EXPECT_THAT(in_loop("s = (s + a[i]) * 2;"), IsEmpty());
    EXPECT_THAT(in_loop("s = s + a[i] + s;"), IsEmpty());
}

TEST_F(Reductions, ComparisonsAreMinimaAndMaxima)
{
    EXPECT_THAT(in_loop("s = s < a[i] ? s : a[i];"), ElementsAre("min: s"));
    EXPECT_THAT(in_loop("s = a[i] <= s ? a[i] : s;"), ElementsAre("min: s"));
    EXPECT_THAT(in_loop("s = s > a[i] ? a[i] : s;"), ElementsAre("min: s"));
    EXPECT_THAT(in_loop("s = a[i] >= s ? s : a[i];"), ElementsAre("min: s"));
    EXPECT_THAT(in_loop("s = s < a[i] ? a[i] : s;"), ElementsAre("max: s"));
    EXPECT_THAT(in_loop("s = a[i] <= s ? s : a[i];"), ElementsAre("max: s"));
    EXPECT_THAT(in_loop("s = s > a[i] ? s : a[i];"), ElementsAre("max: s"));
    EXPECT_THAT(in_loop("s = a[i] >= s ? a[i] : s;"), ElementsAre("max: s"));
}

TEST_F(Reductions, ChoicesThatAreNoExtremum)
{
    EXPECT_THAT(in_loop("s = s < a[i] ? s : a[n - 1 - i];"), IsEmpty());
    EXPECT_THAT(in_loop("s = s == a[i] ? s : a[i];"), IsEmpty());
    EXPECT_THAT(in_loop("s = a[i] < 3 ? s : a[i];"), IsEmpty());
    EXPECT_THAT(in_loop("s = s < a[i] ? s : s;"), IsEmpty());
}

TEST_F(Reductions, CallsOfMinimaAndMaxima)
{
    EXPECT_THAT(in_loop("d = fmin(d, x[i]);"), ElementsAre("min: d floating"));
    EXPECT_THAT(in_loop("d = fmax(x[i], d);"), ElementsAre("max: d floating"));
    EXPECT_THAT(in_loop("g = fmaxf(g, 2 * g);"), IsEmpty());
    EXPECT_THAT(in_loop("g = fmaxf(g, (float)x[i]);"), ElementsAre("max: g floating"));
    EXPECT_THAT(in_loop("d = fmaxf(d, x[i]);"), IsEmpty()) << "rounds d";
    EXPECT_THAT(in_loop("s = fmax(s, x[i]);"), IsEmpty()) << "stores an integer";
}

TEST_F(Reductions, LogicalOperatorsMayNormalize)
{
    EXPECT_THAT(in_loop("b = a[i] > 0 && b;"), ElementsAre("&&: b"));
    EXPECT_THAT(in_loop("b = b || a[i] > 0;"), ElementsAre("||: b"));
    EXPECT_THAT(in_loop("s = a[i] > 0 && s;"), ElementsAre("&&: s normalizes"));
    EXPECT_THAT(in_region("s = 1; for (int i = 0; i < n; i++) s = a[i] > 0 && s;"),
                ElementsAre("&&: s normalizes"));
    EXPECT_THAT(in_region("s = 5; for (int i = 0; i < n; i++) s = a[i] > 0 && s;"), IsEmpty());
}

TEST_F(Reductions, OperandsThatTheSourceMayNotEvaluateMustNotTrap)
{
    EXPECT_THAT(in_loop("b = b && 100 / a[i] > 3;"), IsEmpty());
    EXPECT_THAT(in_loop("b = 100 / a[i] > 3 && b;"), ElementsAre("&&: b"));
    EXPECT_THAT(in_loop("b = b && open[i] > 3;"), IsEmpty());
    EXPECT_THAT(in_loop("b = open[i] > 3 && b;"), ElementsAre("&&: b"));
    EXPECT_THAT(in_region("for (int i = 0; i <= n; i++) b = b && a[i] > 3;"), IsEmpty());
}

TEST_F(Reductions, RealElementsAreFloating)
{
    EXPECT_THAT(in_loop("d += x[i];"), ElementsAre("+: d floating"));
    EXPECT_THAT(in_loop("d += a[i];"), ElementsAre("+: d floating"));
    EXPECT_THAT(in_loop("r += y[i] * y[i];"), ElementsAre("+: r floating"));
    EXPECT_THAT(in_loop("w += a[i];"), ElementsAre("+: w"));
}

TEST_F(Reductions, IntegersOfReals)
{
    EXPECT_THAT(in_loop("s += x[i];"), IsEmpty()) << "rounds at each update";
    EXPECT_THAT(in_loop("s += (int)x[i];"), ElementsAre("+: s"));
    EXPECT_THAT(in_loop("s *= 1.5;"), IsEmpty());
    EXPECT_THAT(in_loop("s += y[i];"), IsEmpty()) << "a type by another name";
}

TEST_F(Reductions, ExtremaOfWiderValues)
{
    EXPECT_THAT(in_loop("h = h < p[i] ? p[i] : h;"), ElementsAre("max: h"));
    EXPECT_THAT(in_loop("l = l < p[i] ? p[i] : l;"), ElementsAre("max: l"));
    EXPECT_THAT(in_loop("c = c < a[i] ? a[i] : c;"), IsEmpty()) << "may not fit";
    EXPECT_THAT(in_loop("s = s < q[i] ? q[i] : s;"), IsEmpty()) << "may not fit";
    EXPECT_THAT(in_loop("u = u < a[i] ? a[i] : u;"), IsEmpty()) << "another sign";
    EXPECT_THAT(in_loop("c += a[i];"), ElementsAre("+: c")) << "modulo 256 in any order";
}

TEST_F(Reductions, BooleansStoreOneForMore)
{
    EXPECT_THAT(in_loop("b |= a[i];"), ElementsAre("|: b"));
    EXPECT_THAT(in_loop("b += a[i];"), IsEmpty());
    EXPECT_THAT(in_loop("b ^= a[i];"), IsEmpty());
}

TEST_F(Reductions, OtherUsesOfTheElement)
{
    EXPECT_THAT(in_loop("s += s;"), IsEmpty());
    EXPECT_THAT(in_loop("a[0] += a[i];"), IsEmpty());
    EXPECT_THAT(in_loop("s = s + (s > 0);"), IsEmpty());
    EXPECT_THAT(in_loop("shared += pure_sum();"), IsEmpty());
}

TEST_F(Reductions, ElementsOfArrays)
{
    EXPECT_THAT(in_loop("a[i % 4] += p[i];"), ElementsAre("+: a"));
    EXPECT_THAT(in_loop("a[i] = a[i] + p[i];"), ElementsAre("+: a"));
    EXPECT_THAT(in_loop("a[i] = a[n - 1 - i] + p[i];"), IsEmpty());
}

TEST_F(Reductions, StatementsShareThemByOperator)
{
    EXPECT_THAT(in_loop("s += a[i]; s = s - 1; s *= 3;"), ElementsAre("+: s", "*: s"));
    EXPECT_EQ(find_reductions(*program)[0].references.size(), 4U);
    EXPECT_EQ(find_reductions(*program)[1].references.size(), 2U);
}

} // namespace
} // namespace espalier::dependence
