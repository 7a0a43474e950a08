// The running example of Live-Range Reordering (2016): relations (5) to (11), modulo the instance
// set, for the whole function and for the marked region alone.

#include "espalier/dependence/constraints.h"
#include "espalier/dependence/violations.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

namespace espalier::dependence {
namespace {

const char *const body = R"(
#pragma scop
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S1:         t[i + j] = A[i][j];
S2:         C[i][j] = t[i + j];
        }

    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
S3:         t[i + j] = B[i][j];
S4:         C[j][i] += t[i + j];
        }
#pragma endscop
}
)";

/// `t` is declared in the function, and dead at its end.
const std::string whole_function = std::string(R"(
void f(int n, int A[restrict static n][n], int B[restrict static n][n], int C[restrict static n][n])
{
    int t[2 * n - 1];
)") + body;

/// What happens to `t` after the marked region is unknown.
const std::string marked_region = std::string(R"(
void f(int n, int A[restrict static n][n], int B[restrict static n][n], int C[restrict static n][n],
       int t[restrict static 2 * n - 1])
{
)") + body;

class Listing1Test : public testing::Test {
protected:
    explicit Listing1Test(const std::string &source)
        : program(test::extract_program(source, context)),
          dependences(analyze(program, schedule::original_schedule(program)))
    {
    }

    /// A relation of the paper, restricted to the instances.
    isl::union_map expected(const std::string &text) const
    {
        isl::union_set domain = program::instances_without_kills(program);
        return isl::union_map(context.get(), text).intersect_domain(domain).intersect_range(domain);
    }

    /// A relation of the paper between instances and array elements.
    isl::union_map expected_accesses(const std::string &text) const
    {
        isl::union_set domain = program::instances_without_kills(program);
        return isl::union_map(context.get(), text).intersect_domain(domain);
    }

    void expect_equal(const isl::union_map &found, const isl::union_map &expected) const
    {
        isl::union_set domain = program::instances_without_kills(program);
        isl::union_map inner = found.intersect_domain(domain);
        EXPECT_TRUE(inner.is_equal(expected)) << "found " << presburger::to_string(inner)
                                              << "\nexpected " << presburger::to_string(expected);
    }

    presburger::Context context;
    program::Program program;
    Dependences dependences;
};

class Listing1 : public Listing1Test {
protected:
    Listing1() : Listing1Test(whole_function) {}
};

class Listing1Region : public Listing1Test {
protected:
    Listing1Region() : Listing1Test(marked_region) {}
};

const char *const relation5 =
    "[n] -> { S1[i, j] -> S2[i, j]; S3[i, j] -> S4[i, j]; S2[i, j] -> S4[j, i] }";
const char *const relation6 = "[n] -> { S1[i, j] -> A[i, j]; S3[i, j] -> B[i, j] }";
const char *const relation7 = "[n] -> { S2[i, 0] -> S3[0, i]; S2[n - 1, j] -> S3[j, n - 1]; "
                              "S2[i, j] -> S1[i + 1, j - 1]; S4[i, j] -> S3[i + 1, j - 1] }";
const char *const relation8 =
    "[n] -> { S2[i, j] -> S4[j, i]; S1[i, 0] -> S3[0, i]; S1[n - 1, j] -> S3[j, n - 1]; "
    "S1[i, j] -> S1[i + 1, j - 1]; S3[i, j] -> S3[i + 1, j - 1] }";
const char *const relation10 =
    "[n] -> { S2[i, j] -> S1[i', j'] : i + j = i' + j' and i' > i; S2[i, j] -> S3[i', j'] : i + j "
    "= i' + j'; S4[i, j] -> S3[i', j'] : i + j = i' + j' and i' > i }";

TEST_F(Listing1, FlowIsRelation5) { expect_equal(untagged(dependences.flow), expected(relation5)); }

TEST_F(Listing1Region, FlowIsRelation5)
{
    expect_equal(untagged(dependences.flow), expected(relation5));
}

TEST_F(Listing1, LiveInIsRelation6)
{
    expect_equal(dependences.live_in.domain_factor_domain(), expected_accesses(relation6));
}

TEST_F(Listing1Region, LiveInIsRelation6)
{
    expect_equal(dependences.live_in.domain_factor_domain(), expected_accesses(relation6));
}

TEST_F(Listing1, AntiDependencesAreRelation7)
{
    expect_equal(untagged(dependences.anti), expected(relation7));
}

TEST_F(Listing1, OutputDependencesAreRelation8)
{
    expect_equal(untagged(dependences.output), expected(relation8));
}

TEST_F(Listing1Region, LiveOutIsRelation9)
{
    // The paper has the last two terms "modulo domain constraints": with j (i) free.
    expect_equal(dependences.live_out.domain_factor_domain(),
                 expected_accesses("[n] -> { S4[i, j] -> C[j, i]; S3[i, 0] -> t[i]; "
                                   "S3[n - 1, j] -> t[n - 1 + j] }"));
}

TEST_F(Listing1, LiveOutIsRelation9WithoutTheKilledArray)
{
    expect_equal(dependences.live_out.domain_factor_domain(),
                 expected_accesses("[n] -> { S4[i, j] -> C[j, i] }"));
}

TEST_F(Listing1, OrderDependencesAreRelation10)
{
    expect_equal(untagged(dependences.order), expected(relation10));
}

TEST_F(Listing1Region, OrderDependencesAreRelation10)
{
    expect_equal(untagged(dependences.order), expected(relation10));
}

TEST_F(Listing1Region, ForcedDependencesAreRelation11)
{
    // S3[i + j, 0] for i + j < n, S3[n - 1, i + j - n + 1] for the others.
    expect_equal(untagged(dependences.forced),
                 expected("[n] -> { S2[i, j] -> S4[j, i]; S1[i, j] -> S3[i + j, 0]; "
                          "S1[i, j] -> S3[n - 1, i + j - n + 1]; S3[i, j] -> S3[i + j, 0] : j > 0; "
                          "S3[i, j] -> S3[n - 1, i + j - n + 1] : i < n - 1 }"));
}

TEST_F(Listing1, ForcedDependencesAreThoseOfRelation11OnTheLiveArray)
{
    expect_equal(untagged(dependences.forced), expected("[n] -> { S2[i, j] -> S4[j, i] }"));
}

/// Both nests fused, the first one interchanged, with the statements of an iteration in this order.
std::string fused(const std::string &first, const std::string &second, const std::string &third)
{
    auto filter = [](const std::string &name) {
        return "{ filter: \"{ " + name + "[i, j] }\" }, ";
    };
    return "{ domain: \"[n] -> { S1[i, j] : 0 <= i, j < n; S2[i, j] : 0 <= i, j < n; "
           "S3[i, j] : 0 <= i, j < n; S4[i, j] : 0 <= i, j < n }\", child: { schedule: "
           "\"[{ S1[i, j] -> [(j)]; S2[i, j] -> [(j)]; S3[i, j] -> [(i)]; S4[i, j] -> [(i)] }, "
           "{ S1[i, j] -> [(i)]; S2[i, j] -> [(i)]; S3[i, j] -> [(j)]; S4[i, j] -> [(j)] }]\", "
           "child: { sequence: [ " +
           filter(first) + filter(second) + filter(third) + "{ filter: \"{ S4[i, j] }\" } ] } } }";
}

TEST_F(Listing1, AReorderingOfLiveRangesPreservesTheDataflow)
{
    schedule::Tree order = schedule::read_yaml(context.get(), fused("S1", "S2", "S3"), "");
    EXPECT_TRUE(violations(program, dependences, order).empty());
}

TEST_F(Listing1, OverlappingLiveRangesDoNot)
{
    schedule::Tree order = schedule::read_yaml(context.get(), fused("S1", "S3", "S2"), "");
    EXPECT_FALSE(violations(program, dependences, order).empty());
}

TEST_F(Listing1, FlowIsValidityAndOrderIsConditional)
{
    Constraints given = constraints(program, dependences, true);
    EXPECT_TRUE(untagged(dependences.flow).is_subset(given.validity));
    EXPECT_TRUE(given.condition.is_equal(dependences.flow));
    EXPECT_FALSE(given.conditional_validity.is_empty());
    Constraints without = constraints(program, dependences, false);
    EXPECT_TRUE(without.conditional_validity.is_empty());
    EXPECT_TRUE(untagged(dependences.flow).is_subset(without.validity));
}

} // namespace
} // namespace espalier::dependence
