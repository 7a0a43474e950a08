// Schedules that are wrong in one way each, and what the check says of them.

#include "espalier/dependence/violations.h"

#include "espalier/dependence/explanations.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/programs.h"
#include "tests/support/transformed_region.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace espalier::dependence {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Violations : public testing::Test {
protected:
    /// The body of a function (see in_function), analyzed.
    void program_is(const std::string &body)
    {
        program = test::extract_program(test::in_function(body), context);
        dependences = analyze(*program, schedule::original_schedule(*program));
    }

    /// \param order  what is below the domain, in flow style
    schedule::Tree tree(const std::string &order) const
    {
        std::string domain = presburger::to_string(instances_without_kills(*program));
        return schedule::read_yaml(
            context.get(), fmt::format("{{ domain: \"{}\", child: {} }}", domain, order), "");
    }

    std::vector<Violation> check(const std::string &order,
                                 const schedule::Privatization &own = {}) const
    {
        return violations(*program, dependences, test::privatized(tree(order), own));
    }

    std::vector<std::string> explanations(const std::string &order) const
    {
        std::vector<std::string> result;
        for (const Violation &violation : check(order))
            result.push_back(explain(*program, violation));
        return result;
    }

    isl::map relation(const std::string &text) const
    {
        return isl::map(context.get(), text).intersect_params(program->context);
    }

    presburger::Context context;
    std::optional<program::Program> program;
    Dependences dependences;
};

constexpr const char *stencil = "for (int i = 1; i < n; i++)\n"
                                "for (int j = 1; j < n; j++)\n"
                                "A[i][j] = A[i - 1][j] + A[i - 1][j + 1];";

TEST_F(Violations, TheProgramsOwnOrderHasNone)
{
    program_is(stencil);
    EXPECT_THAT(check("{ schedule: \"[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]\" }"),
                IsEmpty());
}

TEST_F(Violations, Reversal)
{
    program_is("for (int i = 1; i < n; i++)\nx[i] = x[i - 1];");
    EXPECT_THAT(explanations("{ schedule: \"[{ S0[i] -> [(-i)] }]\" }"),
                ElementsAre("S0[i=1] (line 6) writes x[1], which S0[i=2] (line 6) reads and has to "
                            "see (n = 3, distance (1)), but schedule dimension 0 has -1 for the "
                            "first and -2 for the second"));
}

TEST_F(Violations, AreExactlyThePairsThatAreReversed)
{
    program_is("for (int i = 1; i < n; i++)\nx[i] = x[i - 1];");
    std::vector<Violation> found = check("{ schedule: \"[{ S0[i] -> [(floor(i/4))] }, "
                                         "{ S0[i] -> [(-i)] }]\" }");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].kind, Violation::Kind::flow);
    EXPECT_EQ(found[0].depth, 1u);
    EXPECT_TRUE(found[0].pairs.factor_domain().is_equal(
        relation("[n] -> { S0[i] -> S0[i + 1] : 1 <= i < n - 1 and (i + 1) mod 4 > 0 }")));
}

TEST_F(Violations, BadInterchange)
{
    program_is(stencil);
    EXPECT_THAT(explanations("{ schedule: \"[{ S0[i, j] -> [(j)] }, { S0[i, j] -> [(i)] }]\" }"),
                ElementsAre(AllOf(HasSubstr("S0[i=1, j=2] (line 7) writes A[1][2], which S0[i=2, "
                                            "j=1] (line 7) reads and has to see"),
                                  HasSubstr("distance (1, -1)"),
                                  HasSubstr("schedule dimension 0 has 2 for the first and 1 for "
                                            "the second"))));
}

TEST_F(Violations, BadSkew)
{
    program_is(stencil);
    EXPECT_THAT(check("{ schedule: \"[{ S0[i, j] -> [(i + j)] }, { S0[i, j] -> [(j)] }]\" }"),
                SizeIs(1));
    EXPECT_THAT(check("{ schedule: \"[{ S0[i, j] -> [(2i + j)] }, { S0[i, j] -> [(i)] }]\" }"),
                IsEmpty());
}

