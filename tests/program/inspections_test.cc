#include "espalier/program/inspections.h"

#include "espalier/presburger/context.h"
#include "tests/support/programs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::program {
namespace {

using testing::ElementsAre;

/// The value of a bound for n = 100, or for none where it has no value.
std::string described(const InspectedBound &bound)
{
    std::string result;
    isl::set values = isl::manage(isl_map_range(isl_map_from_pw_aff(bound.known.copy())));
    const int n = isl_set_find_dim_by_name(values.get(), isl_dim_param, "n");
    if (n >= 0)
        values = isl::manage(isl_set_fix_si(values.release(), isl_dim_param, unsigned(n), 100));
    if (!values.is_empty())
        result = fmt::format("{}", values.dim_min_val(0).num_si());
    for (const InspectedTerm &term : bound.terms)
        result += fmt::format(" + {} {}{}", term.factor, term.is_greatest ? "greatest" : "least",
                              term.inspection);
    return result;
}

std::string described(const InspectedRange &range)
{
    return fmt::format("{} .. {}", described(range.least), described(range.greatest));
}

class InspectionsTest : public testing::Test {
protected:
    /// \param statements  of a function with `long n; const int *a, *b; const double *x; double *y`
    void program_is(const std::string &statements)
    {
        program = test::extract_program("void f(long n, const int *a, const int *b, const double "
                                        "*x, double *y, const double *v) {" +
                                            statements + "}",
                                        context);
        inspections.emplace(*program);
    }

    std::vector<std::string> rows(const std::string &array)
    {
        for (std::size_t k = 0; k < program->arrays.size(); ++k) {
            if (program->arrays[k].name != array)
                continue;
            const auto found = inspections->rows(k);
            if (!found)
                return {"unknown"};
            std::vector<std::string> result;
            for (const InspectedRange &range : *found)
                result.push_back(described(range));
            return result;
        }
        return {"no such array"};
    }

    std::vector<std::string> made() const
    {
        std::vector<std::string> result;
        for (const Inspection &one : inspections->all())
            result.push_back(fmt::format("{}[{}]{}", program->arrays[one.array].name,
                                         described(one.elements), one.is_ascent ? " ascends" : ""));
        return result;
    }

    presburger::Context context;
    std::optional<Program> program;
    std::optional<Inspections> inspections;
};

TEST_F(InspectionsTest, ElementsAreInspectedThatAllInstancesRead)
{
    program_is("for (long i = 0; i < n; i++) y[i] = x[a[i]] + x[2 * a[n - 1 - i] - 1];");
    EXPECT_THAT(rows("x"), ElementsAre("0 + 1 least0 .. 0 + 1 greatest0",
                                       "-1 + 2 least0 .. -1 + 2 greatest0"));
    EXPECT_THAT(made(), ElementsAre("a[0 .. 99]"));
}

TEST_F(InspectionsTest, RowsThatFollowEachOtherAreOneSection)
{
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (int k = a[i]; k < a[i + 1]; k++) s += v[k] * x[b[k]];"
               "    y[i] = s; }");
    EXPECT_THAT(rows("v"), ElementsAre("0 + 1 least0 .. -1 + 1 greatest0"));
    EXPECT_THAT(rows("x"), ElementsAre("0 + 1 least1 .. 0 + 1 greatest1"));
    EXPECT_THAT(made(), ElementsAre("a[0 .. 100] ascends", "b[0 + 1 least0 .. -1 + 1 greatest0]"));
}

TEST_F(InspectionsTest, RowsWithEndsOfTheirOwnHaveBoundsButMayHaveGaps)
{
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (int k = a[i]; k <= b[i]; k++) s += v[k];"
               "    y[i] = s; }");
    EXPECT_THAT(rows("v"), ElementsAre("0 + 1 least0 .. 0 + 1 greatest1"));
    EXPECT_THAT(made(), ElementsAre("a[0 .. 99]", "b[0 .. 99]"));
}

