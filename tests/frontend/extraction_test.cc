// What the front end makes of C: domains and accesses, compared as sets.

#include "espalier/presburger/print.h"
#include "espalier/program/loops.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

using program::AccessKind;

class Extraction : public testing::Test {
protected:
    program::Program extract(const std::string &body)
    {
        return test::extract_program(test::in_function(body), context);
    }

    void expect_domain(const program::Statement &statement, const std::string &expected)
    {
        isl::set wanted(context.get(), expected);
        EXPECT_TRUE(statement.domain.is_equal(wanted))
            << "found " << presburger::to_string(statement.domain) << "\nexpected " << expected;
    }

    /// The domain of the only statement of a body.
    void expect_domain_of(const std::string &body, const std::string &expected)
    {
        program::Program program = extract(body);
        ASSERT_EQ(program.statements.size(), 1U);
        expect_domain(program.statements.front(), expected);
        EXPECT_TRUE(program.assumptions.is_equal(isl::set::universe(program.assumptions.space())));
    }

    void expect_relation(const program::Program &program, std::size_t statement, AccessKind kind,
                         const std::string &expected)
    {
        isl::union_map found = isl::union_map::empty(context.get());
        for (const program::Access &access : program.statements.at(statement).accesses)
            if (access.kind == kind)
                found = found.unite(access.relation);
        isl::union_map wanted = isl::union_map(context.get(), expected)
                                    .intersect_domain(program.statements.at(statement).domain);
        EXPECT_TRUE(found.is_equal(wanted)) << "found " << presburger::to_string(found)
                                            << "\nexpected " << presburger::to_string(wanted);
    }

    presburger::Context context;
};

TEST_F(Extraction, ForLoops)
{
    expect_domain_of("for (int i = 0; i < n; i++) x[i] = 0;", "[n] -> { S0[i] : 0 <= i < n }");
    expect_domain_of("for (int i = 2 * m; i <= n; ++i) x[i] = 0;",
                     "[n, m] -> { S0[i] : 2m <= i <= n }");
    expect_domain_of("for (int i = n - 1; i >= 0; i--) x[i] = 0;", "[n] -> { S0[i] : 0 <= i < n }");
    expect_domain_of("for (int i = 1; n > i; i += 3) x[i] = 0;",
                     "[n] -> { S0[i] : 1 <= i < n and (i - 1) mod 3 = 0 }");
    expect_domain_of("for (int i = n; i > 0; i = i - 2) x[i - 1] = 0;",
                     "[n] -> { S0[i] : 0 < i <= n and (n - i) mod 2 = 0 }");
    expect_domain_of("int i; for (i = 0; i != n; i++) x[i] = 0;", "[n] -> { S0[i] : 0 <= i < n }");
    expect_domain_of("for (int i = 0; i < n && i <= m; i++) x[i] = 0;",
                     "[n, m] -> { S0[i] : 0 <= i < n and i <= m }");
    expect_domain_of("for (int i = 0; i < (n < m ? n : m); i++) x[i] = 0;",
                     "[n, m] -> { S0[i] : 0 <= i < n and i < m }");
}

TEST_F(Extraction, ALoopEndsWhereItsConditionFirstFails)
{
    expect_domain_of("for (int i = 0; i < 10 || i > 20; i++) x[i] = 0;", "{ S0[i] : 0 <= i < 10 }");
    expect_domain_of("for (int i = 0; i % 5 != 4; i++) x[i] = 0;", "{ S0[i] : 0 <= i < 4 }");
}

TEST_F(Extraction, Conditions)
{
    expect_domain_of("for (int i = 0; i < n; i++) if (i % 2 == 0 && !(i == 4)) x[i] = 0;",
                     "[n] -> { S0[i] : 0 <= i < n and i mod 2 = 0 and i != 4 }");
    expect_domain_of("for (int i = 0; i < n; i++) if (i / 4 == 1 || i >= m) x[i] = 0;",
                     "[n, m] -> { S0[i] : 0 <= i < n and (4 <= i < 8 or i >= m) }");
    program::Program program =
        extract("for (int i = 0; i < n; i++) if (i < m) x[i] = 0; else y[i] = 0;");
    ASSERT_EQ(program.statements.size(), 2U);
    expect_domain(program.statements[0], "[n, m] -> { S0[i] : 0 <= i < n and i < m }");
    expect_domain(program.statements[1], "[n, m] -> { S1[i] : 0 <= i < n and i >= m }");
}

