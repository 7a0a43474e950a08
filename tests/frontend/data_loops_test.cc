// Elements that data choose, and loops that data end, as sets and as trees.

#include "espalier/presburger/print.h"
#include "espalier/program/print.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>
#include <isl/map.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

using program::AccessKind;

class DataDecides : public testing::Test {
protected:
    program::Program extract(const std::string &text)
    {
        return test::extract_program(text, context);
    }

    /// What a statement does to an array.
    void expect(const program::Program &program, std::size_t statement, AccessKind kind,
                const std::string &expected)
    {
        const isl::map wanted = isl::map(context.get(), expected)
                                    .intersect_domain(program.statements.at(statement).domain);
        isl::map found = isl::map::empty(wanted.space());
        for (const program::Access &access : program.statements.at(statement).accesses)
            if (access.kind == kind &&
                isl_map_has_equal_space(access.relation.get(), wanted.get()) == isl_bool_true)
                found = found.unite(access.relation);
        EXPECT_TRUE(found.is_equal(wanted)) << "found " << presburger::to_string(found)
                                            << "\nexpected " << presburger::to_string(wanted);
    }

    presburger::Context context;
};

/// A counter is between its start and what the condition lets it be, if nothing else changes it.
TEST_F(DataDecides, WhereCountersEnd)
{
    auto loop = [&](const std::string &clauses, const std::string &step) {
        return extract("struct s { int count; double t; };\n"
                       "void f(int n, double *x, const double *y, struct s *s) {\n"
                       "    for (int i = 0; i < s->count; i++) {\n"
                       "        x[i] = 0;\n        for (" +
                       clauses + ") {\n            if (y[j] < 0) break;\n            " + step +
                       " x[i] += y[j];\n        }\n    }\n}\n");
    };
    expect(loop("int j = 2; j < n; j++", ""), 1, AccessKind::read,
           "[n] -> { S1[i] -> y[j] : 2 <= j < n }");
    expect(loop("int j = 0; j < s->count; j += 2", ""), 1, AccessKind::read,
           "[s_count] -> { S1[i] -> y[j] : 0 <= j < s_count }");
    expect(loop("int j = n; j > i; j--", ""), 1, AccessKind::read,
           "[n] -> { S1[i] -> y[j] : i < j <= n }");
    expect(loop("int j = 0; j < n; j++", "j -= y[0] > 0;"), 1, AccessKind::read,
           "{ S1[i] -> y[j] }");
    expect(loop("unsigned j = 2; j < 9; j++", ""), 1, AccessKind::read,
           "{ S1[i] -> y[j] : j >= 0 }");
}

TEST_F(DataDecides, WhichElementsAreRead)
{
    const program::Program program =
        extract("void f(int n, double *x, const double *y, const int *at) {\n"
                "    for (int i = 0; i < n; i++) x[i] = y[at[i] + 1];\n}\n");
    expect(program, 0, AccessKind::read, "{ S0[i] -> y[a] }");
    expect(program, 0, AccessKind::read, "{ S0[i] -> at[i] }");
    expect(program, 0, AccessKind::write, "{ S0[i] -> x[i] }");
    EXPECT_EQ(program::describe(program, program.statements.front()), "x[i] = y[at[i] + 1]");
}

TEST_F(DataDecides, WhichElementsAreWrittenIfAny)
{
    const program::Program program = extract("void f(int n, double *x, const int *at) {\n"
                                             "    for (int i = 0; i < n; i++) x[at[i]] += 1;\n}\n");
    expect(program, 0, AccessKind::may_write, "{ S0[i] -> x[a] }");
    expect(program, 0, AccessKind::read, "{ S0[i] -> x[a] }");
}

TEST_F(DataDecides, SomeDimensions)
{
    const program::Program program =
        extract("void f(int n, double (*x)[8], const int *at) {\n"
                "    for (int i = 0; i < n; i++)\n"
                "        for (int j = 0; j < 8; j++) x[at[i]][j] = x[i][at[j]];\n}\n");
    expect(program, 0, AccessKind::may_write, "{ S0[i, j] -> x[a, j] }");
    expect(program, 0, AccessKind::read, "{ S0[i, j] -> x[i, a] }");
}

TEST_F(DataDecides, WhereAPointerLeads)
{
    const program::Program program =
        extract("void f(int n, int m, double *restrict x, const double *y, const int *at) {\n"
                "    for (int i = 0; i < n; i++) {\n"
                "        const double *row = y + at[i] * m;\n"
                "        for (int j = 0; j < m; j++) x[i * m + j] = row[j];\n"
                "    }\n}\n");
    const program::Statement &copy = program.statements.at(1);
    expect(program, 1, AccessKind::write, "[m] -> { S1[i, j] -> x[i, j] : 0 <= j < m }");
    expect(program, 1, AccessKind::read, "{ S1[i, j] -> y[a] }");
    EXPECT_EQ(program::describe(program, copy), "x[i][j] = y[row_at + j]");
}

