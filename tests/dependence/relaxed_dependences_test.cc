// Dependences of programs whose reductions are relaxed (dependence::analyze).

#include "espalier/dependence/dependences.h"
#include "espalier/dependence/violations.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/programs.h"
#include "tests/support/transformed_region.h"

#include <gtest/gtest.h>
#include <isl/union_map.h>

namespace espalier::dependence {
namespace {

class RelaxedDependences : public testing::Test {
protected:
    /// Analyses `body` with all its reductions relaxed.
    void analyze_body(const std::string &body)
    {
        program = test::extract_program(test::in_function(body), context);
        reductions = find_reductions(*program);
        dependences = analyze(*program, schedule::original_schedule(*program), reductions);
    }

    void expect(const isl::union_map &tagged, const std::string &text) const
    {
        isl::union_map expected = isl::union_map(context.get(), "[n] -> " + text);
        isl::set context_set = program->context;
        isl::union_map found = untagged(tagged);
        EXPECT_TRUE(found.intersect_params(context_set).is_equal(expected)) << found;
    }

    /// Violations of an order of the program, whose loops with roles privatize the same.
    std::vector<Violation> violations_of(const std::string &yaml,
                                         const schedule::Privatization &own = {})
    {
        schedule::Tree order = schedule::read_yaml(context.get(), yaml, "");
        return violations(*program, *dependences, test::privatized(order, own));
    }

    presburger::Context context;
    std::optional<program::Program> program;
    std::vector<Reduction> reductions;
    std::optional<Dependences> dependences;
};

const char *const sum = "x[0] = 0; for (int i = 0; i < n; i++) x[0] += y[i]; y[0] = x[0];";

TEST_F(RelaxedDependences, UpdatesDependOnWhatIsAround)
{
    analyze_body(sum);
    expect(dependences->flow, "{ S0[] -> S1[i] : 0 <= i < n; S1[i] -> S2[] : 0 <= i < n; "
                              "S0[] -> S2[] }");
    expect(dependences->relaxed, "{ S1[i] -> S1[j] : 0 <= i < j < n }");
    expect(dependences->order, "{ S1[0] -> S2[] : n > 0 }");
}

TEST_F(RelaxedDependences, WithoutReductionsTheyAreAChain)
{
    analyze_body(sum);
    dependences = analyze(*program, schedule::original_schedule(*program));
    expect(dependences->flow, "{ S0[] -> S1[0] : n > 0; S1[i] -> S1[i + 1] : 0 <= i < n - 1; "
                              "S1[n - 1] -> S2[] : n > 0; S0[] -> S2[] : n <= 0 }");
    expect(dependences->relaxed, "{ }");
}

TEST_F(RelaxedDependences, ADefiniteWriteSeparatesUpdates)
{
    analyze_body("for (int i = 0; i < n; i++) { x[0] = 0; for (int j = 0; j < n; j++) x[0] += "
                 "A[i][j]; y[i] = x[0]; }");
    expect(dependences->flow, "{ S0[i] -> S1[i, j] : 0 <= i, j < n; S0[i] -> S2[i] : 0 <= i < n; "
                              "S1[i, j] -> S2[i] : 0 <= i, j < n }");
}

TEST_F(RelaxedDependences, TwoOperatorsKeepTheirOrder)
{
    analyze_body("for (int i = 0; i < n; i++) x[0] += y[i]; for (int i = 0; i < n; i++) x[0] *= "
                 "B[0][i];");
    ASSERT_EQ(reductions.size(), 2U);
    expect(dependences->flow, "{ S0[i] -> S1[j] : 0 <= i, j < n }");
}

TEST_F(RelaxedDependences, StatementsOfOneReductionMayChangePlaces)
{
    analyze_body("for (int i = 0; i < n; i++) x[0] += y[i]; for (int i = 0; i < n; i++) x[0] -= "
                 "B[0][i];");
    expect(dependences->flow, "{ }");
    expect(dependences->forced, "{ }");
    expect(dependences->order, "{ }");
}

TEST_F(RelaxedDependences, LiveInAndLiveOutAreAllUpdates)
{
    analyze_body("for (int i = 0; i < n; i++) x[0] += y[i];");
    expect(dependences->flow, "{ }");
    EXPECT_TRUE(isl::union_map(dependences->live_out)
                    .domain()
                    .unwrap()
                    .domain()
                    .is_equal(isl::union_set(context.get(), "[n] -> { S0[i] : 0 <= i < n }")));
    EXPECT_TRUE(dependences->live_in.range().is_equal(
        isl::union_set(context.get(), "[n] -> { y[i] : 0 <= i < n; x[0] : n > 0 }")));
}

/// A schedule of `sum` as a sequence of these children, in YAML's flow style.
std::string sequence(const std::string &first, const std::string &second, const std::string &third)
{
    return "{ domain: \"[n] -> { S0[]; S1[i] : 0 <= i < n; S2[] }\", child: { sequence: [ " +
           first + ", " + second + ", " + third + " ] } }";
}

const char *const start = "{ filter: \"{ S0[] }\" }";
const char *const forward =
    "{ filter: \"{ S1[i] }\", child: { schedule: \"[{ S1[i] -> [(i)] }]\" } }";
const char *const reversed =
    "{ filter: \"{ S1[i] }\", child: { schedule: \"[{ S1[i] -> [(-i)] }]\" } }";
const char *const parallel = "{ filter: \"{ S1[i] }\", child: { schedule: "
                             "\"[{ S1[i] -> [(i)] }]\", roles: [ parallel ] } }";
const char *const end = "{ filter: \"{ S2[] }\" }";

TEST_F(RelaxedDependences, ReversedUpdatesAreNoViolation)
{
    analyze_body(sum);
    EXPECT_TRUE(violations_of(sequence(start, reversed, end)).empty());
    dependences = analyze(*program, schedule::original_schedule(*program));
    EXPECT_FALSE(violations_of(sequence(start, reversed, end)).empty());
}

TEST_F(RelaxedDependences, UpdatesStayBetweenStartAndEnd)
{
    analyze_body(sum);
    EXPECT_TRUE(violations_of(sequence(start, forward, end)).empty());
    EXPECT_FALSE(violations_of(sequence(start, end, forward)).empty());
    EXPECT_FALSE(violations_of(sequence(forward, start, end)).empty());
}

TEST_F(RelaxedDependences, UpdatesAtTheSameTimeNeedCopies)
{
    analyze_body(sum);
    std::vector<Violation> found = violations_of(sequence(start, parallel, end));
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].kind, Violation::Kind::race);
    EXPECT_TRUE(violations_of(sequence(start, parallel, end), {{}, reductions}).empty());
}

} // namespace
} // namespace espalier::dependence