TEST_F(Extraction, DivisionTruncatesAsInC)
{
    expect_domain_of("for (int i = -7; i <= 7; i++) if (i / 2 == -1) y[0] = 0;",
                     "{ S0[i] : -3 <= i <= -2 }");
    expect_domain_of("for (int i = -7; i <= 7; i++) if (i % 4 == -3) y[0] = 0;",
                     "{ S0[i] : i = -7 or i = -3 }");
}

TEST_F(Extraction, Accesses)
{
    program::Program program =
        extract("for (int i = 1; i < n; i++) A[i - 1][2 * i] += *(x + i) * y[0];");
    expect_relation(program, 0, AccessKind::write, "[n] -> { S0[i] -> A[i - 1, 2i] }");
    expect_relation(program, 0, AccessKind::read,
                    "[n] -> { S0[i] -> A[i - 1, 2i]; S0[i] -> x[i]; S0[i] -> y[0] }");
}

TEST_F(Extraction, ABranchReadsOnlyWhereItIsTaken)
{
    program::Program program = extract("for (int i = 0; i < n; i++) x[i] = i > 0 ? y[i - 1] : 0;");
    expect_relation(program, 0, AccessKind::read, "[n] -> { S0[i] -> y[i - 1] : i > 0 }");
}

TEST_F(Extraction, BranchesThatAssignToTheSameAreChoices)
{
    auto described = [&](const std::string &branch) {
        program::Program program = extract("double s, t; for (int i = 0; i < n; i++) { s = x[i]; "
                                           "t = y[i]; " +
                                           branch + " y[i] = s + t; }");
        std::vector<std::string> result;
        for (const program::Statement &statement : program.statements)
            if (!statement.is_kill())
                result.push_back(program::describe(program, statement));
        return std::vector(result.begin() + 2, result.end() - 1);
    };
    EXPECT_THAT(described("if (x[i] > 0) { s = 1; t = s; } else { s = 2; t = s * 3; }"),
                testing::ElementsAre("s = x[i] > 0 ? 1 : 2", "t = x[i] > 0 ? s : s * 3"));
    EXPECT_THAT(
        described("if (x[i] > 0) { s += 1; t = 2; } else if (x[i] < y[i]) { s += 3; t = 4; } "
                  "else { { s += 5; } t = 6; }"),
        testing::ElementsAre("s += x[i] > 0 ? 1 : x[i] < y[i] ? 3 : 5",
                             "t = x[i] > 0 ? 2 : x[i] < y[i] ? 4 : 6"));
    for (const char *other : {"if (x[i] > 0) { s = 1; t = 2; } else { t = 2; s = 1; }",
                              "if (x[i] > 0) { s = 1; t = 2; } else { s = 1; }",
                              "if (s > 0) { s = 1; t = 2; } else { s = 3; t = 4; }",
                              "if (x[i] > 0) { s += 0.5; t = 2; } else { s += 1; t = 4; }",
                              "if (x[i] > 0) { s = 1L; t = 2; } else { s = 0.5; t = 4; }"})
        EXPECT_GT(described(other).size(), 2U) << other;
}

TEST_F(Extraction, ScalarsThatHoldAffineValuesMaySubscript)
{
    program::Program program =
        extract("for (int i = 0; i < n; i++) { int k = n - 1 - i; x[k] = i; }");
    expect_relation(program, 0, AccessKind::write, "[n] -> { S1[i] -> x[n - 1 - i] }");
}