TEST_F(DataDecides, RowsThatPointersMayLeave)
{
    const program::Program program =
        extract("void f(int n, int (*x)[8], const int *at) {\n"
                "    for (int i = 0; i < n; i++) { int *p = x[i]; p[at[i]] = 0; }\n}\n");
    expect(program, 0, AccessKind::may_write, "{ S0[i] -> x[a, b] }");
}

TEST_F(DataDecides, HowLongALoopRuns)
{
    const program::Program program = extract(
        "void f(int n, const int *first, const int *column, const double *a, const double *x,\n"
        "       double *restrict y) {\n"
        "    for (int i = 0; i < n; i++) {\n"
        "        y[i] = 0;\n"
        "        for (int j = first[i]; j < first[i + 1]; j++) y[i] += a[j] * x[column[j]];\n"
        "    }\n}\n");
    ASSERT_EQ(program.statements.size(), 2U);
    expect(program, 1, AccessKind::may_write, "{ S1[i] -> y[i] }");
    expect(program, 1, AccessKind::read, "{ S1[i] -> y[i] }");
    expect(program, 1, AccessKind::read, "{ S1[i] -> first[k] : i <= k <= i + 1 }");
    expect(program, 1, AccessKind::read, "{ S1[i] -> a[j] }");
    expect(program, 1, AccessKind::read, "{ S1[i] -> x[j] }");
    EXPECT_EQ(program::describe(program, program.statements[1]),
              "for (int j = first[i]; j < first[i + 1]; j++) y[i] += a[j] * x[column[j]];");
}

TEST_F(DataDecides, VariablesOfTheFunctionThatLiveInALoopAreItsOwn)
{
    const program::Program program = extract(
        "void f(int n, int *restrict x, const int *y) {\n"
        "    int i, k, t;\n"
        "    for (i = 0; i < n; i++)\n"
        "        for (k = y[i]; k > 0; k /= 2) { t = k % 3; if (t) x[i] += t; else break; }\n"
        "}\n");
    ASSERT_EQ(program.statements.size(), 1U);
    EXPECT_EQ(program.arrays.size(), 2U);
    EXPECT_EQ(
        program::describe(program, program.statements[0]),
        "{ int t; for (int k = y[i]; k > 0; k /= 2) { t = k % 3; if (t) { x[i] += t; } else { "
        "break; } } }");
}

TEST_F(DataDecides, WhatIsCountedInLoopsThatEndEarlyIsNotFollowed)
{
    const program::Program program =
        extract("void f(int n, int m, const int *restrict a, int *restrict b) {\n"
                "    int k = 0;\n"
                "    for (int i = 0; i < n; i++) {\n"
                "        b[k] = i;\n"
                "        for (int j = 0; j < m; j++) { if (a[j] < i) break; k++; }\n"
                "    }\n}\n");
    auto write = std::ranges::find_if(program.statements, [](const program::Statement &one) {
        return !one.is_kill() && one.accesses.back().kind == AccessKind::may_write;
    });
    ASSERT_NE(write, program.statements.end());
    EXPECT_EQ(program::describe(program, *write), "b[k] = i");
}

TEST_F(DataDecides, StepsInConditionsAreNotLost)
{
    const std::string loops =
        "    for (int i = 0; i < n; i++) { int k = 0; while (k++ < y[i]) x[i] += k; }\n";
    frontend::Extraction extraction = test::extract(
        "void f(int n, int *restrict x, const int *restrict y) {\n" + loops + "}\n", context);
    for (const frontend::Region &region : extraction.regions)
        for (const program::Statement &statement : region.program.statements) {
            const std::string body =
                statement.is_kill() ? "" : program::describe(region.program, statement);
            EXPECT_EQ(body.find("while"), std::string::npos) << body;
        }
}

TEST_F(DataDecides, AffineLoopsStayLoops)
{
    const program::Program program =
        extract("void f(int n, int *x) {\n"
                "    for (int i = 0; i < n; i++)\n"
                "        for (int j = 0, k = i; j < k; j++) x[i] += j;\n}\n");
    ASSERT_FALSE(program.statements.empty());
    EXPECT_EQ(program.statements.back().iterators.size(), 2U);
}

TEST_F(DataDecides, OutermostAndDeepLoopsAreNotTakenAsAWhole)
{
    const std::string deep = "while (x[i] > 0) for (int j = 0; j < n; j++)\n"
                             "    for (int k = 0; k < n; k++) x[i] -= x[j] + k;\n";
    frontend::Extraction extraction = test::extract(
        "void f(int n, int *x) {\n    for (int i = 0; i < n; i++)\n" + deep + "}\n", context);
    ASSERT_EQ(extraction.regions.size(), 1U);
    EXPECT_EQ(extraction.regions.front().program.statements.front().iterators.size(), 2U);
}

} // namespace
} // namespace espalier::frontend