TEST_F(InspectionsTest, NothingIsInspectedInGaps)
{
    program_is("for (long i = 0; i < n; i++) y[i] = x[a[2 * i]];");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
    program_is("for (long i = 0; i < n; i++) y[i] = x[b[a[i]]];");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
}

TEST_F(InspectionsTest, NothingIsInspectedThatDataMayLeaveOut)
{
    program_is("for (long i = 0; i < n; i++) if (v[i] > 0) y[i] = x[a[i]];");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
    program_is("for (long i = 0; i < n; i++) y[i] = v[i] > 0 ? x[a[i]] : 0;");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (int k = a[i]; k < a[i + 1]; k++) { if (v[k] > 4) break; s += x[b[k]]; }"
               "    y[i] = s; }");
    EXPECT_THAT(rows("v"), ElementsAre("0 + 1 least0 .. -1 + 1 greatest0"));
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
}

TEST_F(InspectionsTest, WhatOnlyRowsWithElementsReadIsNotInspected)
{
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (int k = a[i]; k < a[i + 1]; k++) s += x[b[i]];"
               "    y[i] = s; }");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
}

TEST_F(InspectionsTest, CountersOfSmallTypesHaveTheirBounds)
{
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (short k = a[i]; k < a[i + 1]; k++) s += v[k];"
               "    y[i] = s; }");
    EXPECT_THAT(rows("v"), ElementsAre("-32768 .. 32767"));
    EXPECT_THAT(made(), ElementsAre());
}

/// What wraps around in a narrow type, and is part of something in a wide one, is not the number
/// that it would be if it did not.
TEST_F(InspectionsTest, NumbersThatMayWrapAroundAreNotMadeWider)
{
    program_is("for (long i = 0; i < n; i++) y[i] = x[(unsigned)a[i] - 1];");
    EXPECT_THAT(rows("x"), ElementsAre("-1 + 1 least0 .. -1 + 1 greatest0"));
    program_is("for (long i = 0; i < n; i++) y[i] = x[((unsigned)a[i] - 1) + b[i]];");
    EXPECT_THAT(rows("x"),
                ElementsAre("-1 + 1 least0 + 1 least1 .. -1 + 1 greatest0 + 1 greatest1"));
    program_is("for (long i = 0; i < n; i++) y[i] = x[(long)((unsigned)a[i] - 1) + b[i]];");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
    program_is("for (long i = 0; i < n; i++) y[i] = x[((unsigned)a[i] - 1) + i];");
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
    program_is("for (long i = 0; i < n; i++) y[i] = x[(long)(a[i] - 1) + i];");
    EXPECT_THAT(rows("x"), ElementsAre("-1 + 1 least0 .. 98 + 1 greatest0"));
}

TEST_F(InspectionsTest, LoopsThatWrapAroundHaveNoBounds)
{
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (unsigned k = 0; k < a[i] - 5; k++) s += v[k];"
               "    y[i] = s; }");
    EXPECT_THAT(rows("v"), ElementsAre("unknown"));
    program_is("for (long i = 0; i < n; i++) {"
               "    double s = 0;"
               "    for (int k = 0; k < a[i] - 5; k++) s += v[k];"
               "    y[i] = s; }");
    EXPECT_THAT(rows("v"), ElementsAre("0 .. -6 + 1 greatest0"));
}

TEST_F(InspectionsTest, BothHalvesOfAnUpdateAreFound)
{
    program_is("for (long i = 0; i < n; i++) y[a[i]] += x[i];");
    EXPECT_THAT(rows("y"), ElementsAre("0 + 1 least0 .. 0 + 1 greatest0"));
}

TEST_F(InspectionsTest, AnArrayThatIsWrittenChoosesNothing)
{
    program = test::extract_program("void f(long n, int *a, const double *x, double *y) {"
                                    "    for (long i = 0; i < n; i++) {"
                                    "        y[i] = x[a[i]]; a[i] = 0; } }",
                                    context);
    inspections.emplace(*program);
    EXPECT_THAT(rows("x"), ElementsAre("unknown"));
}

} // namespace
} // namespace espalier::program