TEST_F(Extraction, LocalVariablesThatNothingReadsAreLeftOut)
{
    program::Program program = extract("for (int i = 0; i < n; i++) {"
                                       "  int k = n - 1 - i, last = k - 1, count = 0; count++;"
                                       "  for (int j = 0; j < k; j++) last = j;"
                                       "  x[k] = i; }");
    ASSERT_EQ(program.statements.size(), 1U);
    ASSERT_EQ(program.nest.children.size(), 1U);
    EXPECT_EQ(program::loops_around(program).front().size(), 1U);
}

TEST_F(Extraction, LocalVariablesThatAreReadStay)
{
    auto computed = [&](const std::string &body) {
        program::Program program = extract("for (int i = 0; i < n; i++) { " + body + " }");
        return std::ranges::count_if(program.statements,
                                     [](const auto &statement) { return !statement.is_kill(); });
    };
    EXPECT_EQ(computed("int k = i * i; x[i] = k;"), 2);
    EXPECT_EQ(computed("int k = i * i, l = k; x[i] = l;"), 3);
    EXPECT_EQ(computed("double t = x[i];"), 1); // or else nothing would be left
}

TEST_F(Extraction, LocalVariablesAreKilledAtBothEnds)
{
    program::Program program =
        extract("for (int i = 0; i < n; i++) { double t; t = x[i]; y[i] = t; }");
    std::size_t kills = 0;
    for (const program::Statement &statement : program.statements)
        kills += statement.is_kill();
    EXPECT_EQ(kills, 2U);
    ASSERT_FALSE(program.nest.children.empty());
    const program::Nest &body = program.nest.children.front().children.front();
    EXPECT_TRUE(program.statements[body.children.front().statement].is_kill());
    EXPECT_TRUE(program.statements[body.children.back().statement].is_kill());
}

TEST_F(Extraction, LabelsNameStatements)
{
    program::Program program = extract("for (int i = 0; i < n; i++) update: x[i] = 0;");
    EXPECT_EQ(program.statements.front().name(), "update");
}

TEST_F(Extraction, NamesThatIslReservesAreNames)
{
    program::Program program =
        test::extract_program("void f(int exists, double *mod) {\n for (int floor = 0; floor < "
                              "exists; floor++) mod[floor] = 0;\n}\n",
                              context);
    EXPECT_EQ(program.parameters.front().id.name(), "exists");
    EXPECT_EQ(program.statements.front().domain.tuple_dim(), 1U);
}

TEST_F(Extraction, UnsignedArithmeticIsAssumedNotToWrap)
{
    program::Program program = test::extract_program(
        "void f(unsigned n, double *x) { for (unsigned i = 0; i < n - 1; i++) x[i] = 0; }",
        context);
    EXPECT_TRUE(program.assumptions.intersect(parameter_ranges(program))
                    .is_equal(isl::set(context.get(), "[n] -> { : 1 <= n < 4294967296 }")));
}

TEST_F(Extraction, ParametersHaveTheRangeOfTheirTypes)
{
    program::Program program = test::extract_program(
        "void f(unsigned char n, short m, double *x) { for (int i = m; i < n; i++) x[i] = 0; }",
        context);
    EXPECT_TRUE(parameter_ranges(program).is_equal(
        isl::set(context.get(), "[n, m] -> { : 0 <= n < 256 and -32768 <= m < 32768 }")));
}

TEST_F(Extraction, PointersMayOverlapUnlessTheyAreRestrict)
{
    auto pairs = [&](const std::string &parameters) {
        return test::extract_program("void f(int n, " + parameters +
                                         ") {\n"
                                         "  for (int i = 0; i < n; i++) p[i] = q[i];\n}\n",
                                     context)
            .may_overlap.size();
    };
    EXPECT_EQ(pairs("double *p, double *q"), 1U);
    EXPECT_EQ(pairs("double *restrict p, double *restrict q"), 0U);
    EXPECT_EQ(pairs("double *p, float *q"), 0U);
    EXPECT_EQ(pairs("int *p, unsigned *q"), 1U);
    EXPECT_EQ(pairs("char *p, double *q"), 1U);
}