TEST_F(Violations, BadTiling)
{
    program_is(stencil);
    constexpr const char *tiled = "{{ schedule: \"[{{ S0[i, j] -> [(floor(i/8))] }}, "
                                  "{{ S0[i, j] -> [(floor(({0})/8))] }}]\", child: {{ schedule: "
                                  "\"[{{ S0[i, j] -> [(i)] }}, {{ S0[i, j] -> [({0})] }}]\" }} }}";
    std::vector<Violation> found = check(fmt::format(tiled, "j"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].depth, 1u);
    EXPECT_THAT(check(fmt::format(tiled, "i + j")), IsEmpty());
}

TEST_F(Violations, BadFusion)
{
    program_is("for (int i = 0; i < n; i++)\nx[i] = i;\n"
               "for (int i = 0; i < n; i++)\ny[i] = x[n - 1 - i];");
    constexpr const char *fused =
        "{ schedule: \"[{ S0[i] -> [(i)]; S1[i] -> [(i)] }]\", child: { sequence: [ "
        "{ filter: \"{ S0[i] }\" }, { filter: \"{ S1[i] }\" } ] } }";
    EXPECT_THAT(explanations(fused),
                ElementsAre("S0[i=1] (line 6) writes x[1], which S1[i=0] (line 8) reads and has to "
                            "see (n = 2), but schedule dimension 0 has 1 for the first and 0 for "
                            "the second"));
}

TEST_F(Violations, BadOrderInASequenceAndASet)
{
    program_is("x[0] = 1;\ny[0] = x[0];");
    EXPECT_THAT(
        explanations("{ sequence: [ { filter: \"{ S1[] }\" }, { filter: \"{ S0[] }\" } ] }"),
        ElementsAre("S0 (line 5) writes x[0], which S1 (line 6) reads and has to see, but a "
                    "sequence has the first in child 1 and the second in child 0"));
    EXPECT_THAT(explanations("{ set: [ { filter: \"{ S0[] }\" }, { filter: \"{ S1[] }\" } ] }"),
                ElementsAre(HasSubstr("but a set leaves them unordered")));
    EXPECT_THAT(explanations("{ leaf: leaf }"), SizeIs(1));
}

/// A temporary with two lifetimes in each iteration.
constexpr const char *two_lifetimes = "double t;\nfor (int i = 0; i < n; i++) {\n"
                                      "t = A[i][0];\nx[i] = t;\nt = B[i][0];\ny[i] = t;\n}";

/// The four statements in an order, once each in an iteration.
std::string in_one_loop(const std::string &schedule, const std::vector<std::string> &order)
{
    std::string children;
    for (const std::string &statement : order)
        children +=
            fmt::format("{}{{ filter: \"{{ {}[i] }}\" }}", children.empty() ? "" : ", ", statement);
    return fmt::format("{{ schedule: \"[{{ S0[i] -> [({0})]; S1[i] -> [({0})]; S2[i] -> [({0})]; "
                       "S3[i] -> [({0})] }}]\", child: {{ sequence: [ {1} ] }} }}",
                       schedule, children);
}

TEST_F(Violations, LiveRangesMayChangeTheirOrder)
{
    program_is(two_lifetimes);
    EXPECT_THAT(check(in_one_loop("i", {"S0", "S1", "S2", "S3"})), IsEmpty());
    EXPECT_THAT(check(in_one_loop("i", {"S2", "S3", "S0", "S1"})), IsEmpty());
    EXPECT_THAT(check(in_one_loop("-i", {"S2", "S3", "S0", "S1"})), IsEmpty());
}

TEST_F(Violations, LiveRangesMustNotOverlap)
{
    program_is(two_lifetimes);
    std::vector<Violation> found = check(in_one_loop("i", {"S0", "S2", "S1", "S3"}));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].kind, Violation::Kind::interference);
    EXPECT_THAT(explain(*program, found[0]),
                HasSubstr("S1[i=0] (line 8) reads t, and S2[i=0] (line 9) overwrites it; what is "
                          "written there is still needed"));
    EXPECT_THAT(check(in_one_loop("0", {"S0", "S1", "S2", "S3"})), testing::Not(IsEmpty()));
}

