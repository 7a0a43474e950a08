// Statements that read rows which they write in other iterations, divided there.

#include "espalier/strategies/devices/pivots_apart.h"

#include "tests/support/inputs.h"
#include "tests/support/programs.h"

#include <isl/set.h>

#include <gtest/gtest.h>

namespace espalier::strategies {
namespace {

class PivotsApart : public testing::Test {
protected:
    program::Program program(const std::string &body)
    {
        return test::extract_program("void f(int n, double a[restrict n][n], double *restrict x)\n"
                                     "{\n#pragma scop\n" +
                                         body + "\n#pragma endscop\n}\n",
                                     context);
    }

    /// How many statements a program has then; 0 if it stays.
    std::size_t parts(const std::string &body)
    {
        const auto result = with_pivots_apart(program(body));
        return result ? result->statements.size() : 0;
    }

    presburger::Context context;
};

constexpr const char *paths =
    "for (int k = 0; k < n; k++) for (int i = 0; i < n; i++)"
    " for (int j = 0; j < n; j++)"
    " a[i][j] = a[i][j] < a[i][k] + a[k][j] ? a[i][j] : a[i][k] + a[k][j];";

TEST_F(PivotsApart, BothDimensionsHaveOne) { EXPECT_EQ(parts(paths), 9U); }

TEST_F(PivotsApart, PartsHaveEachInstanceOnce)
{
    const program::Program given = program(paths);
    const auto made = with_pivots_apart(given);
    ASSERT_TRUE(made.has_value());
    const isl::set all = given.statements.front().domain;
    isl::set sum = all.subtract(all);
    for (const program::Statement &part : made->statements) {
        const isl::set domain = isl::manage(
            isl_set_set_tuple_id(part.domain.copy(), given.statements.front().id().release()));
        EXPECT_TRUE(domain.is_disjoint(sum)) << part.name();
        sum = sum.unite(domain);
        for (const program::Access &access : part.accesses)
            EXPECT_TRUE(access.relation.domain().is_equal(part.domain)) << part.name();
    }
    EXPECT_TRUE(sum.is_equal(all));
}

TEST_F(PivotsApart, TransposedElementsMeetAtTheDiagonal)
{
    EXPECT_EQ(parts("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] += a[j][i];"),
              3U);
}

TEST_F(PivotsApart, WhatIsAlwaysBehindStays)
{
    EXPECT_EQ(parts("for (int k = 0; k < n; k++) for (int i = k + 1; i < n; i++)"
                    " for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j];"),
              0U);
    EXPECT_EQ(parts("for (int t = 0; t < n; t++) for (int i = 1; i < n; i++) x[i] += x[i - 1];"),
              0U);
}

} // namespace
} // namespace espalier::strategies