TEST_F(Extraction, ExplicitKills)
{
    program::Program program = test::extract_program(
        "void __pencil_kill();\nvoid f(int n, double A[restrict n][n], double x[restrict n])\n{\n"
        "#pragma scop\nfor (int i = 0; i < n; i++) {\n__pencil_kill(A[i], x[i]);\nx[i] = i;\n}\n"
        "#pragma endscop\n}\n",
        context);
    EXPECT_TRUE(program.statements.at(0).is_kill());
    EXPECT_TRUE(program.statements.at(1).is_kill());
    expect_relation(program, 0, AccessKind::kill, "[n] -> { S0[i] -> A[i, j] }");
    expect_relation(program, 1, AccessKind::kill, "[n] -> { S1[i] -> x[i] }");
}

TEST_F(Extraction, TheFinalValueOfALoopVariableIsWritten)
{
    program::Program program = test::extract_program(
        "int f(int n, double *x) { int i; for (i = 0; i < n; i += 2) x[i] = 0; return i; }",
        context);
    ASSERT_EQ(program.statements.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<program::Assignment>(program.statements[1].body->node));
}

struct Refusal {
    const char *body;
    DiagnosticKind kind;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, EndsTheRegionWithARemark)
{
    presburger::Context context;
    frontend::Extraction extraction = test::extract(test::in_function(GetParam().body), context);
    EXPECT_TRUE(extraction.regions.empty());
    ASSERT_EQ(extraction.remarks.size(), 1U);
    EXPECT_EQ(extraction.remarks.front().kind, GetParam().kind)
        << extraction.remarks.front().message;
    EXPECT_GT(extraction.remarks.front().place.line, 3U);
}

INSTANTIATE_TEST_SUITE_P(
    AllKinds, Refused,
    testing::Values(
        Refusal{"while (x[0] < 1) x[0] += 1;", DiagnosticKind::unmodelled_loop},
        Refusal{"for (int i = 0; i < n; y[i++] = i) x[i] = 0;", DiagnosticKind::unmodelled_loop},
        Refusal{"for (int i = 0, j = i; i < n; i++) x[j] = 0;", DiagnosticKind::unmodelled_loop},
        Refusal{"int i; for (i = m, m++; i < n; i++) x[i] = 0;", DiagnosticKind::unmodelled_loop},
        Refusal{"int i, k; for (i = k, k = 0; i < n; i++) x[k] = 0;",
                DiagnosticKind::unmodelled_loop},
        Refusal{"int i = n; while (i > m || i--) x[i] = 0;", DiagnosticKind::unmodelled_loop},
        Refusal{"int i = n; while (i-- > i / 2) x[i] = 0;", DiagnosticKind::unmodelled_loop},
        Refusal{"for (int i = 0; i < n; i++) { if (i == 3) break; x[i] = 0; }",
                DiagnosticKind::unmodelled_statement},
        Refusal{"for (int i = 0; i < n; i *= 2) x[i] = 0;", DiagnosticKind::unmodelled_loop},
        Refusal{"for (int i = 0; i < n; i++) { x[i] = 0; i++; }", DiagnosticKind::unmodelled_loop},
        Refusal{"for (int i = 0; i < n; i++) if ((x[i] = 1) > 0) y[i] = 0;",
                DiagnosticKind::unmodelled_condition},
        Refusal{"for (int i = 0; i < n; i++) x[i] = y[m++] + m;",
                DiagnosticKind::unmodelled_expression},
        Refusal{"for (int i = 0; i < n; i++) x[i] = 1 + (y[i] = 1);",
                DiagnosticKind::unmodelled_expression},
        Refusal{"extern double g(double); for (int i = 0; i < n; i++) x[i] = g(y[i]);",
                DiagnosticKind::unmodelled_statement},
        Refusal{"double *p = m ? x : y; for (int i = 0; i < n; i++) p[i] = 0;",
                DiagnosticKind::unmodelled_access},
        Refusal{"double *p = x; for (int i = 0; i < n; i++) p[i] = *p++;",
                DiagnosticKind::unmodelled_access},
        Refusal{"for (unsigned i = n; i >= 0; i--) y[0] = 0;",
                DiagnosticKind::unmodelled_expression}));

} // namespace
} // namespace espalier::frontend