TEST_F(Violations, WhatTheRegionLeavesBehindStays)
{
    program_is("for (int i = 0; i < n; i++)\nx[0] = i;");
    EXPECT_THAT(explanations("{ schedule: \"[{ S0[i] -> [(-i)] }]\" }"),
                ElementsAre(HasSubstr("whose value has to be the one that stays")));
}

TEST_F(Violations, WritesThatNothingSeesAreFreeButForTheLast)
{
    program_is("for (int i = 0; i < n; i++)\nx[0] = i;");
    EXPECT_THAT(
        check("{ sequence: [ { filter: \"[n] -> { S0[i] : i < n - 1 }\", child: { schedule: "
              "\"[{ S0[i] -> [(-i)] }]\" } }, { filter: \"[n] -> { S0[n - 1] }\" } ] }"),
        IsEmpty());
}

TEST_F(Violations, WhatWasThereBeforeIsReadFirst)
{
    program_is("for (int i = 0; i < n - 1; i++)\nx[i] = x[i + 1];");
    EXPECT_THAT(explanations("{ schedule: \"[{ S0[i] -> [(-i)] }]\" }"),
                ElementsAre(HasSubstr("reads x[1], as it was before the region, and S0[i=1] (line "
                                      "6) overwrites it")));
}

TEST_F(Violations, MissingInstances)
{
    program_is("for (int i = 0; i < n; i++)\nx[i] = i;");
    schedule::Tree part =
        schedule::read_yaml(context.get(), "domain: \"[n] -> { S0[i] : 1 <= i < n }\"", "");
    std::vector<Violation> found = violations(*program, dependences, part);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(explain(*program, found[0]), "S0[i=0] (line 6) is not executed (n = 1)");
}

TEST_F(Violations, ForeignInstances)
{
    program_is("for (int i = 0; i < n; i++)\nx[i] = i;");
    auto explained = [&](const std::string &domain) {
        schedule::Tree order = schedule::read_yaml(context.get(), "domain: \"" + domain + "\"", "");
        std::vector<Violation> found = violations(*program, dependences, order);
        return found.empty() ? "" : explain(*program, found[0]);
    };
    EXPECT_EQ(explained("[n] -> { S0[i] : 0 <= i <= n }"),
              "S0[i=0] (line 6) is executed, and the program has no such instance (n = 0)");
    EXPECT_EQ(explained("[n] -> { S0[i] : 0 <= i < n; S9[] }"),
              "the schedule executes S9, which the program does not have");
    EXPECT_EQ(explained("[n, m] -> { S0[i] : 0 <= i < n and m > 0 }"),
              "S0[i=0] (line 6) is not executed (n = 1, m = 0)");
}

TEST_F(Violations, ParallelLoops)
{
    const auto order = [](const std::string &roles) {
        return "{ schedule: \"[{ S0[i] -> [(i)]; S1[i] -> [(i)] }]\", roles: [ " + roles +
               " ], child: { sequence: [ { filter: \"{ S0[i] }\" }, { filter: \"{ S1[i] }\" } ] } "
               "}";
    };
    program_is("double t;\nfor (int i = 0; i < n; i++) {\nt = x[i];\ny[i] = t;\n}");
    EXPECT_THAT(check(order("sequential")), IsEmpty());
    EXPECT_THAT(check(order("strict_vector")), IsEmpty());
    EXPECT_THAT(check(order("vector")), testing::Not(IsEmpty()));
    std::vector<Violation> shared = check(order("parallel"));
    ASSERT_THAT(shared, testing::Not(IsEmpty()));
    EXPECT_THAT(explain(*program, shared[0]), HasSubstr("is to run in parallel"));
    std::size_t temporary = 0;
    while (program->arrays[temporary].name != "t")
        ++temporary;
    EXPECT_THAT(check(order("parallel"), {{temporary}}), IsEmpty());
}

} // namespace
} // namespace espalier::dependence
